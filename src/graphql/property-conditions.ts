import type { FilterOperator } from '../domain/filter.ts';
import type { PropertyCondition as Condition } from '../domain/goal.ts';
import { Operator } from './arguments.ts';
import { builder } from './builder.ts';

/** A comparison of a property of the page or event that a goal or a step waits for. */
export const PropertyCondition = builder.objectRef<Condition>('PropertyCondition').implement({
  description: 'A condition on a property of a page or an event.',
  fields: t => ({
    key: t.exposeString('key', { description: 'The key of the property.' }),
    operator: t.expose('operator', { type: Operator, description: 'How the value is compared.' }),
    values: t.exposeStringList('values', { description: 'The values that it is compared with.' }),
  }),
});

interface ConditionInput {
  readonly key: string;
  readonly operator?: FilterOperator | null | undefined;
  readonly values: readonly string[];
}

/** The same as an input. */
export const PropertyConditionInput = builder.inputRef<ConditionInput>('PropertyConditionInput').implement({
  description: 'A condition on a property of a page or an event.',
  fields: t => ({
    key: t.string({ required: true, description: 'The key of the property.' }),
    operator: t.field({ type: Operator, defaultValue: 'IS', description: 'How the value is compared.' }),
    values: t.stringList({ required: true, description: 'The values to compare with.' }),
  }),
});
