import type { Attended } from '../counting/attention.ts';
import type { EventAmount } from '../counting/folded.ts';
import { ROLLUP_EVENT, ROLLUP_HOST, ROLLUP_PAGE } from '../counting/rollups.ts';
import type { FoldHit } from '../counting/visit.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import { readAmounts, writeAmounts } from '../db/rollups/amounts.ts';
import { insertRows, int, Text } from '../db/sql.ts';
import { SqlText } from '../db/sql-text.ts';
import { insertWritten } from '../db/written-rows.ts';
import { addAmounts } from '../domain/amount.ts';
import type { HitKind } from '../domain/stored-hit.ts';
import { attentionCells } from './attention.ts';
import type { Slice } from './order.ts';

const NO_ATTENTION = { engaged: null, depth: null };
const NOBODY = '0000000000000000';
/** From this many hits on, those without an event are worth a shorter statement of their own. */
const MANY = 200;

interface HitOptions {
  readonly idOf: (id: number) => number;
  /** The visit number of each hit. */
  readonly visitNos: readonly number[];
  readonly attended: Attended;
  /** The import that the hits are of, if any. */
  readonly importId: number | undefined;
}

/**
 * Returns the number of each hit that is stored, from `nextHit` on, and 0 for the others: those that are only counted, and
 * those of days before `keepFrom` (since 1970-01-01).
 */
export function numbersOf(
  hits: readonly Pick<FoldHit, 'kind' | 'day'>[],
  keepFrom: number,
  nextHit: number,
): Float64Array {
  const numbers = new Float64Array(hits.length);
  let next = nextHit;
  for (let index = 0; index < hits.length; index++) {
    const { kind, day } = hits[index] as FoldHit;
    if (isStored(kind) && day >= keepFrom) numbers[index] = next++;
  }
  return numbers;
}

/** Writes the hits that have a number, in the given order. */
export async function saveHits(
  tx: Executor,
  website: number,
  { hits, numbers, order }: Slice,
  options: HitOptions,
): Promise<void> {
  const { visitNos, attended, importId, idOf } = options;
  const ofImport = importId === undefined ? '' : `,${int(importId)}`;
  const hasPlain = hits.length >= MANY;
  const isPlain = (index: number) => {
    const { kind, amount, properties } = hits[index] as FoldHit;
    return hasPlain && kind !== 'event' && amount === null && properties.length === 0 && !attended.ofHits.has(index);
  };
  const hasAttention = attended.ofHits.size > 0;
  const hasProperties = hits.some(({ properties }) => properties.length > 0);
  const writeKey = (index: number, into: SqlText) => {
    const { day, visitor, time, hour } = hits[index] as FoldHit;
    into.int(website).raw(',').int(day).raw(',');
    into.blob(visitor || NOBODY).raw(',');
    into
      .int(numbers[index] as number)
      .raw(',')
      .int(time)
      .raw(',')
      .int(hour)
      .raw(',');
    into.int(visitNos[index] ?? 0);
    for (const rollup of [ROLLUP_PAGE, ROLLUP_HOST]) into.raw(',').int(idOf((hits[index] as FoldHit).valueId(rollup)));
    into.raw(ofImport);
  };
  const key = ['website_id', 'day', 'visitor', 'id', 'at', 'hour', 'visit_no', 'page', 'host'];
  const columns = ofImport === '' ? key : [...key, 'import_id'];
  const plain: number[] = [];
  const others: number[] = [];
  for (const index of order) if (numbers[index] !== 0) (isPlain(index) ? plain : others).push(index);
  await insertWritten(tx, {
    ...{ table: 'hit', columns, count: plain.length },
    write: (row, into) => writeKey(plain[row] as number, into),
  });
  const text = new SqlText();
  function* rows(): Generator<(string | Text)[]> {
    for (const index of others) {
      const hit = hits[index] as FoldHit;
      const isEvent = hit.kind === 'event';
      writeKey(index, text);
      yield [
        text.take(),
        isEvent ? int(idOf(hit.valueId(ROLLUP_EVENT))) : 'NULL',
        hit.amount === null ? 'NULL' : new Text(hit.amount),
        isEvent && hit.unit !== 0 ? int(idOf(hit.unit)) : 'NULL',
        ...(hasProperties ? [propertiesCell(hit.properties, idOf)] : []),
        ...(hasAttention ? [attentionCells(attended.ofHits.get(index) ?? NO_ATTENTION)] : []),
      ];
    }
  }
  const more = [
    ...['event', 'amount', 'unit'],
    ...(hasProperties ? ['props'] : []),
    ...(hasAttention ? ['engaged', 'depth'] : []),
  ];
  await insertRows(tx, { table: 'hit', columns: [...columns, ...more], rows: rows() });
}

/** Returns whether hits of a kind are stored, rather than only counted. */
function isStored(kind: HitKind): boolean {
  return kind === 'pageview' || kind === 'event';
}

/** Returns the ids of keys and values as `;key=value;key=value`. */
function propertiesCell(ids: readonly number[], idOf: (id: number) => number): string {
  if (ids.length === 0) return 'NULL';
  let text = '';
  for (let at = 0; at < ids.length; at += 2)
    text += `;${int(idOf(ids[at] as number))}=${int(idOf(ids[at + 1] as number))}`;
  return `'${text}'`;
}

/** Adds event amounts to the stored sums, exactly. */
export async function saveAmounts(
  tx: Executor,
  dialect: Dialect,
  website: number,
  added: readonly EventAmount[],
  idOf: (id: number) => number,
): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ day, event, unit, amount }) => ({ day, event: idOf(event), unit: idOf(unit), amount }));
  const unique = (numbers: number[]) => [...new Set(numbers)];
  const stored = new Map(
    (await readAmounts(tx, website, unique(rows.map(({ day }) => day)), unique(rows.map(({ event }) => event)))).map(
      row => [`${row.day}:${row.event}:${row.unit}`, row.amount],
    ),
  );
  await writeAmounts(
    tx,
    dialect,
    website,
    rows.map(row => {
      const before = stored.get(`${row.day}:${row.event}:${row.unit}`);
      return before === undefined ? row : { ...row, amount: addAmounts(before, row.amount) };
    }),
  );
}
