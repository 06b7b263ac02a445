import { GraphQLError, Kind, print, type ValueNode } from 'graphql';
import type * as z from 'zod';
import { date } from '../domain/inputs/days.ts';
import { count, dateTime, decimal } from '../domain/inputs/scalars.ts';
import { builder } from './builder.ts';

/** Returns the parsers of a scalar; `literal` returns a literal's value, undefined for a wrong kind. */
function readBy<T>(schema: z.ZodType<T>, literal: (node: ValueNode) => unknown) {
  const read = (value: unknown, node?: ValueNode): T => {
    const { data, error } = schema.safeParse(value);
    if (!error) return data;
    const extensions = { given: typeof value === 'string' ? value : String(JSON.stringify(value)) };
    throw new GraphQLError(String(error.issues[0]?.message), { nodes: node ?? null, extensions });
  };
  return {
    parseValue: (value: unknown) => read(value),
    parseLiteral: (node: ValueNode) => read(literal(node) ?? print(node), node),
  };
}

const text = (node: ValueNode) => (node.kind === Kind.STRING ? node.value : undefined);

builder.scalarType('Date', {
  description:
    "A calendar day from 1970-01-01 on, as `YYYY-MM-DD`, such as `2026-01-31`. It is a day in the website's time zone.",
  serialize: day => day,
  ...readBy(date, text),
});

builder.scalarType('DateTime', {
  description: 'An instant in ISO 8601 with its offset, such as `2026-01-31T10:00:00.000Z`. Responses are in UTC.',
  serialize: time => new Date(time).toISOString(),
  ...readBy(dateTime, text),
});

builder.scalarType('Decimal', {
  description: 'An exact decimal number as text, such as `"1234.50"`, so that sums of money are never rounded.',
  serialize: decimal => decimal,
  ...readBy(decimal, text),
});

builder.scalarType('Count', {
  description: 'A whole number from 0 to 9007199254740991 (2^53 - 1). An Int would end at 2147483647.',
  serialize(value) {
    // Responses are full of counts, so the slower schema runs only to produce the error text.
    return Number.isSafeInteger(value) && value >= 0 ? value : count.parse(value);
  },
  ...readBy(count, node => (node.kind === Kind.INT ? Number(node.value) : undefined)),
});
