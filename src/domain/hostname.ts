import { quote } from './text.ts';

const MAX_LENGTH = 255;
/** Longer input cannot become a host name of 255 characters, and is refused before anything reads it whole. */
const MAX_INPUT = 2048;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** The error where no domain was sent, or an empty one. */
export const DOMAIN_MISSING = 'The domain is missing; send a host name such as example.com.';

/** The domain under which a website is registered, from what a person typed; `error` is a whole sentence that says what to do. */
export function normalizeDomain(input: string): { domain: string } | { error: string } {
  const typed = input.trim();
  if (typed === '') return { error: DOMAIN_MISSING };
  const given = quote(typed);
  if (typed.length > MAX_INPUT) return tooLong(given);

  const bare = typed.replace(SCHEME, '').replace(/\/$/, '');
  const fault = findFault(bare);
  if (fault !== undefined) return { error: `The domain ${given} ${fault}` };

  // The parser that reads the pages' addresses also settles the domain (punycode, 127.1 and the like): so the two agree.
  const url = URL.parse(`http://${bare}`);
  if (url === null) return { error: `The domain ${given} is not a host name or IPv4 address; ${EXAMPLE}` };
  const domain = foldHost(url.hostname);
  if (domain.length > MAX_LENGTH) return tooLong(given);
  if (!domain.split('.').every(label => LABEL.test(label))) {
    return { error: `The domain ${given} is not a host name or IPv4 address; ${EXAMPLE}` };
  }
  return { domain };
}

const EXAMPLE = 'use letters, digits, hyphens and dots, as in example.com.';

/** The host by which a page finds its website: lower case, without a trailing dot and leading `www.`; equals the registered domain. */
export function foldHost(host: string): string {
  let folded = host.toLowerCase();
  if (folded.endsWith('.')) folded = folded.slice(0, -1);
  // All of them, so that folding what was folded changes nothing.
  while (folded.startsWith('www.')) folded = folded.slice(4);
  return folded;
}

function findFault(bare: string): string | undefined {
  if (bare.includes('[') || bare.split(':').length > 2) {
    return 'looks like an IPv6 address; send a host name or an IPv4 address.';
  }
  if (/[/\\?#]/.test(bare)) return 'has a path or query; send the host name alone, as in example.com.';
  if (bare.includes('@')) return 'has a user name; send the host name alone, as in example.com.';
  if (bare.includes(':')) return 'has a port; leave the port out, pages are counted whatever their port.';
  // The URL parser would drop line breaks and decode percent signs in silence.
  if (/[\s%\p{Cc}]/u.test(bare)) return `is not a host name or IPv4 address; ${EXAMPLE}`;
  return undefined;
}

function tooLong(given: string): { error: string } {
  return { error: `The domain ${given} is too long; a host name has at most ${MAX_LENGTH} characters.` };
}
