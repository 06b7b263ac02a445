import { statisticOf } from '../registry.ts';
import { type Condition, isGroup, labelOfValue, OPERATORS, type Part } from './filters.ts';

/** How many values of a condition a chip names. */
const NAMED = 3;

/** What a group wants, and what stands between its parts. */
const JOINTS = { any: ['', ' or '], all: ['', ' and '], none: ['None of: ', '; '] } as const;

/** Returns the part as a phrase, such as `Page is /pricing`. */
export const describe = (part: Part): string => wordsOf(part).join(' ').trim();

/** Returns what is compared and how, such as `Page does not contain`, and the values; a group is all values. */
export function wordsOf(part: Part): [what: string, values: string] {
  if (isGroup(part)) {
    const [start, joint] = JOINTS[part.match];
    const words = part.parts.map(one => (isGroup(one) ? `(${describe(one)})` : describe(one)));
    return ['', start + words.join(joint)];
  }
  const { name, property, operator, values } = part;
  const [, , one, several] = OPERATORS.find(([, api]) => api === operator) ?? OPERATORS[0];
  const what = property ? `${property.key} of ${property.event ?? 'pageviews'}` : singular(name);
  const named = values.slice(0, values.length > NAMED + 1 ? NAMED : NAMED + 1);
  const more = values.length - named.length;
  const list = named.map(value => labelOfValue(name, value)).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return [`${what} ${values.length > 1 ? several : one}`, list];
}

const SINGULAR: Readonly<Record<string, string>> = {
  CITY: 'City',
  COUNTRY: 'Country',
  PROPERTY: 'Property',
  UTM_MEDIUM: 'Campaign medium',
};

/** Returns the singular of a statistic's label, such as `Landing page`. */
export function singular(name: Condition['name']): string {
  return SINGULAR[name] ?? statisticOf(name).label.replace(/s$/, '');
}
