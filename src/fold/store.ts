import type { Attended } from '../counting/attention.ts';
import type { EventAmount } from '../counting/folded.ts';
import type { FoldHit } from '../counting/visit.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import { readAmounts, writeAmounts } from '../db/rollups/amounts.ts';
import { blob, insertRows, int, Text } from '../db/sql.ts';
import { addAmounts } from '../domain/amount.ts';
import type { HitKind } from '../domain/stored-hit.ts';
import { attentionCells } from './attention.ts';

const NO_ATTENTION = { engaged: null, depth: null };
const NOBODY = '0000000000000000';
/** From this many hits on, those without an event are worth a shorter statement of their own. */
const MANY = 200;

interface HitOptions {
  readonly keepFrom: number;
  readonly nextHit: number;
  /** The visit number of each hit. */
  readonly visitNos: readonly number[];
  readonly attended: Attended;
  /** The numbers of the rollups whose values are stored with a hit. */
  readonly event: number;
  readonly page: number;
  readonly host: number;
  /** The import that the hits are of, if any. */
  readonly importId?: number | undefined;
  readonly idOf: (id: number) => number;
}

/**
 * Writes the hits of days from `keepFrom` on (since 1970-01-01), in the given order; returns the next free hit number.
 */
export async function saveHits(
  tx: Executor,
  website: number,
  hits: readonly FoldHit[],
  order: Uint32Array,
  options: HitOptions,
): Promise<number> {
  const { keepFrom, visitNos, attended, event, page, host, importId, idOf } = options;
  const ofImport = importId === undefined ? '' : `,${int(importId)}`;
  let { nextHit } = options;
  const numbers = hits.map(({ kind, day }) => (isStored(kind) && day >= keepFrom ? nextHit++ : 0));
  const hasPlain = hits.length >= MANY;
  const isPlain = (index: number) => {
    const { kind, amount, properties } = hits[index] as FoldHit;
    return hasPlain && kind !== 'event' && amount === null && properties.length === 0 && !attended.ofHits.has(index);
  };
  const hasAttention = attended.ofHits.size > 0;
  const hasProperties = hits.some(({ properties }) => properties.length > 0);
  function* rows(plain: boolean): Generator<string | (string | Text)[]> {
    for (const index of order) {
      const hit = hits[index] as FoldHit;
      const number = numbers[index] as number;
      if (number === 0 || isPlain(index) !== plain) continue;
      const row = `${int(website)},${int(hit.day)},${blob(hit.visitor || NOBODY)},${int(number)},${int(hit.time)},${int(hit.hour)},${int(visitNos[index] ?? 0)},${int(idOf(hit.valueId(page)))},${int(idOf(hit.valueId(host)))}${ofImport}`;
      if (plain) yield row;
      else {
        const isEvent = hit.kind === 'event';
        yield [
          row,
          isEvent ? int(idOf(hit.valueId(event))) : 'NULL',
          hit.amount === null ? 'NULL' : new Text(hit.amount),
          isEvent && hit.unit !== 0 ? int(idOf(hit.unit)) : 'NULL',
          ...(hasProperties ? [propertiesCell(hit.properties, idOf)] : []),
          ...(hasAttention ? [attentionCells(attended.ofHits.get(index) ?? NO_ATTENTION)] : []),
        ];
      }
    }
  }
  const key = ['website_id', 'day', 'visitor', 'id', 'at', 'hour', 'visit_no', 'page', 'host'];
  const columns = ofImport === '' ? key : [...key, 'import_id'];
  if (hasPlain) await insertRows(tx, { table: 'hit', columns, rows: rows(true) });
  const more = [
    ...['event', 'amount', 'unit'],
    ...(hasProperties ? ['props'] : []),
    ...(hasAttention ? ['engaged', 'depth'] : []),
  ];
  await insertRows(tx, { table: 'hit', columns: [...columns, ...more], rows: rows(false) });
  return nextHit;
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
