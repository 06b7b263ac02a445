import * as z from 'zod';

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
