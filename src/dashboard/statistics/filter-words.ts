import type { PropertyRef } from '../../domain/filter.ts';
import { partsOf, type Part as Words } from '../../messages/translator.ts';
import { labelOfValue, titleOfValue } from '../labels.ts';
import { t } from '../messages.ts';
import { type Condition, type Group, isGroup, OPPOSITES, type Part } from './filters.ts';

/** How many values of a condition a chip names. */
const NAMED = 3;

type Label = typeof labelOfValue;

/** Returns the part as a phrase, such as `Page is /pricing`. */
export const describe = (part: Part, label: Label = labelOfValue): string =>
  wordsOf(part, label)
    .map(({ text }) => text)
    .join('');

/** Returns the phrase with the hosts themselves beside those that are displayed in another script. */
export const describeExactly = (part: Part): string => describe(part, titleOfValue);

/** Returns the phrase with its values tagged; a group is all values. */
export function wordsOf(part: Part, label: Label = labelOfValue): readonly Words[] {
  if (isGroup(part)) {
    const denied = onlyDenied(part);
    if (denied) return wordsOfCondition(denied, true, label);
    const page = pageWithAnyQuery(part);
    const text = page ? t('filters.anyQuery', { filter: describe(page, label) }) : wordsOfGroup(part, label);
    return [{ tag: 'values', text }];
  }
  return wordsOfCondition(part, false, label);
}

function wordsOfCondition(condition: Condition, isDenied: boolean, label: Label): readonly Words[] {
  const { name, property, values } = condition;
  const operator = isDenied ? (OPPOSITES[condition.operator] ?? 'DOES_NOT_START_WITH') : condition.operator;
  const named = values.slice(0, values.length > NAMED + 1 ? NAMED : NAMED + 1);
  const list = named
    // Any other operator compares parts of values, which have no name.
    .map(value => (operator === 'IS' || operator === 'IS_NOT' ? label(name, value) : value))
    .reduce((one, other) => t('filters.valueList', { one, other }));
  const more = values.length - named.length;
  return partsOf(t, `filters.phrase.${operator}`, {
    name: property ? nameOfProperty(property) : nameOf(name),
    count: values.length,
    values: more > 0 ? t('filters.moreValues', { values: list, count: more }) : list,
  });
}

/** Returns the only condition that a group denies; null for any other group. */
function onlyDenied({ match, parts }: Group): Condition | null {
  const [only] = parts;
  return match === 'none' && parts.length === 1 && only && !isGroup(only) ? only : null;
}

/** Returns the condition for the page, if a group lets it have any query string, as steps of funnels do; otherwise null. */
function pageWithAnyQuery({ match, parts }: Group): Condition | null {
  const [page, longer] = parts;
  if (match !== 'any' || parts.length !== 2 || !page || !longer || isGroup(page) || isGroup(longer)) return null;
  const isPage = page.name === 'PAGE' && page.operator === 'IS' && page.values.length === 1;
  const isLonger = longer.name === 'PAGE' && longer.operator === 'STARTS_WITH' && longer.values.length === 1;
  return isPage && isLonger && longer.values[0] === `${page.values[0]}?` ? page : null;
}

function wordsOfGroup({ match, parts }: Group, label: Label): string {
  const join = { any: 'filters.or', all: 'filters.and', none: 'filters.list' } as const;
  const joined = parts
    .map(part =>
      isGroup(part) && !onlyDenied(part) && !pageWithAnyQuery(part)
        ? t('filters.group', { filters: describe(part, label) })
        : describe(part, label),
    )
    .reduce((one, other) => t(join[match], { one, other }));
  return match === 'none' ? t('filters.noneOf', { filters: joined }) : joined;
}

const nameOfProperty = ({ key, event }: PropertyRef): string =>
  event === null ? t('filters.propertyOfPageviews', { key }) : t('filters.propertyOfEvent', { key, event });

/** Returns what a condition compares, such as `Landing page`. */
export const nameOf = (name: Condition['name']): string => t(`statistic.${name.toLowerCase()}.one`);
