import { statisticOf } from '../registry.ts';
import { type Condition, labelOfValue, OPERATORS } from './filters.ts';

/** The condition in words. */
export function describe({ name, operator, values }: Condition): string {
  return `${singular(name)} ${wordOf(operator)} ${values.map(value => labelOfValue(name, value)).join(' or ')}`;
}

/** `does not contain`. */
export function wordOf(operator: Condition['operator']): string {
  return OPERATORS.find(([, api]) => api === operator)?.[2] ?? '';
}

const SINGULAR: Readonly<Record<string, string>> = { CITY: 'City', COUNTRY: 'Country' };

/** `Landing page`, from the label of the list. */
export function singular(name: Condition['name']): string {
  return SINGULAR[name] ?? statisticOf(name).label.replace(/s$/, '');
}
