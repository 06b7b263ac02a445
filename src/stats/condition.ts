import type { IdFilter } from '../db/visits/matches.ts';
import { type Condition, denies, type Filter, hasValue } from '../domain/filter.ts';
import { pagePattern } from '../domain/goal.ts';
import { findStatistic } from '../domain/statistics.ts';
import type { Goal } from '../websites/goals.ts';
import type { Texts } from './texts.ts';

/** Returns the filter with value ids in place of texts; a text that the website does not have matches nothing. */
export async function idFilterOf(filter: Filter | null, website: number, texts: Texts): Promise<IdFilter> {
  if (filter === null) return { always: true };
  const each = (parts: readonly Filter[]) => Promise.all(parts.map(part => idFilterOf(part, website, texts)));
  if ('and' in filter) return { and: await each(filter.and) };
  if ('or' in filter) return { or: await each(filter.or) };
  if ('not' in filter) return { not: await idFilterOf(filter.not, website, texts) };
  const affirmed = comparison(filter, await idsOf(filter, website, texts));
  return denies(filter.operator) ? { not: affirmed } : affirmed;
}

/** Returns the filter that a visit matches when it has reached the goal. */
export async function idFilterOfGoal({ kind, pattern }: Goal, website: number, texts: Texts): Promise<IdFilter> {
  if (kind === 'EVENT') return { hit: 'event', ids: [...(await texts.idsOf(website, [pattern])).values()] };
  const { literal, fits } = pagePattern(pattern);
  if (literal === '') return { always: true };
  return { hit: 'page', ids: [...(await texts.fitting(website, [literal], fits))] };
}

async function idsOf({ operator, values }: Condition, website: number, texts: Texts): Promise<number[]> {
  if (operator === 'IS' || operator === 'IS_NOT') return [...(await texts.idsOf(website, values)).values()];
  return [...(await texts.fitting(website, values, text => hasValue(operator, values, text)))];
}

function comparison({ name }: Condition, ids: readonly number[]): IdFilter {
  const statistic = findStatistic(name);
  const sorted = [...ids].sort((a, b) => a - b);
  if (statistic?.scope === 'pageview') return { hit: 'page', ids: sorted };
  if (statistic?.scope === 'event') return { hit: 'event', ids: sorted };
  if (!statistic?.column) throw new Error(`The statistic ${name} has no column to filter by.`);
  return { column: statistic.column, ids: sorted };
}
