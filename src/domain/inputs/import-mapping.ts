import * as z from 'zod';
import { HIT_FIELDS, SUMS_COLUMNS } from '../import-mapping.ts';
import { quote } from '../text.ts';

const NAMES: ReadonlySet<string> = new Set([...SUMS_COLUMNS, ...HIT_FIELDS]);

/** A mapping of the general formats: by our name, that of a column or field of the file, or with `=` a text. */
const MAPPING = z.record(
  z.string().check(({ value, issues }) => {
    if (NAMES.has(value)) return;
    const message = `The mapping has ${quote(value)}, which is not a known name. For sums, the names are ${SUMS_COLUMNS.join(', ')}; for hits, ${HIT_FIELDS.join(', ')}.`;
    issues.push({ code: 'custom', input: value, message });
  }),
  z.string().check(({ value, issues }) => {
    if (value.trim() === '')
      issues.push({ code: 'custom', input: value, message: 'The mapping has an empty name; leave the line out.' });
  }),
);

const NOT_TEXTS = 'The mapping is not a JSON object of texts; use one such as {"date":"Day"}.';

/** Reads the JSON of a mapping; the fault is a whole sentence. */
export function readMapping(text: string): { readonly mapping: Record<string, string> } | { readonly fault: string } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { fault: NOT_TEXTS };
  }
  const { data, error } = MAPPING.safeParse(given);
  if (data) return { mapping: data };
  return { fault: faultIn(error?.issues ?? []) ?? NOT_TEXTS };
}

/** Issues of names are within the issue of their key. */
function faultIn(issues: readonly z.core.$ZodIssue[]): string | undefined {
  for (const issue of issues) {
    if (issue.code === 'custom') return issue.message;
    const inner = issue.code === 'invalid_key' ? faultIn(issue.issues) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}
