import { GraphQLError, Kind, print, type ValueNode } from 'graphql';
import { parseDate } from '../domain/range.ts';
import { quote } from '../domain/text.ts';
import { builder } from './builder.ts';

/** How a scalar that travels as text is read; what is not `wanted` is refused, with the place of a literal. */
function parsing<T>(parse: (text: string) => T | null, wanted: string) {
  const read = (value: unknown, node?: ValueNode): T => {
    const parsed = typeof value === 'string' ? parse(value) : null;
    if (parsed !== null) return parsed;
    const given = typeof value === 'string' ? value : node ? print(node) : String(JSON.stringify(value));
    throw new GraphQLError(`${quote(given)} is not ${wanted}.`, { nodes: node ?? null, extensions: { given } });
  };
  return {
    parseValue: (value: unknown) => read(value),
    parseLiteral: (node: ValueNode) => read(node.kind === Kind.STRING ? node.value : null, node),
  };
}

builder.scalarType('Date', {
  description:
    'A calendar day from 1970-01-01 on, as `YYYY-MM-DD`: `2026-01-31`. It is a day in the time zone of the website.',
  serialize: day => day,
  ...parsing(parseDate, 'a date from 1970-01-01 on; send a real day as YYYY-MM-DD, such as 2026-01-31'),
});

builder.scalarType('DateTime', {
  description: 'An instant as ISO 8601 with its offset: `2026-01-31T10:00:00.000Z`. Answers are in UTC.',
  serialize: time => new Date(time).toISOString(),
  ...parsing(parseDateTime, 'an instant with its offset; send ISO 8601, such as 2026-01-31T10:00:00Z'),
});

builder.scalarType('Decimal', {
  description:
    'An exact decimal number as text, such as `"1234.50"`: sums of amounts of money lose nothing on the way.',
  serialize: decimal => decimal,
  ...parsing(
    text => (/^-?\d{1,30}(\.\d{1,30})?$/.test(text) ? text : null),
    'a decimal number; send its digits as text, such as "1234.50"',
  ),
});

builder.scalarType('Count', {
  description: 'A whole number from 0 to 9007199254740991 (2^53 - 1); an Int would end at 2147483647.',
  serialize: value => countOf(value),
  parseValue: value => countOf(value),
  parseLiteral: node => countOf(node.kind === Kind.INT ? Number(node.value) : print(node), node),
});

function countOf(value: unknown, node?: ValueNode): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new GraphQLError(`${quote(String(value))} is not a count; send a whole number from 0 to 9007199254740991.`, {
    nodes: node ?? null,
  });
}

const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Milliseconds since 1970, or null for anything that is no real instant with an offset. */
function parseDateTime(text: string): number | null {
  const parts =
    /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.exec(text);
  const time = parts?.[1] !== undefined && parseDate(parts[1]) !== null ? Date.parse(text) : null;
  // A later moment could not be written as a DateTime in UTC.
  return time !== null && time <= LAST_MOMENT ? time : null;
}
