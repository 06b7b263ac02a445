import type { Chunk } from '../../counting/chunks.ts';
import { COLUMNS } from '../../counting/columns.ts';
import type { Dialect, Executor } from '../dialect.ts';
import { blob, int, spaced } from '../sql.ts';
import type { PartBuilder } from './part-builder.ts';

const DAY = 86_400_000;
const VISIT_IDS = COLUMNS.visit.ids;

/** Adds the visits of a chunk, and their hits if they are needed, to the builder of a part that begins on `firstDay`. */
export async function addRows(
  executor: Executor,
  dialect: Dialect,
  website: number,
  chunk: Chunk,
  { firstDay, builder, withHits }: { firstDay: number; builder: PartBuilder; withHits: boolean },
): Promise<void> {
  const order = 'ORDER BY t.day, t.visitor';
  const visits = await read(executor, dialect, website, chunk, {
    table: 'visit',
    fields: ['day', 'visitor', 'no', 'first_at', 'pageviews', 'events', 'seconds', 'engaged', 'hour', ...VISIT_IDS],
    where: '',
    order: `${order}, t.no`,
  });
  const hits = !withHits
    ? NO_ROWS
    : await read(executor, dialect, website, chunk, {
        table: 'hit',
        fields: [
          'day',
          'visitor',
          'visit_no',
          'at',
          'hour',
          'page',
          'COALESCE(t.event, 0)',
          'COALESCE(t.unit, 0)',
          "COALESCE(t.amount, '')",
        ],
        where: ' AND t.visit_no > 0',
        order: `${order}, t.visit_no, t.at, t.id`,
      });
  const base = firstDay * DAY - DAY;
  const plain = COLUMNS.visit.plain.length;
  const row: number[] = Array.from({ length: plain + VISIT_IDS.length }, () => 0);
  let hit = hits.next();
  while (visits.next()) {
    const firstAt = visits.number(3);
    const no = visits.number(2);
    row[0] = visits.number(0) - firstDay;
    row[1] = no === 1 ? 1 : 0;
    row[2] = Math.round((firstAt - base) / 1000);
    for (let at = 4; at <= 8; at++) row[at - 1] = visits.number(at);
    row[8] = 0;
    row[9] = 0;
    for (let at = 0; at < VISIT_IDS.length; at++) row[plain + at] = visits.number(9 + at);
    builder.add('visit', row);
    let last = firstAt;
    let pages = 0;
    while (hit && hits.number(2) === no && hits.number(0) === visits.number(0) && hits.isSame(1, visits)) {
      const at = hits.number(3);
      const event = hits.number(6);
      if (event === 0) {
        builder.increase('pages');
        builder.add('pageview', [Math.max(0, Math.round((at - last) / 1000)), hits.number(4), hits.number(5)]);
        last = at;
        pages++;
      } else {
        builder.increase('triggers');
        builder.add('event', [
          Math.max(0, Math.round((at - firstAt) / 1000)),
          hits.number(4),
          pages,
          builder.placeOf(hits.last()),
          event,
          hits.number(5),
          hits.number(7),
        ]);
      }
      hit = hits.next();
    }
  }
}

async function read(
  executor: Executor,
  dialect: Dialect,
  website: number,
  { from, to, visitors }: Chunk,
  { table, fields, where, order }: { table: string; fields: readonly string[]; where: string; order: string },
): Promise<Rows> {
  const texts = fields.map(field => (field === 'visitor' ? 'HEX(t.visitor)' : /\W/.test(field) ? field : `t.${field}`));
  const part = visitors
    ? ` AND t.visitor >= ${blob(byteText(visitors[0]).padEnd(16, '0'))} AND t.visitor <= ${blob(byteText(visitors[1]).padEnd(16, 'f'))}`
    : '';
  const [found] = await executor.all<{ counted: number; body: string | null }>(
    `SELECT COUNT(*) AS counted, GROUP_CONCAT(${spaced(dialect, texts)} ${order}) AS body FROM ${table} t WHERE t.website_id = ${int(website)} AND t.day BETWEEN ${int(from)} AND ${int(to)}${part}${where}`,
  );
  return new Rows(found?.body ?? '', fields.length);
}

const SPACE = 32;
const COMMA = 44;
const VISITOR = 1;
const DIGITS = 16;

/** The rows of a text of the form `number hash number,number hash number`. */
class Rows {
  readonly #text: string;
  readonly #numbers: number[];
  #next = 0;
  #visitor = 0;
  #last = 0;

  constructor(text: string, width: number) {
    this.#text = text;
    this.#numbers = Array.from({ length: width }, () => 0);
  }

  /** Moves to the next row; returns false after the last one. */
  next(): boolean {
    const text = this.#text;
    if (this.#next >= text.length) return false;
    let number = 0;
    let field = 0;
    let at = this.#next;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code !== SPACE && code !== COMMA) {
        number = number * 10 + code - 48;
        continue;
      }
      this.#numbers[field++] = number;
      number = 0;
      if (code === COMMA) break;
      this.#last = at + 1;
      if (field === VISITOR) {
        this.#visitor = at + 1;
        at += DIGITS;
      }
    }
    if (at >= text.length) this.#numbers[field] = number;
    this.#next = at + 1;
    return true;
  }

  /** Returns the last field of the row as text. */
  last(): string {
    return this.#text.slice(this.#last, this.#next - 1);
  }

  number(field: number): number {
    return this.#numbers[field] as number;
  }

  /** Returns true when the hash of the current row equals that of the other's. */
  isSame(_field: number, other: Rows): boolean {
    for (let digit = 0; digit < DIGITS; digit++)
      if (this.#text.charCodeAt(this.#visitor + digit) !== other.#text.charCodeAt(other.#visitor + digit)) return false;
    return true;
  }
}

const NO_ROWS = new Rows('', 0);

function byteText(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
