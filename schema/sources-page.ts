import { CHANNELS, CHANNELS_VERSION, UNASSIGNED } from '../src/domain/channels.ts';
import { CLICK_IDS } from '../src/domain/hit-values.ts';
import { ORIGIN_RULES } from '../src/domain/origin.ts';
import type { SourceEntry, SourceKind } from '../src/domain/sources/source.ts';
import { SOURCE_LISTS, SOURCES_VERSION } from '../src/domain/sources.ts';

const TITLES: Readonly<Record<SourceKind, string>> = {
  ai: 'AI assistants',
  video: 'Videos',
  shopping: 'Shops',
  email: 'Mail',
  search: 'Search engines',
  social: 'Social networks',
  display: 'Ad networks',
  site: 'Other websites',
};

/** Returns docs/sources.md, generated from the lists of sources and the rules of the channels. */
export function renderSources(): string {
  const lists = SOURCE_LISTS.map(({ kind, entries, from }) => {
    const rows = [...entries].sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)).map(rowOf);
    const title = from ? `${TITLES[kind]} that only ${from}'s list has` : TITLES[kind];
    return `### ${title}\n\n| Source | Hosts and apps | Also called |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  const channels = CHANNELS.map(({ name, rule }, index) => `| ${index + 1} | ${name} | ${rule} |`);
  return `${INTRODUCTION}
## Channels

The first rule that matches is the channel of a visit. All texts are compared in lower case. "Paid" means that the medium
contains \`cp\` (\`cpc\`, \`cpm\`), is \`ppc\` or \`retargeting\`, or begins with \`paid\`; or that the link names a source that is
only used for advertisements, such as \`facebook-ads\`.

| | Channel | When |
|---|---|---|
${channels.join('\n')}
| ${CHANNELS.length + 1} | ${UNASSIGNED} | Anything else: a medium without a source. |

## Sources with a name

A host includes its subdomains, except one with \`=\`; \`name.*\` stands for the domain of every country.

${lists.join('\n')}`;
}

function rowOf([name, hosts, aliases = '']: SourceEntry): string {
  const also = aliases === '' ? '' : codes(aliases);
  return `| ${name} | ${codes(hosts)} | ${also} |`;
}

function codes(texts: string): string {
  return texts
    .split(' ')
    .map(text => `\`${text}\``)
    .join(' ');
}

const INTRODUCTION = `# Sources and channels

<!-- Printed by npm run generate; do not edit. -->

The statistic \`source\` is where a visit came from, \`channel\` the kind of place or link that was. Both are those of the
first pageview of the visit. This page is printed from the lists and the rules that are used, version \`${ORIGIN_RULES}\`: sources of
${SOURCES_VERSION}, channel rules ${CHANNELS_VERSION}. Answers name this version: \`rules\` over GraphQL, the header \`X-Footfall-Rules\` over REST.
A visit keeps the source and channel that it got when it was counted.

The source of a pageview is the first of these:

1. \`utm_source\` in its query: the name of the source it stands for, such as \`Facebook\` for \`fb\`, \`facebook.com\` and
   \`facebook-ads\`; as it was sent if it stands for none. Case, blanks, \`-\` and \`_\` make no difference. \`direct\`, \`(direct)\`,
   \`(none)\` and \`(not set)\` count as empty.
2. The host of the referrer: the name of its source, or the host itself without \`www.\` if it has no name. The hosts of the
   website itself are no referrers.
3. The presence of a click id in the query: ${CLICK_IDS.map(id => `\`${id}\``).join(', ')}. The value of a click
   id identifies one click, so it is neither read nor stored.

Without any of these a visit is direct, and its source is empty. \`utm_source\`, \`utm_medium\` and \`utm_campaign\` are not read if
the website excludes a parameter of exactly this name; click ids are always read.

The names and hosts were compiled by hand from public facts on ${SOURCES_VERSION} and are in the public domain
([CC0](https://creativecommons.org/publicdomain/zero/1.0/)); the lists are in \`src/domain/sources/\`. What only
[Matomo's public-domain list](https://github.com/matomo-org/searchengine-and-social-list) has comes after them: its search
engines as of commit \`02e45a1\`, social networks of \`03dcb35\` and AI assistants of \`02a8125\`. Hosts that are search engines for
it only together with a path or a query, such as newspapers and portals, are left out, because a referrer is kept as its
host. Where both know a service, our lists decide: YouTube, Vimeo and Twitch are videos, and shops and mail have lists
of their own.

`;
