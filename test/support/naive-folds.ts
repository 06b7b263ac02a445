import { DIMENSIONS } from '../../src/domain/statistics.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import type { RecountedVisit } from './metric-rows.ts';
import { type NaiveAttention, pageOf } from './naive-attention.ts';
import { valuesOf } from './recount.ts';

/** A visit with the attention that each page got in it, by the page. */
export interface AttendedVisit extends RecountedVisit {
  firstAt: number;
  /** When the page was viewed that is the exit page. */
  exitAt: number;
  engaged: number;
  readonly pages: Map<string, NaiveAttention>;
}

const IDLE = 30 * 60_000;

/** Returns the visits of hits that were folded in this order, also where hits came late. */
export function visitsOfFolds(folds: readonly (readonly Hit[])[]): AttendedVisit[] {
  const visits: AttendedVisit[] = [];
  for (const fold of folds) {
    for (const hit of [...fold].sort((a, b) => a.time - b.time)) {
      if (hit.visitor === '') continue;
      const mine = visits.filter(({ day, visitor }) => day === hit.day && visitor === hit.visitor);
      const visit = hit.kind === 'pageview' ? visitOfPageview(visits, mine, hit) : runningAt(mine, hit.time);
      if (!visit) continue;
      visit.hits.push(hit);
      if (hit.kind === 'pageview' && hit.time >= visit.exitAt) {
        visit.exitAt = hit.time;
        visit.values.exit_page = pageOf(hit);
      }
      visit.firstAt = Math.min(visit.firstAt, hit.time);
      visit.lastAt = Math.max(visit.lastAt, hit.time);
      const most = Math.min(86_400, Math.floor((hit.time - visit.firstAt) / 1000) + 60);
      const seconds = Math.max(0, Math.min(hit.seconds, most - visit.engaged));
      visit.engaged += seconds;
      const page = pageOf(hit);
      if (hit.kind === 'pageview' || (hit.seconds === 0 && hit.depth === null)) continue;
      if (!visit.hits.some(one => one.kind === 'pageview' && pageOf(one) === page)) continue;
      const known = visit.pages.get(page) ?? { seconds: null, depth: null };
      if (hit.seconds > 0) known.seconds = (known.seconds ?? 0) + seconds;
      if (hit.depth !== null) known.depth = Math.max(hit.depth, known.depth ?? 0);
      visit.pages.set(page, known);
    }
  }
  return visits;
}

function visitOfPageview(visits: AttendedVisit[], mine: readonly AttendedVisit[], hit: Hit): AttendedVisit {
  const soon = mine.filter(({ firstAt }) => firstAt > hit.time && firstAt - hit.time <= IDLE);
  const next = soon.find(({ firstAt }) => firstAt === Math.min(...soon.map(one => one.firstAt)));
  const visit = runningAt(mine, hit.time) ?? next;
  const values = valuesOf(hit);
  const differs = (name: string) => values[name] !== '' && values[name] !== visit?.values[name];
  if (visit && !differs('referrer') && !differs('campaign')) return visit;
  const own = { ...values };
  for (const { name, scope } of DIMENSIONS) if (scope === 'visitor' && mine[0]) own[name] = mine[0].values[name] ?? '';
  const { day, visitor, hour, time } = hit;
  const begun = {
    day,
    visitor,
    hour,
    values: own,
    hits: [],
    firstAt: time,
    exitAt: time,
    lastAt: time,
    engaged: 0,
    pages: new Map(),
  };
  visits.push(begun);
  return begun;
}

/** Of several visits at that time, returns the one that began last. */
function runningAt(mine: readonly AttendedVisit[], time: number): AttendedVisit | undefined {
  const running = mine.filter(({ firstAt, lastAt }) => firstAt <= time && time - lastAt <= IDLE);
  return running.findLast(({ firstAt }) => firstAt === Math.max(...running.map(one => one.firstAt)));
}
