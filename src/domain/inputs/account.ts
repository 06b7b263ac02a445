import * as z from 'zod';
import { SCOPE_NAMES } from '../key-scope.ts';
import { countCodePoints, isStorable, quote } from '../text.ts';

const LONGEST_EMAIL = 255;
const PASSWORD = { least: 8, most: 128 };
const LONGEST_NAME = 255;
const PAST = 'The expiry is not in the future; use a later time, or none for a key that does not expire.';

/** The format of an API key: `ff_` followed by 40 or more random letters and digits. */
export const KEY = /^ff_[0-9A-Za-z]{40,252}$/;

/** The e-mail address of an account, normalised as stored. Whether mail arrives there is not checked. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(LONGEST_EMAIL, {
    error: `The e-mail address has more than ${LONGEST_EMAIL} characters; use a shorter one.`,
    abort: true,
  })
  .refine(address => /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(address) && address.isWellFormed(), {
    error: ({ input }) => `${quote(String(input))} is not an e-mail address; use one such as ada@example.com.`,
  });

/** A password to sign in with; its length is in code points, and leading and trailing spaces are part of it. */
export const password = z
  .string()
  .refine(
    given => {
      const length = countCodePoints(given, PASSWORD.most);
      return length >= PASSWORD.least && length <= PASSWORD.most;
    },
    { error: `The password must have ${PASSWORD.least} to ${PASSWORD.most} characters.`, abort: true },
  )
  .refine(isStorable, 'The password contains a character that cannot be encoded; use plain text.');

/** A new account. */
export const newAccount = z.object({ email, password, admin: z.boolean() });

/** Returns the schema of a new API key; `expiresAt` (milliseconds since 1970) is after `now`, or null. */
export const newApiKey = (now: number) =>
  z.object({
    name: z
      .string()
      .trim()
      .refine(
        name => name !== '' && countCodePoints(name, LONGEST_NAME) <= LONGEST_NAME && isStorable(name),
        `The name must have 1 to ${LONGEST_NAME} characters; say what the key is for.`,
      ),
    scope: z.enum(SCOPE_NAMES, 'The scope must be COLLECT, READ or WRITE.'),
    expiresAt: z
      .int(PAST)
      .refine(at => at > now, PAST)
      .nullable(),
  });
