import { FILTER_OPERATORS, type Filter, type FilterInput, type FilterOperator, parseFilter } from './filter.ts';
import { findStatistic, STATISTICS, type StatName } from './statistics.ts';
import { quote } from './text.ts';

/** A filter as both surfaces write it: names of statistics in capitals. */
export interface FilterJson {
  readonly and?: readonly FilterJson[];
  readonly or?: readonly FilterJson[];
  readonly not?: FilterJson;
  readonly name?: Uppercase<StatName>;
  readonly operator?: FilterOperator;
  readonly values?: readonly string[];
}

const EXAMPLE = '{"name":"COUNTRY","operator":"IS","values":["DE:Germany"]}';
const KEYS: readonly string[] = ['and', 'or', 'not', 'name', 'operator', 'values'];
/** Deeper than any filter that could be taken; what is deeper still is refused before it is walked through. */
const DEEPEST = 20;

/** Reads the JSON text of a filter; `error` is what is wrong with it, its shape or its rules, as a whole sentence. */
export function readFilterJson(
  text: string,
): { readonly filter: Filter; readonly json: FilterJson } | { readonly error: string } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { error: `The filter is not valid JSON; send one such as ${EXAMPLE}.` };
  }
  const shaped = shapeOf(given, 1);
  if (typeof shaped === 'string') return { error: shaped };
  const parsed = parseFilter(shaped);
  return 'error' in parsed ? parsed : { ...parsed, json: filterJson(parsed.filter) };
}

/** The filter as both surfaces write it. */
export function filterJson(filter: Filter): FilterJson {
  if ('and' in filter) return { and: filter.and.map(filterJson) };
  if ('or' in filter) return { or: filter.or.map(filterJson) };
  if ('not' in filter) return { not: filterJson(filter.not) };
  return { ...filter, name: filter.name.toUpperCase() as Uppercase<StatName> };
}

/** The same as the rules take it, or what is wrong with its shape. */
function shapeOf(given: unknown, depth: number): FilterInput | string {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || depth > DEEPEST)
    return `A part of the filter is no object; send one such as ${EXAMPLE}.`;
  const unknown = Object.keys(given).find(key => !KEYS.includes(key));
  if (unknown !== undefined) return `The filter has a key ${quote(unknown)}; send ${KEYS.join(', ')} alone.`;
  const { and, or, not, name, operator, values } = given as Readonly<Record<string, unknown>>;
  const shaped: { -readonly [Key in keyof FilterInput]: FilterInput[Key] } = {};
  for (const [key, list] of Object.entries({ and, or })) {
    if (list === undefined || list === null) continue;
    if (!Array.isArray(list)) return `The filter has an ${key} that is no list; send a list of filters.`;
    const parts: FilterInput[] = [];
    for (const part of list) {
      const found = shapeOf(part, depth + 1);
      if (typeof found === 'string') return found;
      parts.push(found);
    }
    shaped[key as 'and' | 'or'] = parts;
  }
  if (not !== undefined && not !== null) {
    const found = shapeOf(not, depth + 1);
    if (typeof found === 'string') return found;
    shaped.not = found;
  }
  if (name !== undefined && name !== null) {
    const known = typeof name === 'string' && name === name.toUpperCase() && findStatistic(name.toLowerCase());
    if (!known) {
      const names = STATISTICS.map(statistic => statistic.name.toUpperCase()).join(', ');
      return `The name ${quote(String(name))} of the filter is not a statistic; send one of ${names}.`;
    }
    shaped.name = known.name as StatName;
  }
  if (operator !== undefined && operator !== null) {
    const known = FILTER_OPERATORS.find(each => each === operator);
    if (!known)
      return `The operator ${quote(String(operator))} of the filter is not one of ${FILTER_OPERATORS.join(', ')}; send one of these.`;
    shaped.operator = known;
  }
  if (values !== undefined && values !== null) {
    if (!Array.isArray(values) || values.some(value => typeof value !== 'string'))
      return 'The values of the filter are no list of texts; send one such as ["DE:Germany"].';
    shaped.values = values;
  }
  return shaped;
}
