import * as z from 'zod';
import type { PropertyRef } from '../filter.ts';
import { isAskedKey } from '../properties.ts';

const NO_OBJECT =
  'The property of the filter is not an object with a key and, for events, an event; use one such as {"key":"plan","event":"Signup"}.';
const NO_KEY =
  'The key of a property has 1 to 64 characters; use only ASCII letters, digits, dots, hyphens and underscores.';

/** The key of a property, or `(other)`. */
export const propertyKey = z.string(NO_KEY).refine(isAskedKey, NO_KEY);

/** A property of an event, or of pageviews; no event has an empty name. */
export const propertyRef = z
  .strictObject({ key: propertyKey, event: z.string(NO_OBJECT).nullish() }, NO_OBJECT)
  .transform(({ key, event }, { addIssue }): PropertyRef => {
    if (event?.trim() === '')
      addIssue(
        `The event of the property ${key} is empty; name an event, or leave it out for a property of pageviews.`,
      );
    return { key, event: event ?? null };
  });
