import type { Chunk } from '../../../src/counting/chunks.ts';
import type { IdFilter, IdSet } from '../../../src/counting/id-filter.ts';

import type { Dialect, Executor, Param } from '../../../src/db/dialect.ts';
import { spaced } from '../../../src/db/spaced.ts';
import { blob, int } from '../../../src/db/sql.ts';
import type { HitField, VisitField } from './tally.ts';

/** The visits of a website, within one chunk, that match the filter. */
export interface Matches {
  readonly website: number;
  readonly filter: IdFilter;
  readonly chunk: Chunk;
}

/** Longer lists are bound as a parameter, because every engine limits the length of a statement. */
const LITERAL = 500;

/**
 * Reads fields of the matching visits and of their hits in one statement, so that both are consistent. Each is returned
 * as text `field field,field field` in no particular order; empty where no field was requested.
 */
export async function readMatches(
  executor: Executor,
  dialect: Dialect,
  matches: Matches,
  fields: {
    readonly visits: readonly VisitField[];
    readonly hits: readonly HitField[];
    readonly only: 'page' | 'event' | null;
  },
): Promise<{ visits: string; hits: string }> {
  const sql = createSql(dialect);
  const parts: string[] = [];
  if (fields.visits.length > 0) {
    const row = spaced(fields.visits.map(field => sql.visitField(field, matches.filter)));
    parts.push(`SELECT 0 AS part, COUNT(*) AS counted, GROUP_CONCAT(${row}) AS body FROM visit v${sql.where(matches)}`);
  }
  if (fields.hits.length > 0) {
    const row = spaced(fields.hits.map(field => HIT_FIELDS[field] ?? `h.${field}`));
    const kind = fields.only === null ? '' : ` AND h.event IS ${fields.only === 'page' ? '' : 'NOT '}NULL`;
    parts.push(
      `SELECT 1 AS part, COUNT(*) AS counted, GROUP_CONCAT(${row}) AS body FROM visit v ${dialect.thenJoin} hit h ON ${HIT_OF_VISIT}${sql.where(matches)}${kind}`,
    );
  }
  if (parts.length === 0) return { visits: '', hits: '' };
  const rows = await executor.all<{ part: number; counted: number; body: string | null }>(
    parts.join(' UNION ALL '),
    sql.params,
  );
  const texts = ['', ''];
  for (const { part, counted, body } of rows) {
    const text = body ?? '';
    // An engine that runs out of space for a text truncates it with only a warning.
    if (countRows(text) !== counted)
      throw new Error(`The database returned only ${countRows(text)} of ${counted} rows.`);
    texts[part] = text;
  }
  return { visits: texts[0] as string, hits: texts[1] as string };
}

/** Returns how many visits match, and how many of them match each of the further filters. */
export async function countMatches(
  dialect: Dialect,
  matches: Matches,
  each: readonly IdFilter[],
): Promise<{ visits: number; of: number[] }> {
  const sql = createSql(dialect);
  const sums = each.map(
    (filter, index) => `SUM(CASE WHEN ${sql.predicate(filter, 'v')} THEN 1 ELSE 0 END) AS of${index}`,
  );
  const [row] = await dialect.all<Record<string, number | null>>(
    `SELECT COUNT(*) AS visits${sums.map(sum => `, ${sum}`).join('')} FROM visit v${sql.where(matches)}`,
    sql.params,
  );
  return { visits: Number(row?.visits ?? 0), of: each.map((_, index) => Number(row?.[`of${index}`] ?? 0)) };
}

/** Returns the amounts of events in matching visits, and how often each occurs; `event` and `unit` are value ids. */
export async function readMatchAmounts(
  dialect: Dialect,
  matches: Matches,
  events: readonly number[],
): Promise<{ event: number; unit: number; amount: string; times: number }[]> {
  const sql = createSql(dialect);
  const rows = await dialect.all<{ event: number; unit: number | null; amount: string; times: number }>(
    `SELECT h.event, h.unit, h.amount, COUNT(*) AS times FROM visit v ${dialect.thenJoin} hit h ON ${HIT_OF_VISIT}${sql.where(matches)}` +
      ` AND v.events > 0 AND h.amount IS NOT NULL AND ${sql.among('h.event', { ids: events })} GROUP BY h.event, h.unit, h.amount`,
    sql.params,
  );
  return rows.map(row => ({ ...row, unit: row.unit ?? 0 }));
}

const HIT_OF_VISIT = 'h.website_id = v.website_id AND h.day = v.day AND h.visitor = v.visitor AND h.visit_no = v.no';
const HIT_FIELDS: Readonly<Record<string, string>> = {
  event: 'COALESCE(h.event, 0)',
  engaged: 'COALESCE(h.engaged + 1, 0)',
  depth: 'COALESCE(h.depth + 1, 0)',
};
const VISIT_FIELDS: Readonly<Record<string, string>> = {
  interactive: '(CASE WHEN v.events > 0 AND v.passive = 0 THEN 1 ELSE 0 END)',
  engaged: `(SELECT COALESCE(SUM(h.engaged), 0) FROM hit h WHERE ${HIT_OF_VISIT})`,
  attended: `(SELECT COUNT(h.engaged) FROM hit h WHERE ${HIT_OF_VISIT})`,
};

/** Builds the parts of one statement from left to right, so that `params` are in the order of their placeholders. */
function createSql(dialect: Dialect) {
  const params: Param[] = [];

  function among(column: string, { ids, allOthersUpTo }: IdSet): string {
    if (allOthersUpTo !== undefined) return `(${column} <= ${int(allOthersUpTo)} AND ${column} NOT IN ${listed(ids)})`;
    return ids.length === 0 ? '1 = 0' : `${column} IN ${listed(ids)}`;
  }

  function listed(ids: readonly number[]): string {
    if (ids.length <= LITERAL) return `(${ids.map(int).join(',')})`;
    params.push(textOf(ids));
    return `(${dialect.numbers})`;
  }

  function predicate(filter: IdFilter, visit: string): string {
    if ('always' in filter) return '1 = 1';
    if ('and' in filter) return `(${filter.and.map(part => predicate(part, visit)).join(' AND ')})`;
    if ('or' in filter) return `(${filter.or.map(part => predicate(part, visit)).join(' OR ')})`;
    if ('not' in filter) return `NOT (${predicate(filter.not, visit)})`;
    if ('column' in filter) return among(`${visit}.${filter.column}`, filter);
    if ('hours' in filter) return `${visit}.hour IN (${filter.hours.map(int).join(',')})`;
    const { hit } = filter;
    if (filter.ids.length === 0 && filter.allOthersUpTo === undefined) return '1 = 0';
    // CASE keeps the engines from reversing the lookup and scanning all hits. Most visits are decided by their own
    // columns: their first and last page, and whether they have any further hits.
    const known =
      hit === 'page'
        ? `WHEN ${among(`${visit}.landing_page`, filter)} OR ${among(`${visit}.exit_page`, filter)} THEN 1 WHEN ${visit}.pageviews = 1 THEN 0`
        : `WHEN ${visit}.${hit === 'host' ? 'pageviews' : 'events'} = 0 THEN 0`;
    const kind = hit === 'event' ? '' : 'w.event IS NULL AND ';
    const found = `SELECT 1 FROM hit w WHERE w.website_id = ${visit}.website_id AND w.day = ${visit}.day AND w.visitor = ${visit}.visitor AND w.visit_no = ${visit}.no AND ${kind}${among(`w.${hit}`, filter)}`;
    return `CASE ${known} WHEN EXISTS (${found}) THEN 1 ELSE 0 END = 1`;
  }

  function visitField(field: VisitField, filter: IdFilter): string {
    const [kind, column] = field.split(':');
    if (kind !== 'new') return VISIT_FIELDS[field] ?? `v.${field}`;
    const same = column ? ` AND e.${column} = v.${column}` : '';
    const earlier = `SELECT 1 FROM visit e WHERE e.website_id = v.website_id AND e.day = v.day AND e.visitor = v.visitor AND e.no < v.no${same} AND ${predicate(filter, 'e')}`;
    return `(CASE WHEN v.no = 1 THEN 1 WHEN EXISTS (${earlier}) THEN 0 ELSE 1 END)`;
  }

  function where({ website, filter, chunk: { from, to, visitors } }: Matches): string {
    const conditions = [`v.website_id = ${int(website)}`, `v.day BETWEEN ${int(from)} AND ${int(to)}`];
    if (visitors) {
      const [first, last] = visitors;
      conditions.push(`v.visitor >= ${blob(byteText(first).padEnd(16, '0'))}`);
      conditions.push(`v.visitor <= ${blob(byteText(last).padEnd(16, 'f'))}`);
    }
    conditions.push(predicate(filter, 'v'));
    return ` WHERE ${conditions.join(' AND ')}`;
  }

  return { params, among, predicate, visitField, where };
}

/** The texts of lists that are bound. Every chunk of a read binds the same list, often three times. */
const textsOf = new WeakMap<readonly number[], string>();

function textOf(ids: readonly number[]): string {
  const text = textsOf.get(ids) ?? `[${ids.map(int).join(',')}]`;
  textsOf.set(ids, text);
  return text;
}

function byteText(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

function countRows(text: string): number {
  if (text === '') return 0;
  let rows = 1;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) rows++;
  return rows;
}
