import { quote } from './text.ts';

const MAX_LENGTH = 255;
/** The maximum length of input; longer input cannot become a host name of 255 characters and is rejected unread. */
const MAX_INPUT = 2048;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** The error for a missing or empty domain. */
export const DOMAIN_MISSING = 'The domain is missing; enter a host name such as example.com.';

/** Returns typed input as the domain under which a website is registered, or an error as a whole sentence. */
export function normalizeDomain(input: string): { domain: string } | { error: string } {
  const typed = input.trim();
  if (typed === '') return { error: DOMAIN_MISSING };
  const given = quote(typed);
  if (typed.length > MAX_INPUT) return tooLong(given);

  const bare = typed.replace(SCHEME, '').replace(/\/$/, '');
  const fault = findFault(bare);
  if (fault !== undefined) return { error: `The domain ${given} ${fault}` };

  // Domains go through the same URL parser as pages, so that both agree on punycode, 127.1 and the like.
  const url = URL.parse(`http://${bare}`);
  if (url === null) return { error: `The domain ${given} is not a host name or IPv4 address; ${EXAMPLE}` };
  const domain = foldHost(url.hostname);
  if (domain.length > MAX_LENGTH) return tooLong(given);
  if (!domain.split('.').every(label => LABEL.test(label))) {
    return { error: `The domain ${given} is not a host name or IPv4 address; ${EXAMPLE}` };
  }
  // The URL parser reads 1.2.3 as 1.2.0.3, and so does a browser; nobody types that on purpose.
  if (/^[\d.]+$/.test(domain) && foldHost(bare) !== domain)
    return { error: `The domain ${given} is not a complete IPv4 address; write all four numbers, such as ${domain}.` };
  return { domain };
}

/** What addresses of Footfall itself begin with; the statistics page of a website with such a name would not be found. */
export const OWN_NAMES: readonly string[] = [
  'account',
  'api',
  'assets',
  'docs',
  'favicon.ico',
  'graphql',
  'healthz',
  'icon.svg',
  'login',
  'logout',
  'metrics',
  'readyz',
  'unsubscribe',
  'websites',
];

/** Returns why no website can be registered under a domain, as a whole sentence; null if one can. */
export function whyReserved(domain: string): string | null {
  if (!OWN_NAMES.includes(domain)) return null;
  return `The domain ${quote(domain)} is an address of Footfall itself; enter the whole name of the host, such as ${domain}.example.com, and list ${domain} among the further hosts.`;
}

/** Returns the host that a URL names, whether or not it has a scheme; a host remains as it is. */
export function hostInUrl(url: string): string {
  const [host = ''] = url
    .trim()
    .replace(SCHEME, '')
    .split(/[/\\?#]/, 1);
  return host.slice(host.lastIndexOf('@') + 1).replace(/:\d+$/, '');
}

const EXAMPLE = 'use letters, digits, hyphens and dots, as in example.com.';

/** Returns the host of a page as it is registered: in lower case, without a trailing dot or leading `www.`. */
export function foldHost(host: string): string {
  let folded = host.toLowerCase();
  if (folded.endsWith('.')) folded = folded.slice(0, -1);
  // Removes every leading www., so that folding twice changes nothing.
  while (folded.startsWith('www.')) folded = folded.slice(4);
  return folded;
}

function findFault(bare: string): string | undefined {
  if (bare.includes('[') || bare.split(':').length > 2) {
    return 'looks like an IPv6 address; use a host name or an IPv4 address.';
  }
  if (/[/\\?#]/.test(bare)) return 'has a path or query; use only the host name, such as example.com.';
  if (bare.includes('@')) return 'has a user name; use only the host name, such as example.com.';
  if (/:\d*$/.test(bare)) return 'has a port; leave it out, because pages are counted on any port.';
  // The URL parser would silently drop line breaks and decode percent signs.
  if (/[\s%:\p{Cc}]/u.test(bare)) return `is not a host name or IPv4 address; ${EXAMPLE}`;
  return undefined;
}

function tooLong(given: string): { error: string } {
  return { error: `The domain ${given} is too long; a host name has at most ${MAX_LENGTH} characters.` };
}
