import { chunksOfShare, WHOLE } from '../counting/chunks.ts';
import { PartBuilder } from '../db/columns/part-builder.ts';
import { addRows, readRowSizes } from '../db/columns/read-rows.ts';
import type { Dialect } from '../db/dialect.ts';
import { readStrays, readVisitKeys, type StrayHit, type VisitKey } from '../db/visits/forget.ts';
import type { ForgetCounts } from '../domain/forget.ts';
import type { Matcher } from './matcher.ts';

/** Hits that belong to no visit are looked at so many at a time. */
const STRAYS = 500;

/** What is chosen among some visitors of a day, or among some hits that belong to no visit. */
export interface Found extends ForgetCounts {
  /** 16 hex digits each. */
  readonly chosen: readonly string[];
  readonly strays: readonly StrayHit[];
}

/** Yields what is chosen on a day (since 1970-01-01), each as of one moment; what is empty is left out. */
export async function* foundOn(
  dialect: Dialect,
  website: number,
  day: number,
  matcher: Matcher,
): AsyncGenerator<Found> {
  for (const size of await readRowSizes(dialect, website, { from: day, to: day }))
    for (const chunk of chunksOfShare(size, WHOLE)) {
      const [first, last] = chunk.visitors ?? [0, 255];
      const visitors = { from: hexOf(first).padEnd(16, '0'), to: hexOf(last).padEnd(16, 'f') };
      const { part, keys } = await dialect.snapshot(async tx => {
        const builder = new PartBuilder(day, 1);
        const columns = new Set([...matcher.columns, 'visit.pageviews', 'visit.events']);
        await addRows(tx, dialect, website, chunk, { of: () => builder, columns });
        return { part: builder.build(), keys: await readVisitKeys(tx, website, day, visitors) };
      });
      const visits = matcher.visits(part, keys);
      if (visits.length === 0) continue;
      const places = new Map<VisitKey, number>(keys.map((key, at) => [key, at]));
      const sum = (column: string) => {
        const { values } = part.column('visit', column);
        return visits.reduce((total, key) => total + (values[places.get(key) as number] as number), 0);
      };
      const chosen = [...new Set(visits.map(({ visitor }) => visitor))];
      yield {
        ...{ chosen, strays: [], visits: visits.length, visitors: chosen.length },
        ...{ pageviews: sum('pageviews'), events: sum('events') },
      };
    }
  if (!matcher.hasStrays) return;
  let last: StrayHit | null = null;
  for (;;) {
    const hits: StrayHit[] = await readStrays(dialect, website, day, last, STRAYS);
    const strays = matcher.strays(day, hits);
    const events = strays.filter(({ event }) => event !== null).length;
    if (strays.length > 0)
      yield { chosen: [], strays, visits: 0, visitors: 0, pageviews: strays.length - events, events };
    last = hits.at(-1) ?? null;
    if (hits.length < STRAYS) return;
  }
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
