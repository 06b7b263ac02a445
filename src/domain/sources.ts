import { foldHost } from './hostname.ts';
import { AD_NETWORKS, MAIL_SERVICES, SITES } from './sources/mail-and-sites.ts';
import { MATOMO_AI_ASSISTANTS, MATOMO_SEARCH_ENGINES, MATOMO_SOCIAL_NETWORKS } from './sources/matomo-list.ts';
import { AI_ASSISTANTS, SHOPS, VIDEO_SITES } from './sources/other-sources.ts';
import { SEARCH_ENGINES } from './sources/search-engines.ts';
import { SOCIAL_NETWORKS } from './sources/social-networks.ts';
import type { SourceEntry, SourceKind } from './sources/source.ts';
import { lowerAscii } from './text.ts';

/** The version of the names and hosts in `sources/`; it changes with each of them. */
export const SOURCES_VERSION = '2026-11-23';

/** A source with a name. */
export interface Source {
  readonly name: string;
  readonly kind: SourceKind;
}

interface SourceList {
  readonly kind: SourceKind;
  readonly entries: readonly SourceEntry[];
  /** Set for a list from elsewhere: it only adds hosts, and its names have no meaning in `utm_source`. */
  readonly from?: 'Matomo';
}

/** Every source with a name; a host or alias in two of the lists belongs to the earlier one. */
export const SOURCE_LISTS: readonly SourceList[] = [
  { kind: 'ai', entries: AI_ASSISTANTS },
  { kind: 'video', entries: VIDEO_SITES },
  { kind: 'shopping', entries: SHOPS },
  { kind: 'email', entries: MAIL_SERVICES },
  { kind: 'search', entries: SEARCH_ENGINES },
  { kind: 'social', entries: SOCIAL_NETWORKS },
  { kind: 'display', entries: AD_NETWORKS },
  { kind: 'site', entries: SITES },
  { kind: 'ai', entries: MATOMO_AI_ASSISTANTS, from: 'Matomo' },
  { kind: 'search', entries: MATOMO_SEARCH_ENGINES, from: 'Matomo' },
  { kind: 'social', entries: MATOMO_SOCIAL_NETWORKS, from: 'Matomo' },
];

/** More labels than any known host has; a longer host is looked up by its last ones. */
const MOST_LABELS = 6;
/** A country's domain, or one that stands for a country's: `google.de`, `google.com`, `google.co.uk`. */
const COUNTRY = /\.(?:com|cat|com?\.[a-z]{2}|[a-z]{2})$/;

const byHost = new Map<string, Source>();
const byExactHost = new Map<string, Source>();
const byAlias = new Map<string, Source>();
for (const { kind, entries, from } of SOURCE_LISTS) {
  for (const [name, hosts, aliases = ''] of entries) {
    const source = { name, kind };
    for (const host of hosts.split(' ')) {
      if (host.startsWith('=')) addOnce(byExactHost, host.slice(1), source);
      else addOnce(byHost, host, source);
    }
    if (from) continue;
    for (const alias of [name, ...aliases.split(' ')]) addOnce(byAlias, aliasKey(alias), source);
  }
}
byAlias.delete('');

function addOnce(map: Map<string, Source>, key: string, source: Source): void {
  if (!map.has(key)) map.set(key, source);
}

function aliasKey(text: string): string {
  return lowerAscii(text).replace(/[\s_-]+/g, '');
}

/** Returns the source that a host or the id of an app belongs to; the longest known end of a host decides. */
export function sourceOfHost(host: string): Source | undefined {
  const lower = lowerAscii(host);
  const exact = byExactHost.get(lower) ?? byExactHost.get(ofAnyCountry(lower));
  if (exact) return exact;
  const labels = lower.split('.');
  for (let from = Math.max(0, labels.length - MOST_LABELS); from < labels.length - 1; from++) {
    const end = labels.slice(from).join('.');
    const source = byHost.get(end) ?? byHost.get(ofAnyCountry(end));
    if (source) return source;
  }
  return undefined;
}

function ofAnyCountry(host: string): string {
  return host.replace(COUNTRY, '.*');
}

/** Names that are only used for advertisements, besides those that end in `ads`. */
const PAID_NAMES: ReadonlySet<string> = new Set([
  'adwords',
  'googlecpc',
  'googlepla',
  'bingcpc',
  'microsoftadvertising',
  'yandexdirect',
  'sklik',
]);

/** Returns the source that a link names, and whether the name says that it was paid for, as `facebook-ads` does. */
export function sourceOfName(name: string): (Source & { readonly isPaid: boolean }) | undefined {
  const key = aliasKey(name);
  const source = byAlias.get(key) ?? sourceOfHost(foldHost(name));
  if (source) return { ...source, isPaid: PAID_NAMES.has(key) };
  const bare = /^(.+?)(?:ads?|paid)$/.exec(key)?.[1];
  const paid = bare === undefined ? undefined : byAlias.get(bare);
  return paid && { ...paid, isPaid: true };
}

const HOST_BY_NAME = new Map(
  SOURCE_LISTS.toReversed().flatMap(({ entries }) =>
    entries.map(([name, hosts]) => [aliasKey(name), hosts.split(' ').map(hostIn)] as const),
  ),
);

/** Returns a host that belongs to the source with this name; empty if there is none. */
export function hostOfSource(name: string): string {
  const named = sourceOfName(name)?.name ?? '';
  const hosts = HOST_BY_NAME.get(aliasKey(named)) ?? [];
  return hosts.find(host => sourceOfHost(host)?.name === named) ?? '';
}

function hostIn(entry: string): string {
  return entry.replace(/^=/, '').replace(/\.\*$/, '.com');
}
