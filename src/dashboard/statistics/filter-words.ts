import { statisticOf } from '../registry.ts';
import { type Condition, labelOfValue, OPERATORS } from './filters.ts';

/** Returns the condition as a phrase, such as `Page is /pricing`. */
export const describe = (condition: Condition): string => wordsOf(condition).join(' ');

/** Returns what is compared and how, such as `Page does not contain`, and the values. */
export function wordsOf({ name, property, operator, values }: Condition): [what: string, values: string] {
  const [, , word] = OPERATORS.find(([, api]) => api === operator) ?? OPERATORS[0];
  const what = property ? `${property.key} of ${property.event ?? 'pageviews'}` : singular(name);
  return [`${what} ${word}`, values.map(value => labelOfValue(name, value)).join(' or ')];
}

const SINGULAR: Readonly<Record<string, string>> = { CITY: 'City', COUNTRY: 'Country', PROPERTY: 'Property' };

/** Returns the singular of a statistic's label, such as `Landing page`. */
export function singular(name: Condition['name']): string {
  return SINGULAR[name] ?? statisticOf(name).label.replace(/s$/, '');
}
