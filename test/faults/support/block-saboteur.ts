import type { Dialect } from '../../../src/db/dialect.ts';
import type { Random } from './random.ts';

interface Block {
  readonly website_id: number;
  readonly name: number;
  readonly period: number;
  readonly at: number;
  readonly body: Buffer;
}

/** Returns what a body becomes; null if its row is removed. */
type Damage = (body: Buffer) => Buffer | null | Promise<Buffer>;

/** Damages packed sums and their seals in the database at random, as a disk or an operator could. */
export class BlockSaboteur {
  readonly #dialect: Dialect;
  readonly #random: Random;
  /** How often it has damaged something. */
  strikes = 0;

  constructor(dialect: Dialect, random: Random) {
    this.#dialect = dialect;
    this.#random = random;
  }

  /** Damages one block or seal; `onlyRemoves` leaves seals alone. */
  async strike(onlyRemoves = false): Promise<void> {
    const block = await this.#someBlock(onlyRemoves);
    if (!block) return;
    const { website_id, name, period, at, body } = block;
    const change = onlyRemoves ? this.#ways.removed : this.#random.of(Object.values(this.#ways));
    const changed = await change(body);
    const where = 'website_id = ? AND name = ? AND period = ? AND at = ?';
    const key = [website_id, name, period, at];
    if (changed) await this.#dialect.run(`UPDATE rollup_block SET body = ? WHERE ${where}`, [changed, ...key]);
    else await this.#dialect.run(`DELETE FROM rollup_block WHERE ${where}`, key);
    // As after a fold of late hits: no cache has an answer.
    await this.#dialect.run(
      'UPDATE website_fold SET version = version + 1, closed_version = closed_version + 1 WHERE website_id = ?',
      [website_id],
    );
    this.strikes++;
  }

  readonly #ways = {
    removed: () => null,
    truncated: body => body.subarray(0, this.#random.below(body.length)),
    bit: body => {
      const changed = Buffer.from(body);
      const at = this.#random.below(body.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << this.#random.below(8));
      return changed;
    },
    bytes: body => this.#random.bytes(body.length),
    anotherBlock: async body => (await this.#someBlock(false))?.body ?? body,
  } satisfies Record<string, Damage>;

  async #someBlock(isNoSeal: boolean): Promise<Block | undefined> {
    const where = isNoSeal ? 'name > 0' : 'name >= 0';
    const [row] = await this.#dialect.all<{ count: number }>(
      `SELECT COUNT(*) AS count FROM rollup_block WHERE ${where}`,
    );
    const at = this.#random.below(Math.max(1, Number(row?.count)));
    const [block] = await this.#dialect.all<Block>(
      `SELECT website_id, name, period, at, body FROM rollup_block WHERE ${where} ORDER BY website_id, name, period, at LIMIT 1 OFFSET ${at}`,
    );
    return block;
  }
}
