import type { Chunk, DaySize } from '../../counting/chunks.ts';
import { COLUMNS, type Kind } from '../../counting/columns.ts';
import type { DayRange } from '../../domain/range.ts';
import type { Dialect, Executor } from '../dialect.ts';
import { spaced } from '../spaced.ts';
import { blob, int } from '../sql.ts';
import { addVisits, type Builders, type VisitRows } from './add-visits.ts';
import { Rows } from './rows.ts';

const VISIT_IDS = COLUMNS.visit.ids;
/** Rows of a statement when a chunk is larger than a text can be: a day of one visitor cannot be split. */
const PAGE = 50_000;
function namesOf(...kinds: readonly Kind[]): string[] {
  return kinds.flatMap(kind => [...COLUMNS[kind].plain, ...COLUMNS[kind].ids].map(name => `${kind}.${name}`));
}

/** What a visit has of the attention that its pages got. */
const ATTENTION = ['visit.engaged', 'visit.attended'];
const INTERACTIVE = '(CASE WHEN t.events > 0 AND t.passive = 0 THEN 1 ELSE 0 END)';

/** Rows to read in few statements. */
interface RowsOf extends Chunk {
  /** Only those of these visitors, 16 hex digits each. */
  readonly only?: readonly string[];
}

/** Adds the visits of a chunk and their hits, in the order that a part has. */
export async function addRows(
  executor: Executor,
  dialect: Dialect,
  website: number,
  chunk: RowsOf,
  builders: Builders,
): Promise<void> {
  addVisits(await readRows(executor, dialect, website, chunk, builders), builders);
}

/** Reads the visits of a chunk and their hits, with what the builders need of them. */
export async function readRows(
  executor: Executor,
  dialect: Dialect,
  website: number,
  chunk: RowsOf,
  builders: Builders,
): Promise<VisitRows> {
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
    key: 'no',
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
            'at',
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
          key: 'id',
        });
  return { visits, hits };
}

/** Returns the numbers of visits and hits of each day of a range, in order; days without any are missing. */
export function readRowSizes(executor: Executor, website: number, { from, to }: DayRange): Promise<DaySize[]> {
  const count = (table: 'visit' | 'hit', visits: string, hits: string) =>
    `SELECT day, ${visits} AS visits, ${hits} AS hits FROM ${table} WHERE website_id = ${int(website)} AND day BETWEEN ${int(from)} AND ${int(to)} GROUP BY day`;
  return executor.all<DaySize>(
    `SELECT day, SUM(visits) AS visits, SUM(hits) AS hits FROM (${count('visit', 'COUNT(*)', '0')} UNION ALL ${count('hit', '0', 'COUNT(*)')}) counted GROUP BY day ORDER BY day`,
  );
}

/** Reads rows in few statements. */
async function read(
  executor: Executor,
  dialect: Dialect,
  website: number,
  { from, to, visitors, only }: RowsOf,
  { table, fields, where, key }: { table: string; fields: readonly (string | null)[]; where: string; key: string },
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
  const row = dialect.join(spaced(texts), "','");
  // Sorting takes engines as long as everything else, and nearly all rows are in the order of the key as they must be.
  const body = `COUNT(*) AS counted, GROUP_CONCAT(${row}) AS body`;
  const [{ counted, body: text } = NOTHING] = await executor.all<Body>(`SELECT ${body} FROM ${wanted}`);
  const whole = new Rows([text ?? ''], places);
  if (whole.count === counted) return whole;
  // An engine that runs out of space for a text truncates it with only a warning.
  const pages: string[] = [];
  for (let at = 0; at < counted; at += PAGE) {
    const some = `(SELECT t.* FROM ${wanted} ORDER BY t.day, t.visitor, t.${key} LIMIT ${int(PAGE)} OFFSET ${int(at)})`;
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
