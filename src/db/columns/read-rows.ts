import type { Chunk, DaySize } from '../../counting/chunks.ts';
import { COLUMNS, type Kind } from '../../counting/columns.ts';
import type { DayRange } from '../../domain/range.ts';
import type { Dialect, Executor } from '../dialect.ts';
import { blob, int, spaced } from '../sql.ts';
import type { PartBuilder } from './part-builder.ts';
import { Rows } from './rows.ts';

/** Seconds. */
const DAY = 86_400;
const VISIT_IDS = COLUMNS.visit.ids;
/** Rows of a statement when a chunk is larger than a text can be: a day of one visitor cannot be split. */
const PAGE = 50_000;
function namesOf(...kinds: readonly Kind[]): string[] {
  return kinds.flatMap(kind => [...COLUMNS[kind].plain, ...COLUMNS[kind].ids].map(name => `${kind}.${name}`));
}

/** What a visit has of the attention that its pages got. */
const ATTENTION = ['visit.engaged', 'visit.attended'];
const INTERACTIVE = '(CASE WHEN t.events > 0 AND t.passive = 0 THEN 1 ELSE 0 END)';

const NOBODY: readonly number[] = [...COLUMNS.visit.plain, ...VISIT_IDS].map(() => 0);

/** Rows to read in few statements. */
interface RowsOf extends Chunk {
  /** Only those of these visitors, 16 hex digits each. */
  readonly only?: readonly string[];
}

/** Where rows are added. */
export interface Builders {
  /** Returns the builder for the visits of a day (since 1970-01-01) and their hits. */
  of(day: number): PartBuilder;
  /** The same for the day's hits that belong to no visit, which become one visit of nobody; they are left out without it. */
  ofNobody?(day: number): PartBuilder;
  /** The columns that are needed, as `kind.name`; all others may have any numbers. By default, all are needed. */
  readonly columns?: ReadonlySet<string>;
}

/** Adds the visits of a chunk and their hits, in the order that a part has. */
export async function addRows(
  executor: Executor,
  dialect: Dialect,
  website: number,
  chunk: RowsOf,
  builders: Builders,
): Promise<void> {
  const order = 't.day, t.visitor';
  const needs = (...names: readonly string[]) => !builders.columns || names.some(name => builders.columns?.has(name));
  const ofVisit = (name: string) => (needs(`visit.${name}`) ? (name === 'interactive' ? INTERACTIVE : name) : null);
  const pageviews = needs('visit.pages', ...ATTENTION, 'event.after', ...namesOf('pageview', 'pageviewProperty'));
  const events = needs('visit.triggers', ...namesOf('event', 'eventProperty'));
  const visits = await read(executor, dialect, website, chunk, {
    table: 'visit',
    fields: [
      'day',
      'visitor',
      'no',
      needs('visit.start', 'pageview.gap', 'event.gap') ? 'first_at' : null,
      ...['pageviews', 'events', 'interactive', 'seconds', 'hour', ...VISIT_IDS].map(ofVisit),
    ],
    where: '',
    order: `${order}, t.no`,
  });
  const hits =
    !pageviews && !events
      ? NO_ROWS
      : await read(executor, dialect, website, chunk, {
          table: 'hit',
          fields: [
            'day',
            'visitor',
            'visit_no',
            needs('pageview.gap', 'event.gap') ? 'at' : null,
            needs('pageview.hour', 'event.hour') ? 'hour' : null,
            needs('pageview.page', 'event.page') ? 'page' : null,
            'COALESCE(t.event, 0)',
            needs('event.unit') ? 'COALESCE(t.unit, 0)' : null,
            needs('pageview.host') ? 'host' : null,
            needs('pageview.engaged', ...ATTENTION) ? 'COALESCE(t.engaged + 1, 0)' : null,
            needs('pageview.depth') ? 'COALESCE(t.depth + 1, 0)' : null,
            dialect.join(
              needs('event.amount') ? "COALESCE(t.amount, '')" : "''",
              needs(...namesOf('pageviewProperty', 'eventProperty')) ? "COALESCE(t.props, '')" : "''",
            ),
          ],
          where: [
            builders.ofNobody ? '' : ' AND t.visit_no > 0',
            pageviews && events ? '' : ` AND t.event IS ${pageviews ? '' : 'NOT '}NULL`,
          ].join(''),
          order: `${order}, t.visit_no, t.at, t.id`,
        });
  const plain = COLUMNS.visit.plain.length;
  const row = NOBODY.slice();
  let hit = hits.next();
  while (visits.next()) {
    for (; hit && hits.compare(visits) < 0; hit = hits.next()) addStray(hits, builders);
    const day = visits.number(0);
    const builder = builders.of(day);
    const start = secondOf(visits.number(3));
    row[0] = day - builder.firstDay;
    row[1] = visits.number(2) === 1 ? 1 : 0;
    row[2] = start - (builder.firstDay - 1) * DAY;
    for (let at = 4; at <= 8; at++) row[at - 1] = visits.number(at);
    for (let at = 0; at < VISIT_IDS.length; at++) row[plain + at] = visits.number(9 + at);
    builder.add('visit', row);
    if (builder.hasVisitors) builder.addVisitor(visits.high, visits.low);
    let last = start;
    let pages = 0;
    for (; hit && hits.compare(visits) === 0; hit = hits.next()) {
      if (addHit(builder, hits, start, last, pages)) continue;
      last = secondOf(hits.number(3));
      pages++;
    }
  }
  for (; hit; hit = hits.next()) addStray(hits, builders);
}

/** Returns the numbers of visits and hits of each day of a range, in order; days without any are missing. */
export function readRowSizes(executor: Executor, website: number, { from, to }: DayRange): Promise<DaySize[]> {
  const count = (table: 'visit' | 'hit', visits: string, hits: string) =>
    `SELECT day, ${visits} AS visits, ${hits} AS hits FROM ${table} WHERE website_id = ${int(website)} AND day BETWEEN ${int(from)} AND ${int(to)} GROUP BY day`;
  return executor.all<DaySize>(
    `SELECT day, SUM(visits) AS visits, SUM(hits) AS hits FROM (${count('visit', 'COUNT(*)', '0')} UNION ALL ${count('hit', '0', 'COUNT(*)')}) counted GROUP BY day ORDER BY day`,
  );
}

/** Adds a hit to the last visit; returns true for an event. */
function addHit(builder: PartBuilder, hits: Rows, start: number, last: number, pages: number): boolean {
  const second = secondOf(hits.number(3));
  const event = hits.number(6);
  if (event === 0) {
    const engaged = hits.number(9);
    builder.increase('pages');
    if (engaged > 0) {
      builder.increase('engaged', engaged - 1);
      builder.increase('attended');
    }
    const gap = Math.max(0, second - last);
    builder.add('pageview', [gap, hits.number(4), engaged, hits.number(10), hits.number(5), hits.number(8)]);
    if (hits.hasLast()) builder.addProperties('pageview', propertiesIn(hits.last()));
    return false;
  }
  const text = hits.last();
  const properties = propertiesIn(text);
  const amount = properties === '' ? text : text.slice(0, -properties.length);
  builder.increase('triggers');
  builder.add('event', [
    Math.max(0, second - start),
    hits.number(4),
    pages,
    builder.placeOf(amount),
    event,
    hits.number(5),
    hits.number(7),
  ]);
  if (properties !== '') builder.addProperties('event', properties);
  return true;
}

/** Returns the properties that follow an amount. */
function propertiesIn(text: string): string {
  const at = text.indexOf(';');
  return at < 0 ? '' : text.slice(at);
}

function addStray(hits: Rows, { ofNobody }: Builders): void {
  const builder = ofNobody?.(hits.number(0));
  if (!builder) return;
  if (builder.visits === 0) builder.add('visit', NOBODY);
  const second = secondOf(hits.number(3));
  addHit(builder, hits, second, second, 0);
}

/** Returns the second that a time in milliseconds is in, so that no sum of differences drifts from the clock. */
function secondOf(at: number): number {
  return Math.floor(at / 1000);
}

/** Reads rows in few statements. */
async function read(
  executor: Executor,
  dialect: Dialect,
  website: number,
  { from, to, visitors, only }: RowsOf,
  { table, fields, where, order }: { table: string; fields: readonly (string | null)[]; where: string; order: string },
): Promise<Rows> {
  const texts = fields.flatMap(field => {
    if (field === null) return [];
    return field === 'visitor' ? 'HEX(t.visitor)' : /\W/.test(field) ? field : `t.${field}`;
  });
  const places = [...fields.keys()].filter(at => fields[at] !== null);
  // With a range of days, no engine would look up visitors in the key.
  const days = from === to ? `= ${int(from)}` : `BETWEEN ${int(from)} AND ${int(to)}`;
  const among = only ? ` AND t.visitor IN (${only.map(blob).join(',')})` : '';
  const between = visitors
    ? ` AND t.visitor >= ${blob(byteText(visitors[0]).padEnd(16, '0'))} AND t.visitor <= ${blob(byteText(visitors[1]).padEnd(16, 'f'))}`
    : '';
  const wanted = `${table} t WHERE t.website_id = ${int(website)} AND t.day ${days}${among}${between}${where}`;
  const row = dialect.join(spaced(dialect, texts), "','");
  const body = `COUNT(*) AS counted, GROUP_CONCAT(${row} ORDER BY ${order}) AS body`;
  const [{ counted, body: text } = NOTHING] = await executor.all<Body>(`SELECT ${body} FROM ${wanted}`);
  const whole = new Rows([text ?? ''], places);
  if (whole.count === counted) return whole;
  // An engine that runs out of space for a text truncates it with only a warning.
  const pages: string[] = [];
  for (let at = 0; at < counted; at += PAGE) {
    const some = `(SELECT t.* FROM ${wanted} ORDER BY ${order} LIMIT ${int(PAGE)} OFFSET ${int(at)})`;
    const [page = NOTHING] = await executor.all<Body>(`SELECT ${body} FROM ${some} t`);
    if (page.body) pages.push(page.body);
  }
  const rows = new Rows(pages, places);
  if (rows.count !== counted)
    throw new Error(`The database returned only ${rows.count} of ${counted} rows of the table ${table}.`);
  return rows;
}

interface Body {
  readonly counted: number;
  readonly body: string | null;
}
const NOTHING: Body = { counted: 0, body: null };

const NO_ROWS = new Rows([], []);

function byteText(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
