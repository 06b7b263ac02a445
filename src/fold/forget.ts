import { COLUMNS, type Part } from '../counting/columns.ts';
import { PartBuilder } from '../db/columns/part-builder.ts';
import { addRows } from '../db/columns/read-rows.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import { isRegistered, lockFold } from '../db/rollups/fold-state.ts';
import { isImportAtWork } from '../db/rollups/held-import.ts';
import {
  readAmountsOfStrays,
  readAmountsOfVisits,
  readStraysAgain,
  readVisitKeys,
  removeStrays,
  removeVisits,
  renumberVisits,
  type StrayHit,
  type VisitKey,
} from '../db/visits/forget.ts';
import { ALL_COUNTED, countPart } from './recount.ts';
import { differenceOf, type Taken, takeOut, type WebsiteDay } from './take-out.ts';

/** What was removed. */
export interface Removed {
  readonly visits: number;
  /** The visitors of these visits, each day's by itself. */
  readonly visitors: number;
  readonly pageviews: number;
  readonly events: number;
}

/** Chooses visits of a part, whose keys are in the same order. */
export type ChooseVisits = (part: Part, keys: readonly VisitKey[]) => readonly VisitKey[];

/** Thrown while an import of the website is being counted or taken out: its check would take what is forgotten for a fault. */
export class ImportAtWork extends Error {
  constructor() {
    super('An import of the website is running; what is chosen is forgotten when it is over.');
  }
}

/**
 * Removes the visits that `choose` chooses of these visitors (16 hex digits each), with their hits, and all that they
 * are worth in the rollups. Returns null if there are none. Throws ImportAtWork, and FoldConflict when another process
 * was faster.
 */
export async function forgetVisits(
  tx: Executor,
  dialect: Dialect,
  of: WebsiteDay,
  visitors: readonly string[],
  choose: ChooseVisits,
): Promise<Removed | null> {
  const { website, day } = of;
  const state = await begin(tx, dialect, of);
  if (!state) return null;
  let part = await partOf(tx, dialect, of, visitors);
  const chosen = choose(part, await readVisitKeys(tx, website, day, visitors));
  if (chosen.length === 0) return null;
  const before = { pageviews: part.count.pageview, events: part.count.event };
  const taken: Taken[] = [];
  // All visits of a visitor on a day are of one import, or of none.
  for (const [importId, visits] of Map.groupBy(chosen, one => one.importId)) {
    const amounts = await readAmountsOfVisits(tx, website, day, visits);
    await removeVisits(tx, website, day, visits);
    await renumberVisits(tx, website, day, [...new Set(visits.map(({ visitor }) => visitor))]);
    const rest = await partOf(tx, dialect, of, visitors);
    const difference = differenceOf(countPart(day, part, 'visits'), countPart(day, rest, 'visits'));
    taken.push({ importId, ...difference, amounts });
    part = rest;
  }
  await takeOut(tx, dialect, of, state, taken);
  return {
    visits: chosen.length,
    visitors: new Set(chosen.map(({ visitor }) => visitor)).size,
    pageviews: before.pageviews - part.count.pageview,
    events: before.events - part.count.event,
  };
}

/** Removes hits that belong to no visit, and all that they are worth; the same otherwise. */
export async function forgetStrays(
  tx: Executor,
  dialect: Dialect,
  of: WebsiteDay,
  chosen: readonly StrayHit[],
): Promise<Removed | null> {
  const { website, day } = of;
  const state = await begin(tx, dialect, of);
  if (!state) return null;
  const hits = await readStraysAgain(tx, website, day, chosen);
  if (hits.length === 0) return null;
  const taken: Taken[] = [];
  for (const [importId, some] of Map.groupBy(hits, one => one.importId)) {
    const { rows, properties } = countPart(day, partOfStrays(day, some), 'hits');
    taken.push({
      importId,
      sums: [...rows.values()],
      properties,
      amounts: await readAmountsOfStrays(tx, website, day, some),
    });
  }
  await removeStrays(tx, website, day, hits);
  await takeOut(tx, dialect, of, state, taken);
  const events = hits.filter(({ event }) => event !== null).length;
  return { visits: 0, visitors: 0, pageviews: hits.length - events, events };
}

/** Returns a part in which each of these hits is a visit of its own. */
export function partOfStrays(day: number, hits: readonly StrayHit[]): Part {
  const builder = new PartBuilder(day, 1);
  for (const { event, hour, page, host, props } of hits) {
    // All numbers of the visit are 0, except that it is the first of its visitor.
    builder.add('visit', VISIT_OF_ONE);
    const kind = event === null ? 'pageview' : 'event';
    builder.increase(event === null ? 'pages' : 'triggers');
    builder.add(kind, event === null ? [0, hour, 0, 0, page, host] : [0, hour, 0, 0, event, page, 0]);
    if (props !== null) builder.addProperties(kind, props);
  }
  return builder.build();
}

const { plain, ids } = COLUMNS.visit;
const VISIT_OF_ONE: readonly number[] = [...plain, ...ids].map(name => Number(name === 'first'));

async function begin(tx: Executor, dialect: Dialect, { website, day }: WebsiteDay) {
  if (!(await isRegistered(tx, website))) return null;
  const state = await lockFold(tx, dialect, website);
  if (await isImportAtWork(tx, website)) throw new ImportAtWork();
  // Without all of its hits, a day cannot be counted again.
  return day < state.keptFrom ? null : state;
}

async function partOf(tx: Executor, dialect: Dialect, { website, day }: WebsiteDay, only: readonly string[]) {
  const builder = new PartBuilder(day, 1);
  await addRows(tx, dialect, website, { from: day, to: day, only }, { of: () => builder, columns: ALL_COUNTED });
  return builder.build();
}
