import { addAmounts } from '../../src/domain/amount.ts';
import type { EventStep, PageStep, Visit } from './shop-visits.ts';

/** A pageview or an event that counts, the page that it is on, and the seconds since the visit began. */
interface Hit {
  readonly step: PageStep | EventStep;
  readonly page: string;
  readonly second: number;
}

type Counts = Record<string, number>;

/** A step of the funnel of the shop: a page, or an event with the value of its property `plan`. */
export const FUNNEL = [
  { kind: 'PAGE', pattern: '/products' },
  { kind: 'PAGE', pattern: '/cart' },
  { kind: 'EVENT', pattern: 'Purchase', conditions: [{ key: 'plan', operator: 'IS', values: ['pro'] }] },
] as const;

/** Counts by slow and obvious loops what the statistics should say about some visits. */
export function countsOf(visits: readonly Visit[]) {
  const hits = visits.map(hitsOf);
  const pages = hits.map(some => some.filter(({ step }) => 'page' in step));
  const events = hits.map(some => some.filter(({ step }) => 'event' in step));
  const attention = visits.map(attentionOf);
  const bounces = visits.filter(
    (_, at) => pages[at]?.length === 1 && events[at]?.every(({ step }) => 'event' in step && step.isQuiet),
  );
  const engaged = attention.flatMap(ofVisit => [...ofVisit.values()].map(({ seconds }) => seconds));
  const ends = pages.map(some => some.at(-1)?.page ?? '');
  const pageCounts = countEach(pages.flat().map(({ page }) => page));
  return {
    summary: {
      visitors: new Set(visits.map(({ who }) => who)).size,
      visits: visits.length,
      pageviews: pages.flat().length,
      events: events.flat().length,
      pagesPerVisit: pages.flat().length / visits.length,
      bounceRate: bounces.length / visits.length,
      visitDuration: sum(visits.map(({ steps }) => sum(steps.map(({ seconds }) => seconds)))) / visits.length,
      timeOnPage: mean(engaged),
    },
    pages: Object.fromEntries(
      Object.entries(pageCounts).map(([page, count]) => {
        const some = attention.flatMap(ofVisit => ofVisit.get(page) ?? []);
        const rates = {
          timeOnPage: mean(some.map(({ seconds }) => seconds)),
          scrollDepth: mean(some.map(({ depth }) => depth)),
          exitRate: ends.filter(end => end === page).length / count,
        };
        return [page, { count, ...rates }];
      }),
    ),
    lists: {
      LANDING_PAGE: countEach(pages.map(some => some[0]?.page ?? '')),
      EXIT_PAGE: countEach(ends),
      SOURCE: countEach(visits.map(({ source }) => source)),
      CHANNEL: countEach(visits.map(({ channel }) => channel)),
      CAMPAIGN: countEach(visits.flatMap(({ campaign }) => campaign ?? [])),
      EVENT: countEach(events.flat().map(({ step }) => ('event' in step ? step.event : ''))),
    },
    money: amountsBy(visits, () => 'all').all ?? {},
    amounts: {
      SOURCE: amountsBy(visits, visit => visit.source),
      CHANNEL: amountsBy(visits, visit => visit.channel),
      LANDING_PAGE: amountsBy(visits, visit => hitsOf(visit)[0]?.page ?? ''),
      EVENT: amountsBy(visits, (_, { event }) => event),
    },
    authors: countEach(pages.flat().map(({ step }) => ('page' in step && step.author) || '')),
    plans: countEach(
      events
        .flat()
        .flatMap(({ step }) => ('event' in step && step.event === 'Purchase' ? (step.props?.plan ?? '') : [])),
    ),
    funnel: funnelOf(hits),
    journeys: journeysOf(
      pages.map(some => some.map(({ page }) => page)),
      5,
    ),
    returns: returnsOf(visits),
  };
}

function hitsOf({ steps }: Visit): Hit[] {
  let second = 0;
  let page = '';
  return steps.flatMap(step => {
    const at = second;
    second += step.seconds;
    if ('page' in step) page = step.page;
    return 'event' in step && step.isRepeat ? [] : [{ step, page, second: at }];
  });
}

/** Returns how long each page was read and how far, once for each page of the visit. */
function attentionOf(visit: Visit) {
  const found = new Map<string, { seconds: number; depth: number }>();
  let page = '';
  for (const step of visit.steps) {
    if ('page' in step) page = step.page;
    const { seconds, depth } = found.get(page) ?? { seconds: 0, depth: 0 };
    found.set(page, { seconds: seconds + step.seconds, depth: Math.max(depth, 'page' in step ? step.depth : 0) });
  }
  return found;
}

function amountsBy(visits: readonly Visit[], nameOf: (visit: Visit, step: EventStep) => string) {
  const sums: Record<string, Record<string, string>> = {};
  for (const visit of visits)
    for (const { step } of hitsOf(visit)) {
      if (!('event' in step) || step.value === undefined) continue;
      const { value, unit = '' } = step;
      const name = nameOf(visit, step);
      sums[name] = { ...sums[name], [unit]: addAmounts(sums[name]?.[unit] ?? '0', value) };
    }
  return sums;
}

function fits({ step }: Hit, { kind, pattern, ...rest }: (typeof FUNNEL)[number]): boolean {
  if ('page' in step) return kind === 'PAGE' && step.page === pattern;
  const conditions = 'conditions' in rest ? rest.conditions : [];
  return step.event === pattern && conditions.every(({ key, values: [value] }) => step.props?.[key] === value);
}

function funnelOf(visits: readonly (readonly Hit[])[]) {
  const reached = visits.map(hits => {
    const found: number[] = [];
    for (const step of FUNNEL) {
      const at = hits.findIndex((hit, place) => place > (found.at(-1) ?? -1) && fits(hit, step));
      if (at < 0) break;
      found.push(at);
    }
    return found;
  });
  return FUNNEL.map((_, number) => {
    const here = reached.filter(({ length }) => length > number).length;
    const seconds = reached
      .flatMap((found, visit) => {
        const [from, to] = [found[number - 1], found[number]].map(at => visits[visit]?.[at ?? -1]?.second);
        return from === undefined || to === undefined ? [] : to - from;
      })
      .sort((a, b) => a - b);
    const lost = reached.flatMap((found, visit) => {
      if (found.length !== number + 1 || number + 1 === FUNNEL.length) return [];
      const after = visits[visit]?.slice((found.at(-1) ?? 0) + 1) ?? [];
      return after.find(({ step }) => 'page' in step)?.page ?? '(end)';
    });
    return {
      reached: here,
      dropped: lost.length,
      medianSeconds: seconds[Math.ceil(seconds.length / 2) - 1] ?? null,
      p90Seconds: seconds[Math.ceil(0.9 * seconds.length) - 1] ?? null,
      droppedTo: countEach(lost),
    };
  });
}

function journeysOf(visits: readonly (readonly string[])[], levels: number) {
  const paths = visits.map(pages => pages.filter((page, at) => page !== pages[at - 1]));
  return Array.from({ length: levels }, (_, level) => {
    const here = paths.filter(({ length }) => length >= level);
    return {
      nodes: countEach(here.map(path => path[level] ?? '(end)')),
      links: level === 0 ? {} : countEach(here.map(path => `${path[level - 1]} > ${path[level] ?? '(end)'}`)),
    };
  });
}

/** Nobody comes back twice. A visitor is away from the last hit of a visit on, however long its page is still read. */
function returnsOf(visits: readonly Visit[]) {
  const visitors = new Set(visits.map(({ who }) => who));
  const back = visits.findIndex(({ after }) => after);
  return {
    rows: countEach([...visitors].map(name => String(visits.filter(({ who }) => who === name).length))),
    medianMinutes: back < 0 ? null : ((visits[back]?.after ?? 0) + (visits[back - 1]?.steps.at(-1)?.seconds ?? 0)) / 60,
  };
}

function countEach(values: readonly string[]): Counts {
  const counts: Counts = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function mean(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : sum(numbers) / numbers.length;
}
