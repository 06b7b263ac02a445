import * as z from 'zod';

/** Returns a numeric row id, or null for text that cannot be one: MySQL would read `1abc` as 1. */
export function rowIdOf(given: string | number): number | null {
  return rowId.safeParse(String(given)).data ?? null;
}

const rowId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);
