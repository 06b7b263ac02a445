import type { IncomingMessage } from 'node:http';

/*
 * What all surfaces read of a request in the same way.
 */

/** The API key that is sent: empty when it cannot be one, null when none is sent. Other schemes than Bearer are for a proxy in front. */
export function keyIn({ headers: { authorization = '' } }: IncomingMessage): string | null {
  const [scheme = '', ...words] = authorization.trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'bearer') return null;
  return words.length === 1 ? (words[0] ?? '') : '';
}
