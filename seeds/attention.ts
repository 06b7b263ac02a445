import type { Hit } from '../src/domain/stored-hit.ts';
import { engagement, laterBase, textOf } from './hits.ts';
import type { Random } from './random.ts';

/** The pages that begin so are read for so many seconds at the end of a visit, and scrolled at least so far. */
const READING: readonly (readonly [page: string, seconds: number, depth: number])[] = [
  ['/blog/', 110, 45],
  ['/docs/', 95, 35],
  ['/pricing', 50, 70],
  ['/signup', 40, 85],
  ['/changelog', 45, 25],
  ['/login', 12, 90],
  ['', 32, 30],
];
/** The share of pageviews whose reader was there long enough for the tracker to say so. */
const ATTENDED = 0.9;
const PAUSE = 30 * 60_000;

/** Returns the attention that the pages of a visitor got. `hits` are by time. */
export function attentionOf(hits: readonly Hit[], timezone: string, random: Random): Hit[] {
  const views = hits.filter(({ kind }) => kind === 'pageview');
  return views.flatMap((view, at) => {
    const page = textOf(view, 'page');
    const [, usual, least] = READING.find(([prefix]) => page.startsWith(prefix)) as (typeof READING)[number];
    // No two pages are alike.
    const liking = ((page.length * 37) % 41) / 40;
    const start = least + 22 * liking - 8;
    const depth = Math.min(100, Math.round(start + (112 - start) * random() ** 1.5));
    const share = (0.6 + 0.8 * liking) * random();
    const next = views[at + 1]?.time ?? Number.POSITIVE_INFINITY;
    const stay = next - view.time < PAUSE ? (next - view.time) / 1_000 : 2.2 * usual * share;
    const seconds = Math.floor(stay * (0.55 + 0.4 * random()));
    const base = random() < ATTENDED && seconds > 0 && laterBase(view, view.time + Math.floor(stay * 1_000), timezone);
    return base ? [engagement(base, page, { seconds, depth })] : [];
  });
}
