import { dateOf } from '../../src/domain/calendar.ts';
import { type Condition, denies, type Filter, type PropertyRef } from '../../src/domain/filter.ts';
import { STORED_METRICS, type StoredMetric } from '../../src/domain/metrics.ts';
import type { Statistic } from '../../src/domain/statistic.ts';
import { DIMENSIONS, STATISTICS, type StatName } from '../../src/domain/statistics.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { METRIC_ROWS, type RecountedVisit } from './metric-rows.ts';

const IDLE = 30 * 60_000;

/** Returns the visits of hits that were folded together, that is in order of time. */
export function visitsOf(hits: readonly Hit[]): RecountedVisit[] {
  const visits: RecountedVisit[] = [];
  for (const hit of [...hits].sort((a, b) => a.time - b.time)) {
    if (hit.visitor === '') continue;
    const mine = visits.filter(({ day, visitor }) => day === hit.day && visitor === hit.visitor);
    const running = mine.filter(({ lastAt }) => hit.time - lastAt <= IDLE).at(-1);
    const values = valuesOf(hit);
    const differs = (name: string) => values[name] !== '' && values[name] !== running?.values[name];
    if (running && (hit.kind !== 'pageview' || !(differs('referrer') || differs('campaign')))) {
      running.hits.push(hit);
      if (hit.kind === 'pageview') running.values.exit_page = values.page ?? '';
      running.lastAt = hit.time;
    } else if (hit.kind === 'pageview') {
      const own: Record<string, string> = { ...values, exit_page: values.page ?? '' };
      for (const { name, scope } of DIMENSIONS)
        if (scope === 'visitor' && mine[0]) own[name] = mine[0].values[name] ?? '';
      visits.push({ day: hit.day, visitor: hit.visitor, hour: hit.hour, values: own, hits: [hit], lastAt: hit.time });
    }
  }
  return visits;
}

/** Returns whether a visit matches the filter, from its hits. */
export function matches(filter: Filter, visit: RecountedVisit): boolean {
  if ('and' in filter) return filter.and.every(part => matches(part, visit));
  if ('or' in filter) return filter.or.some(part => matches(part, visit));
  if ('not' in filter) return !matches(filter.not, visit);
  const { operator } = filter;
  const name = 'property' in filter ? null : filter.name;
  const texts =
    'property' in filter
      ? propertyTexts(visit.hits, filter.property)
      : name === 'page' || name === 'host'
        ? visit.hits.filter(({ kind }) => kind === 'pageview').map(hit => valuesOf(hit)[name] ?? '')
        : name === 'event'
          ? visit.hits.filter(({ kind }) => kind === 'event').map(hit => valuesOf(hit).event ?? '')
          : [visit.values[filter.name] ?? ''];
  const affirmed = texts.some(text => fits(filter, text));
  return denies(operator) ? !affirmed : affirmed;
}

/** Returns the value of a property of each pageview, or of each event of that name; empty for those without it. */
export function propertyTexts(hits: readonly Hit[], { key, event }: PropertyRef): string[] {
  return hits
    .filter(hit => (event === null ? hit.kind === 'pageview' : hit.kind === 'event' && valuesOf(hit).event === event))
    .map(hit => propertyOf(hit, key));
}

/** Returns the value of a property of a hit; empty if it does not have it. */
export function propertyOf({ properties }: Hit, key: string): string {
  for (let at = 0; at < properties.length; at += 2) if (properties[at] === key) return properties[at + 1] ?? '';
  return '';
}

/** Returns whether a text is one of those that a condition names, whether it wants them or not. */
export function fits(
  { operator, values: asked, ...of }: Pick<Condition, 'operator' | 'values'> & { readonly name?: string },
  text: string,
): boolean {
  const isOfPages = ['page', 'landing_page', 'exit_page'].includes(of.name ?? '');
  const spellings = (value: string) => [value, encoded(value, ' "<>^`{}'), encoded(value, ` "<>'`)];
  const values = isOfPages ? asked.flatMap(spellings) : asked;
  const fold = (some: string) => some.replace(/[A-Z]/g, letter => letter.toLowerCase());
  if (operator === 'IS' || operator === 'IS_NOT') return values.includes(text);
  if (operator === 'STARTS_WITH') return values.some(value => fold(text).startsWith(fold(value)));
  return values.some(value => fold(text).includes(fold(value)));
}

/** Returns a text as a URL holds it in a part where `signs` are encoded, too; escapes stay as they are. */
function encoded(text: string, signs: string): string {
  const isPlain = (sign: string) => sign > ' ' && sign < '\x7f' && !signs.includes(sign);
  const bytes = (sign: string) => [...Buffer.from(sign)].map(byte => `%${byte.toString(16).toUpperCase()}`).join('');
  return text
    .split(/(%[0-9a-f]{2})/i)
    .map((piece, at) =>
      at % 2 === 1 ? piece : [...piece].map(sign => (isPlain(sign) && sign !== '%' ? sign : bytes(sign))).join(''),
    )
    .join('');
}

/** Counts everything within a range of days, with or without a filter; `known` are the visits if some hits came late. */
export function recount(
  hits: readonly Hit[],
  filter: Filter | null,
  from: number,
  to: number,
  known: readonly RecountedVisit[] = visitsOf(hits),
) {
  const inRange = ({ day }: { day: number }) => day >= from && day <= to;
  const visits = known.filter(visit => inRange(visit) && (!filter || matches(filter, visit)));
  const counted = filter ? visits.flatMap(visit => visit.hits) : hits.filter(inRange);
  const pageviews = counted.filter(({ kind }) => kind === 'pageview');
  const events = counted.filter(({ kind }) => kind === 'event');

  /** The first visit of each visitor and day, by which the visitor counts. */
  const firstVisits = (list: readonly RecountedVisit[]) =>
    list.filter(
      (visit, at) => list.findIndex(other => other.day === visit.day && other.visitor === visit.visitor) === at,
    );

  function rows(name: StatName): Record<string, number> {
    const statistic = STATISTICS.find(entry => entry.name === name) as Statistic;
    const of = (values: readonly string[]) => {
      const rows: Record<string, number> = {};
      for (const value of values) if (!(statistic.skipEmpty && value === '')) rows[value] = (rows[value] ?? 0) + 1;
      return rows;
    };
    const hourText = (hour: number) => String(hour).padStart(2, '0');
    if (name === 'pageviews') return of(pageviews.map(({ day }) => dateOf(day)));
    if (name === 'pageviews_hours') return of(pageviews.map(({ hour }) => hourText(hour)));
    if (name === 'visitors') return of(firstVisits(visits).map(({ day }) => dateOf(day)));
    if (name === 'visitors_hours') return of(firstVisits(visits).map(({ hour }) => hourText(hour)));
    if (statistic.scope === 'pageview') return of(pageviews.map(hit => valuesOf(hit)[name] ?? ''));
    if (statistic.scope === 'event') return of(events.map(hit => valuesOf(hit)[name] ?? ''));
    return of((statistic.scope === 'visit' ? visits : firstVisits(visits)).map(({ values }) => values[name] ?? ''));
  }

  /** Returns every stored metric of these visits and hits. */
  function counts(picks: {
    visit: (visit: RecountedVisit) => boolean;
    hit: (hit: Hit) => boolean;
  }): Record<StoredMetric, number> {
    const counted = {
      pageviews: pageviews.filter(picks.hit),
      events: events.filter(picks.hit),
      visits: visits.filter(picks.visit),
      visitors: firstVisits(visits).filter(picks.visit),
    };
    const names = STORED_METRICS.map(metric => [metric, METRIC_ROWS[metric].count(counted)]);
    return Object.fromEntries(names) as Record<StoredMetric, number>;
  }

  return { rows, counts, visits, events };
}

export function valuesOf(hit: Hit): Record<string, string> {
  return Object.fromEntries(DIMENSIONS.map(({ name, rollup }) => [name, hit.values[rollup] || '']));
}
