import * as z from 'zod';

/** Refuses, under both names, a website that is named by neither its id nor its domain, or by both. */
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
