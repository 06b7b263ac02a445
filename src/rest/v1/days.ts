import { checkRange } from '../../domain/range.ts';
import type { FieldErrors } from '../../errors.ts';
import { day, required, type Values } from '../fields.ts';

const FROM_MISSING = 'The from date is missing; send the first day as YYYY-MM-DD, such as 2026-01-01.';
const TO_MISSING = 'The to date is missing; send the last day as YYYY-MM-DD, such as 2026-01-31.';

/** The range of days of whatever was counted. */
export const days = {
  from: required('from', "The first day, inclusive, in the website's time zone.", day('from'), FROM_MISSING),
  to: required('to', 'The last day, inclusive; not before `from`.', day('to'), TO_MISSING),
};

/** What is wrong with the two days together. */
export function checkDays({ from, to }: Partial<Values<typeof days>>): FieldErrors | null {
  return from !== undefined && to !== undefined ? checkRange(from, to) : null;
}
