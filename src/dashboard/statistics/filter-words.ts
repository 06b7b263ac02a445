import { statisticOf } from '../registry.ts';
import { type Condition, labelOfValue, OPERATORS } from './filters.ts';

/** Returns the condition as a phrase, such as `Page is /pricing`. */
export function describe({ name, operator, values }: Condition): string {
  return `${singular(name)} ${wordOf(operator)} ${values.map(value => labelOfValue(name, value)).join(' or ')}`;
}

/** Returns an operator in words, such as `does not contain`. */
export function wordOf(operator: Condition['operator']): string {
  return OPERATORS.find(([, api]) => api === operator)?.[2] ?? '';
}

const SINGULAR: Readonly<Record<string, string>> = { CITY: 'City', COUNTRY: 'Country' };

/** Returns the singular of a statistic's label, such as `Landing page`. */
export function singular(name: Condition['name']): string {
  return SINGULAR[name] ?? statisticOf(name).label.replace(/s$/, '');
}
