import * as z from 'zod';

/** Returns a numeric row id, or null for text that cannot be one: MySQL would read `1abc` as 1. */
export function rowIdOf(given: string | number): number | null {
  return rowId.safeParse(String(given)).data ?? null;
}

const rowId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

/** Rejects a website named by neither or both of its id and domain, under both names. */
export const idOrDomain = z.superRefine<{ readonly id?: unknown; readonly domain?: unknown }>(
  ({ id, domain }, { addIssue }) => {
    const given = [id, domain].filter(value => value !== null && value !== undefined).length;
    if (given === 1) return;
    const message =
      given === 0
        ? 'Neither id nor domain was sent; send one of them.'
        : 'Both id and domain were sent; send only one of them.';
    for (const name of ['id', 'domain']) addIssue({ code: 'custom', path: [name], message });
  },
);
