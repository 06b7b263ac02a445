import { type Attended, attend, type PageAttention, type StoredPageview } from '../counting/attention.ts';
import type { Folded } from '../counting/folded.ts';
import type { FoldHit, Visit } from '../counting/visit.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import { blob, insertRows, int } from '../db/sql.ts';
import { readPageviews } from '../db/visits/attention.ts';

const NOTHING: Attended = { ofHits: new Map(), stored: [] };

/**
 * Adds the attention that hits report to the sums. Only if a hit is of a visit that was stored before, and of a day from
 * `keepFrom` on, pageviews are read.
 */
export async function attendPages(
  tx: Executor,
  website: number,
  hits: readonly FoldHit[],
  visits: readonly (Visit[] | undefined)[],
  folded: Folded,
  keepFrom: number,
): Promise<Attended> {
  const { engagements, visitNos } = folded;
  if (engagements.length === 0) return NOTHING;
  const days = new Map<number, Map<string, Visit[]>>();
  for (const { at } of engagements) {
    const { day, visitor } = hits[at] as FoldHit;
    const mine = visits[at] as Visit[];
    if (day < keepFrom || mine.find(({ no }) => no === visitNos[at])?.isNew) continue;
    const visitors = days.get(day) ?? new Map<string, Visit[]>();
    days.set(day, visitors.set(visitor, mine));
  }
  const stored: (readonly [Visit[], StoredPageview])[] = [];
  for (const [day, visitors] of days)
    for (const pageview of await readPageviews(tx, website, day, [...visitors.keys()]))
      stored.push([visitors.get(pageview.visitor) as Visit[], pageview]);
  return attend(hits, visits, folded, stored);
}

/** Writes the attention of pageviews that were stored before. */
export async function saveAttention(
  tx: Executor,
  dialect: Dialect,
  website: number,
  pageviews: readonly StoredPageview[],
): Promise<void> {
  await insertRows(tx, {
    table: 'hit',
    columns: ['website_id', 'day', 'visitor', 'id', 'at', 'hour', 'visit_no', 'page', 'engaged', 'depth'],
    after: dialect.onConflict(['website_id', 'day', 'visitor', 'id'], [], ['engaged', 'depth']),
    rows: pageviews.map(
      ({ day, visitor, id, time, hour, visitNo, page, ...attention }) =>
        `${int(website)},${int(day)},${blob(visitor)},${int(id)},${int(time)},${int(hour)},${int(visitNo)},${int(page)},${attentionCells(attention)}`,
    ),
  });
}

/** Returns the cells of `engaged` and `depth`. */
export function attentionCells({ engaged, depth }: PageAttention): string {
  return `${engaged === null ? 'NULL' : int(engaged)},${depth === null ? 'NULL' : int(depth)}`;
}
