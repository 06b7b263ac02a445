import type { StatName } from '../statistics/__generated__/operations.ts';
import { type Part, readPart, toFilter, writePart } from '../statistics/filters.ts';
import type { ForgetInput, StatFilter } from './__generated__/operations.ts';

/** What to forget, as the form has it; an empty text asks for nothing. */
export interface Choice {
  readonly from: string;
  readonly to: string;
  readonly fromTime: string;
  readonly toTime: string;
  readonly visitorAt: string;
  readonly page: string;
  /** The id of a segment. */
  readonly segment: string;
  readonly conditions: readonly Part[];
}

/** The fields that are plain texts, and their names in the URL. */
const TEXTS = [
  ['from', 'from'],
  ['to', 'to'],
  ['fromTime', 'from_time'],
  ['toTime', 'to_time'],
  ['visitorAt', 'visitor_at'],
  ['page', 'page'],
  ['segment', 'segment'],
] as const;

/** Returns the choice of a URL, and whether all its conditions could be read; without days, it is about `today`. */
export function readChoice(
  query: URLSearchParams,
  filterable: readonly StatName[],
  today: string,
): { readonly choice: Choice; readonly isWhole: boolean } {
  const filters = query.getAll('filter');
  const conditions = filters.map(text => readPart(text, filterable)).filter(condition => condition !== null);
  const texts = Object.fromEntries(TEXTS.map(([name, called]) => [name, query.get(called) ?? '']));
  const choice = { ...(texts as Record<(typeof TEXTS)[number][0], string>), conditions };
  return {
    choice: { ...choice, from: choice.from || today, to: choice.to || today },
    isWhole: conditions.length === filters.length,
  };
}

/** Writes the query of a URL that `readChoice` reads. */
export function writeChoice(choice: Partial<Choice>): string {
  const query = new URLSearchParams();
  for (const [name, called] of TEXTS) if (choice[name]) query.set(called, choice[name]);
  for (const condition of choice.conditions ?? []) query.append('filter', writePart(condition));
  return query.toString();
}

/** Returns the choice as the API takes it; `segment` is the filter of its segment. */
export function inputOf(choice: Choice, segment: StatFilter | null): ForgetInput {
  const { from, to, fromTime, toTime, visitorAt, page, conditions } = choice;
  return {
    from,
    to,
    fromTime: fromTime || null,
    toTime: toTime || null,
    visitorAt: visitorAt.trim() || null,
    page: page.trim() || null,
    filter: toFilter(conditions, segment),
  };
}
