import type { Engagement, Folded } from './folded.ts';
import { DEPTH_AT, DEPTHS_AT, ENGAGED_AT, ENGAGED_PAGES_AT } from './measure.ts';
import { ROLLUP_DAY, ROLLUP_HOUR, ROLLUP_PAGE, type Sums, sumsAt } from './rollups.ts';
import type { FoldHit, Visit } from './visit.ts';

/** What is known of the attention that a page got in a visit. */
export interface PageAttention {
  /** Engaged seconds; null when none were sent. */
  readonly engaged: number | null;
  /** The greatest depth in percent; null when none was sent. */
  readonly depth: number | null;
}

/** The pageview that keeps the attention of its page in a visit: the one that has it, or else the latest. */
export interface StoredPageview extends PageAttention {
  readonly day: number;
  readonly visitor: string;
  readonly id: number;
  readonly time: number;
  readonly hour: number;
  readonly visitNo: number;
  readonly page: number;
}

/** The pageviews that got attention, with all of it: by the positions of hits, and stored ones. */
export interface Attended {
  readonly ofHits: ReadonlyMap<number, PageAttention>;
  readonly stored: readonly StoredPageview[];
}

interface Keeper {
  readonly time: number;
  /** The position of a pageview that is being folded, or the stored one. */
  readonly pageview: number | StoredPageview;
  engaged: number | null;
  depth: number | null;
  isChanged: boolean;
}

/**
 * Adds the attention that engagements and events report to their pages, and to the sums: all attention that a page gets
 * in a visit is kept by one of its pageviews. What belongs to no earlier pageview of the visit is left out. `visits` are those
 * of each hit, as for `attribute`; `stored` has the pageviews of the visits of engagements that were stored before.
 */
export function attend(
  hits: readonly FoldHit[],
  visits: readonly (Visit[] | undefined)[],
  { engagements, visitNos, sums }: Folded,
  stored: readonly (readonly [visits: Visit[], pageview: StoredPageview])[],
): Attended {
  const keepers = new Map<Visit[], Map<number, Keeper>>();
  for (const { at } of engagements) keepers.set(visits[at] as Visit[], new Map());
  for (const [mine, pageview] of stored) {
    const { visitNo, page, time, engaged, depth } = pageview;
    keepers.get(mine)?.set(keyOf(visitNo, page), { time, pageview, engaged, depth, isChanged: false });
  }
  let next = 0;
  hits.forEach((hit, at) => {
    const mine = visits[at];
    const ofPages = mine && keepers.get(mine);
    if (!ofPages) return;
    const visitNo = visitNos[at] as number;
    if (hit.kind === 'pageview') {
      const key = keyOf(visitNo, hit.valueId(ROLLUP_PAGE));
      const known = ofPages.get(key);
      if (!known || (!hasAttention(known) && known.time <= hit.time))
        ofPages.set(key, { time: hit.time, pageview: at, engaged: null, depth: null, isChanged: false });
    }
    // Only pageviews before it count, as if it had been folded before the others arrived.
    const engagement = engagements[next];
    if (engagement?.at !== at) return;
    next++;
    const page = hit.knownId(ROLLUP_PAGE);
    const keeper = ofPages.get(keyOf(visitNo, page));
    if (!keeper) return;
    const ofDay = sums.get(hit.day) ?? [];
    const { hour } = mine.find(({ no }) => no === visitNo) as Visit;
    add(keeper, engagement, sumsAt(ofDay, ROLLUP_PAGE, page), [
      sumsAt(ofDay, ROLLUP_DAY, 0),
      sumsAt(ofDay, ROLLUP_HOUR, hour),
    ]);
  });
  const ofHits = new Map<number, PageAttention>();
  const ofStored: StoredPageview[] = [];
  for (const ofVisitor of keepers.values())
    for (const { pageview, engaged, depth, isChanged } of ofVisitor.values()) {
      if (!isChanged) continue;
      if (typeof pageview === 'number') ofHits.set(pageview, { engaged, depth });
      else ofStored.push({ ...pageview, engaged, depth });
    }
  return { ofHits, stored: ofStored };
}

/** Returns one number for a visit of a visitor and the value id of a page, which can be below 0. */
function keyOf(visitNo: number, page: number): number {
  return visitNo * 2 ** 32 + page;
}

function hasAttention({ engaged, depth }: Keeper): boolean {
  return engaged !== null || depth !== null;
}

function add(keeper: Keeper, { seconds, depth }: Engagement, ofPage: Sums, others: readonly Sums[]): void {
  keeper.isChanged = true;
  if (seconds !== null) {
    for (const row of [ofPage, ...others]) {
      if (keeper.engaged === null) row[ENGAGED_PAGES_AT]!++;
      row[ENGAGED_AT]! += seconds;
    }
    keeper.engaged = (keeper.engaged ?? 0) + seconds;
  }
  if (depth !== null) {
    if (keeper.depth === null) ofPage[DEPTHS_AT]!++;
    ofPage[DEPTH_AT]! += Math.max(0, depth - (keeper.depth ?? 0));
    keeper.depth = Math.max(depth, keeper.depth ?? 0);
  }
}
