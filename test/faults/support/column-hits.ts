import fc from 'fast-check';
import { dateOf } from '../../../src/domain/calendar.ts';
import { type Filter, type FilterJson, filterJson } from '../../../src/domain/filter.ts';
import type { StatName } from '../../../src/domain/statistics.ts';
import type { Hit } from '../../../src/domain/stored-hit.ts';
import { hitOf } from '../../support/hits.ts';
import { arbitraryFilter } from '../../support/random-filters.ts';
import { recount } from '../../support/recount.ts';
import type { Random } from './random.ts';

const DAY = 86_400_000;
const NAMES: readonly StatName[] = [
  'page',
  'landing_page',
  'event',
  'country',
  'browser',
  'campaign',
  'referrer',
  'pageviews',
  'visitors',
  'pageviews_hours',
];

/** Accepts all visits. */
const NO_FILTER: Filter = { and: [] };

/** Returns hits of each day up to `lastDay` (since 1970-01-01), in the order of time, with the values of `arbitraryFilter`. */
export function randomHits(random: Random, website: number, lastDay: number, days: number, aDay: number): Hit[] {
  const hits: Hit[] = [];
  for (let day = lastDay - days + 1; day <= lastDay; day++) {
    // Some days have none.
    if (random.below(10) === 0) continue;
    const times = Array.from({ length: 1 + random.below(2 * aDay) }, () => random.below(DAY));
    for (const time of [...new Set(times)].sort((a, b) => a - b))
      hits.push(randomHit(random, website, day * DAY + time));
  }
  return hits;
}

function randomHit(random: Random, website: number, time: number): Hit {
  const isEvent = random.below(4) === 0;
  return hitOf({
    website,
    time,
    visitor: random.of(['1', '6', 'b', 'f']).padEnd(16, random.of(['a', 'b'])),
    kind: isEvent ? 'event' : 'pageview',
    values: {
      page: random.of(['/', '/a', '/A', '/blog/Post?x=1', `/${random.below(400)}`]),
      referrer: random.of(['', '', '', 'x.example', 'y.example']),
      campaign: random.of(['', '', '', 'Sale', 'sale']),
      country: random.of(['', 'DE:Germany', 'FR:France']),
      browser: random.of(['', 'Chrome', 'Firefox']),
      ...(isEvent ? { event: random.of(['Go', 'Go/a', 'e']) } : {}),
    },
  });
}

/** A question and its answer, recounted from the hits that were sent. */
export interface Question {
  readonly website: number;
  readonly name: StatName;
  readonly from: string;
  readonly to: string;
  readonly filter: Filter;
  readonly rows: Readonly<Record<string, number>>;
  readonly visits: number;
}

/** Returns random questions about months of these hits. */
export function randomQuestions(
  random: Random,
  hits: readonly Hit[],
  { lastDay, days, count, isFiltered = true }: { lastDay: number; days: number; count: number; isFiltered?: boolean },
): Question[] {
  const byDay = Map.groupBy(hits, ({ website, day }) => `${website} ${day}`);
  // Without a filter, events of no visit count, too.
  const names = isFiltered ? NAMES : NAMES.filter(name => name !== 'event');
  const filters = fc.sample(arbitraryFilter, { seed: random.seed, numRuns: count });
  return filters.map(some => {
    const filter = isFiltered ? some : NO_FILTER;
    const website = 1 + random.below(2);
    const name = random.of(names);
    const first = lastDay - random.below(days);
    const last = Math.min(lastDay, first + random.below(days));
    const rows: Record<string, number> = {};
    let visits = 0;
    // Each day is counted by itself, because nothing belongs to two.
    for (let day = first; day <= last; day++) {
      const counted = recount(byDay.get(`${website} ${day}`) ?? [], filter, day, day);
      visits += counted.visits.length;
      for (const [value, some] of Object.entries(counted.rows(name))) rows[value] = (rows[value] ?? 0) + some;
    }
    return { website, name, from: dateOf(first), to: dateOf(last), filter, rows, visits };
  });
}

/**
 * Returns the filter as both APIs write it, with a condition that is always true, so that no cache has the answer; null for
 * a question that has none.
 */
export function unheardOf(filter: Filter, unique: string): FilterJson | null {
  if (filter === NO_FILTER) return null;
  return { and: [filterJson(filter), { not: { name: 'PAGE', operator: 'IS', values: [`/never-${unique}`] } }] };
}
