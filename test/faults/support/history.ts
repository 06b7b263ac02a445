import type { Database } from '../../../src/db/open.ts';
import { dateOf } from '../../../src/domain/calendar.ts';
import { type GatewayChild, KEY, until } from './gateway.ts';

const DAY = 86_400_000;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** Milliseconds until hits that were acknowledged must be in the database. */
const FOLDED = 60_000;

let visitors = 0;

/** The pageviews of a page by date; a date without any is missing. */
export type State = Readonly<Record<string, number>>;

interface StreamOptions {
  readonly gateway: GatewayChild;
  readonly database: Database;
  readonly website: number;
  readonly host: string;
  readonly page: string;
}

/**
 * Sends hits of one page, a batch after the other is in the database. A batch is folded in one transaction, so the
 * website has as many states as there were batches, and a question sees one of them.
 */
export class Stream {
  readonly page: string;
  readonly states: State[] = [{}];
  readonly #options: StreamOptions;
  /** The state that the database is known to have at least. */
  #folded = 0;
  /** The latest state that an answer had at least. */
  #seen = 0;

  constructor(options: StreamOptions) {
    this.page = options.page;
    this.#options = options;
  }

  /** Sends one pageview for each of these days (since 1970-01-01), each by a visitor of its own. */
  async send(days: readonly number[]): Promise<void> {
    if (days.length === 0) return;
    const { gateway, host } = this.#options;
    const state: Record<string, number> = { ...this.states.at(-1) };
    for (const day of days) state[dateOf(day)] = (state[dateOf(day)] ?? 0) + 1;
    this.states.push(state);
    const hits = days.map(day => {
      const visitor = ++visitors;
      return {
        page: `https://${host}${this.page}`,
        ip: `20.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`,
        user_agent: AGENT,
        time: new Date(Math.min(day * DAY + DAY / 2, Date.now() - 1_000)).toISOString(),
      };
    });
    const response = await fetch(`${gateway.url}/api/event/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ hits }),
    });
    if (!response.ok) throw new Error(`A batch was refused: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
    const total = totalOf(state);
    await until(async () => (await this.#stored()) === total, `${total} hits of ${this.page} are stored`, FOLDED);
    this.#folded = this.states.length - 1;
  }

  /** Call it before a question; the result judges the answer: it returns true for one of the states in between. */
  begin(): (isLike: (state: State) => boolean) => boolean {
    const from = Math.max(this.#folded, this.#seen);
    return isLike => {
      const found = this.states.findIndex((state, at) => at >= from && isLike(state));
      if (found >= 0) this.#seen = Math.max(this.#seen, found);
      return found >= 0;
    };
  }

  async #stored(): Promise<number> {
    const { database, website, page } = this.#options;
    const [row] = await database.dialect.all<{ hits: number }>(
      'SELECT COUNT(*) AS hits FROM hit h JOIN stat_value v ON v.website_id = h.website_id AND v.id = h.page WHERE h.website_id = ? AND v.value = ?',
      [website, page],
    );
    return Number(row?.hits);
  }
}

export function totalOf(state: State): number {
  return Object.values(state).reduce((sum, hits) => sum + hits, 0);
}
