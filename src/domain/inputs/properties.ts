import * as z from 'zod';
import type { PropertyCondition } from '../goal.ts';
import { toStorable } from '../text.ts';
import { comparedTexts, operatorOf, valuesFault } from './filter.ts';
import { faultless } from './parse.ts';
import { propertyKey } from './property-ref.ts';

const EXAMPLE = '{"key":"plan","operator":"IS","values":["pro"]}';
const MOST = 3;

const condition = z
  .strictObject(
    {
      key: propertyKey,
      operator: operatorOf('a condition').nullish(),
      values: comparedTexts('The values of a condition are not a list of strings; use one such as ["pro"].'),
    },
    `A condition is not an object with a key, an operator and values; use one such as ${EXAMPLE}.`,
  )
  .transform(({ key, operator, values }, { addIssue }): PropertyCondition => {
    const found = { key, operator: operator ?? 'IS', values: values.map(toStorable) } as const;
    const fault = valuesFault(`the property ${key}`, found.operator, values);
    if (fault !== null) addIssue(fault);
    return found;
  });

/** The conditions on properties of the hit that reaches a goal, or a step of a funnel. */
export const propertyConditions = z
  .array(condition, `The conditions are not a list; use a list of conditions, each such as ${EXAMPLE}.`)
  .max(MOST, `There are more than ${MOST} conditions; leave some out.`)
  .nullish()
  .transform(list => list ?? []);

/** Rejects a key or an event without the statistic `property`, and this statistic without a key. */
export const keyOfProperty = z.superRefine<{
  readonly name?: string | undefined;
  readonly key?: string | null | undefined;
  readonly event?: string | null | undefined;
}>(
  ({ name, key, event }, { addIssue }) => {
    const isProperty = name?.toLowerCase() === 'property';
    const reject = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message });
    if (isProperty && !key) reject('key', 'The statistic property counts by the values of one key; name the key.');
    if (!isProperty && key) reject('key', 'Only the statistic property has a key; leave the key out.');
    if (!isProperty && event) reject('event', 'Only the statistic property has an event; leave the event out.');
  },
  faultless('name', 'key'),
);
