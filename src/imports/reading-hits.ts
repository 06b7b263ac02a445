import type { ImportRow } from '../db/models/import.ts';
import type { Hit } from '../domain/stored-hit.ts';
import { textAt } from '../fold/text-table.ts';
import type { DistinctCounter } from './bounded/distinct.ts';
import type { ImportContext } from './context.ts';
import { hashText } from './hash.ts';
import { OF_CRAWLERS, OF_HITS, type Verdict } from './judge.ts';
import { openSorted } from './running-hits.ts';
import type { SeenRows } from './seen-rows.ts';
import type { HitSorter } from './sorted/sorter.ts';
import type { Tally } from './tally.ts';

type CountedHit = Pick<Hit, 'kind' | 'day' | 'visitor'>;

/** What is found out about hits while they are read. */
export interface ReadHits {
  readonly seen: SeenRows;
  readonly tally: Tally;
  /** The visitors of each day. */
  readonly visitors: DistinctCounter;
}

/** Adds rows of hits to what was seen, and gives those that count to the sorter, if there is one. */
export async function readHits(
  verdicts: readonly Verdict[],
  { seen, tally, visitors }: ReadHits,
  sorter: HitSorter | null,
): Promise<void> {
  for (const verdict of verdicts) {
    if (verdict.type === 'left out') seen.leaveOut(verdict.reason);
    else if (verdict.type === 'bad') seen.leaveOutBad(verdict);
    else if (verdict.type === 'note') seen.note(verdict);
    else {
      const { hit } = verdict;
      seen.count(hit.day);
      addHits(tally, hit, rollup => hit.values[rollup] || '', 1);
      addVisitor(visitors, hit);
      sorter?.add(verdict);
      if (sorter?.isFull) await sorter.write();
    }
  }
}

/**
 * Leaves out the hits that an earlier file of the import has as well, now that equal ones are together. Their values and
 * days stay, because those that are left have the same; where rows name no visitor, equal ones can be of different ones.
 */
export async function leaveOutRepeats(
  context: ImportContext,
  row: ImportRow,
  { seen, tally, visitors }: ReadHits,
): Promise<void> {
  const sorted = await openSorted(context, row);
  try {
    if (!sorted.isOfSeveralFiles) return;
    visitors.clear();
    for (let batch = 0; batch < sorted.batches; batch++) {
      context.signal?.throwIfAborted();
      const { counted, repeated } = await sorted.divide(batch);
      for (const { hit } of counted) addVisitor(visitors, hit);
      seen.leaveOutRepeated(repeated.length);
      for (const { hit } of repeated) addHits(tally, hit, rollup => textAt(hit, rollup), -1);
    }
  } finally {
    await sorted.close();
  }
}

function addVisitor(visitors: DistinctCounter, { kind, day, visitor }: CountedHit): void {
  if (kind !== 'pageview' || visitor === '') return;
  const [high, low] = hashText(visitor, day) as unknown as [number, number];
  visitors.add(high, low);
}

/** Adds as many hits as `count` says, which are less than none for those that were added before. */
function addHits(tally: Tally, { kind, day }: CountedHit, textOf: (rollup: number) => string, count: 1 | -1): void {
  if (kind === 'engagement') return;
  if (kind === 'crawl') {
    for (const { name, rollup } of OF_CRAWLERS) tally.add(name, rollup, textOf(rollup), count);
    return;
  }
  const total = kind === 'event' ? 'events' : 'pageviews';
  tally.addTotal(total, count);
  tally.addDay(day, total, count);
  for (const { name, rollup, scope, skipEmpty } of OF_HITS) {
    if ((scope === 'event') !== (kind === 'event')) continue;
    const value = textOf(rollup);
    if (value !== '' || !skipEmpty) tally.add(name, rollup, value, count);
  }
}
