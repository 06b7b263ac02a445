import { normalizeDomain } from './hostname.ts';
import { type ReadLines, readLines } from './lines.ts';
import { HostMap, parseAllowedHosts } from './website-hosts.ts';
import type { WebsiteSetting } from './website-setting.ts';

const MOST_REFERRERS = 1_000;
const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Parses hosts from which no visit is wanted; each stands for its subdomains, too. */
function parseReferrers(lines: readonly string[]): ReadLines {
  const hosts = new Set<string>();
  return readLines(lines, given => {
    const host = normalizeDomain(given.replace(/^\*\./, ''));
    if ('error' in host)
      return { fault: 'is not a host; use a name such as spam.example, which includes its subdomains.' };
    if (hosts.add(host.domain).size > MOST_REFERRERS)
      return { fault: `is one too many; use at most ${MOST_REFERRERS} referrers.` };
    return { line: host.domain };
  });
}

/** Parses countries, as ISO 3166-1 codes of two letters. */
function parseCountries(lines: readonly string[]): ReadLines {
  return readLines(lines, given => {
    const code = given.toUpperCase();
    const isCountry = /^[A-Z]{2}$/.test(code) && REGIONS.of(code) !== undefined;
    return isCountry ? { line: code } : { fault: 'is not a country; use its ISO code of two letters, such as DE.' };
  });
}

/** Returns a map that finds these hosts; with `subdomains`, the subdomains of each, too. */
export function mapOfHosts(hosts: readonly string[], subdomains?: 'subdomains'): HostMap<true> {
  const map = new HostMap<true>();
  for (const host of hosts) {
    map.set(host, true);
    if (subdomains) map.set(`*.${host}`, true);
  }
  return map;
}

/** The settings that keep invented hits out of the numbers of a website. */
export const SHIELDS = [
  {
    name: 'maxAmount',
    column: 'max_amount',
    rest: 'max_amount',
    kind: 'number',
    preset: 10_000_000,
    min: 1,
    max: 2_000_000_000,
    called: 'largest amount',
    description:
      'The largest amount of an event, whatever its unit, and the largest refund. An event with more counts without its amount, and a warning has the number of these events. Imports are not limited',
    group: 'shields',
    label: 'Largest amount of an event',
    help: 'In whole units, such as euros. An event with more is counted, but its amount is left out, so that one invented order cannot spoil the sums.',
  },
  {
    name: 'excludeReferrers',
    column: 'exclude_referrers',
    rest: 'exclude_referrers',
    kind: 'lines',
    preset: [],
    example: ['spam.example'],
    read: parseReferrers,
    areHosts: true,
    called: 'excluded referrers',
    description:
      'Hosts, such as `spam.example`, whose links are not wanted: hits with a referrer there, or on a subdomain, are dropped. Hits with a referrer of the list of known spam are dropped as well, unless the instance has SPAM_LIST=off',
    group: 'shields',
    label: 'Excluded referrers',
    help: 'One host per line, such as spam.example, which includes its subdomains. Hits that come from there are not counted. Known spam referrers are kept out already.',
  },
  {
    name: 'excludeCountries',
    column: 'exclude_countries',
    rest: 'exclude_countries',
    kind: 'lines',
    preset: [],
    example: ['KP'],
    read: parseCountries,
    called: 'excluded countries',
    description:
      'ISO 3166-1 codes of two letters, such as `KP`, of countries from which hits are dropped; the country is that of the IP address',
    group: 'shields',
    label: 'Excluded countries',
    help: 'One code of two letters per line, such as KP. Hits from IP addresses in these countries are not counted.',
  },
  {
    name: 'allowHosts',
    column: 'allow_hosts',
    rest: 'allow_hosts',
    kind: 'lines',
    preset: [],
    example: ['example.com', '*.shop.example.com'],
    read: parseAllowedHosts,
    areHosts: true,
    called: 'allowed hosts',
    description:
      'The only hosts whose pages count, such as `example.com`, or `*.example.com` for all subdomains; hits of other hosts of the website are dropped. Without any, all hosts of the website count',
    group: 'shields',
    label: 'Allowed hosts',
    help: 'One host per line, such as example.com, or *.example.com for all subdomains. If there are any, hits on other hosts are not counted, even if these belong to the website.',
  },
] as const satisfies readonly WebsiteSetting[];
