import type { StoredPageview } from '../../counting/attention.ts';
import type { Executor } from '../dialect.ts';
import { spaced } from '../spaced.ts';
import { blob, lookUp } from '../sql.ts';
import { VISITOR_DIGITS } from './visits.ts';

/** Added to numbers, so that texts of them are as long as each other and in the same order. */
const LONG = 1e15;

/**
 * Returns, for every page in the visits of these visitors (16 hex digits each) on one day (since 1970-01-01), the
 * pageview with its attention, or else the latest.
 */
export async function readPageviews(
  tx: Executor,
  website: number,
  day: number,
  visitors: readonly string[],
): Promise<StoredPageview[]> {
  const pageview = spaced([
    'CASE WHEN engaged IS NULL AND depth IS NULL THEN 0 ELSE 1 END',
    `(at + ${LONG})`,
    `(id + ${LONG})`,
    'hour',
    'COALESCE(engaged, -1)',
    'COALESCE(depth, -1)',
  ]);
  // One text a row, as for visits; the greatest of them is the one that is wanted.
  const rows = await lookUp<{ body: string }>(tx, {
    table: 'hit',
    columns: [`${spaced(['LOWER(HEX(visitor))', 'visit_no', 'page', `MAX(${pageview})`])} AS body`],
    website,
    where: { column: 'day', is: day },
    key: 'visitor',
    among: visitors.map(blob),
    after: ' AND event IS NULL AND visit_no > 0 GROUP BY website_id, day, visitor, visit_no, page',
  });
  return rows.map(({ body }) => {
    const numbers = body
      .slice(VISITOR_DIGITS + 1)
      .split(' ')
      .map(Number);
    const [visitNo, page, , time, id, hour, engaged, depth] = numbers as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    return {
      ...{ day, visitor: body.slice(0, VISITOR_DIGITS), id: id - LONG, time: time - LONG, hour, visitNo, page },
      engaged: engaged < 0 ? null : engaged,
      depth: depth < 0 ? null : depth,
    };
  });
}
