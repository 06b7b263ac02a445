import { parseIpList } from './ip-addresses.ts';
import { LANGUAGE } from './language.ts';
import { parseOrigins, parseParamList } from './lines.ts';
import { parsePageGroups } from './page-groups.ts';
import { SHIELDS } from './shields.ts';
import { quote } from './text.ts';
import { canonicalTimeZone } from './time-zone.ts';
import { parseHosts } from './website-hosts.ts';
import type { WebsiteSetting } from './website-setting.ts';

/** Every setting of a website, in the order of the API. */
export const WEBSITE_SETTINGS = [
  {
    name: 'privacy',
    column: 'privacy',
    rest: 'privacy',
    kind: 'choice',
    type: 'Privacy',
    preset: 'PRIVATE',
    called: 'privacy',
    description: 'Who can see the statistics page',
    group: 'sharing',
    label: 'Who can see the statistics',
    whenNew: true,
    options: [
      {
        value: 'PUBLIC',
        description: 'Anyone who knows its URL.',
        label: 'Public',
        help: 'Anyone who knows the URL can see the statistics and pass it on.',
      },
      {
        value: 'PRIVATE',
        description: 'Only the account that owns the website.',
        label: 'Private',
        help: 'Only you. Everyone else gets a 404.',
      },
      {
        value: 'PASSWORD',
        description: "The account, and anyone who knows the page's password.",
        label: 'Password',
        help: 'Anyone with the password, which the page asks for once a week. A new password locks everyone out.',
      },
    ],
  },
  {
    name: 'password',
    column: 'password_hash',
    rest: 'password',
    kind: 'secret',
    preset: null,
    maxLength: 128,
    called: 'password',
    description:
      'The password of the statistics page, 1 to 128 characters. It is required while the privacy is PASSWORD (2 over REST) and has no effect otherwise',
    shown: 'hasPassword',
    restShown: 'has_password',
    shownDescription:
      'Whether a password is set; the password itself is never returned. It has an effect only while the privacy is 2 (PASSWORD)',
    group: 'sharing',
    label: 'Page password',
    help: '1 to 128 characters; not the password you sign in with.',
    whenNew: true,
    labelWhenSet: 'New page password',
    helpWhenSet: 'Leave empty to keep the current password.',
    onlyWith: ['privacy', 'PASSWORD'],
  },
  {
    name: 'emailReports',
    column: 'email',
    rest: 'email',
    kind: 'flag',
    preset: false,
    called: 'email',
    description: 'Whether periodic reports are sent by e-mail',
    group: 'reports',
    label: 'Send reports by e-mail',
    help: 'Sends a report on each completed day, week or month to the recipients below. Requires a mail server (SMTP_URL).',
  },
  {
    name: 'excludeBots',
    column: 'exclude_bots',
    rest: 'exclude_bots',
    kind: 'flag',
    preset: true,
    called: 'exclude bots',
    description: 'Whether hits of known bots are dropped',
    group: 'counting',
    label: 'Ignore bots',
    help: 'Programs that identify themselves, such as search engines, are not counted.',
  },
  {
    name: 'excludeParams',
    column: 'exclude_params',
    rest: 'exclude_params',
    kind: 'lines',
    preset: [],
    example: ['utm_source', 'ref'],
    read: parseParamList,
    called: 'excluded parameters',
    description:
      'Query parameters to remove from pages, by name, in addition to click ids such as `gclid`; `utm_*` removes all whose names start with `utm_`, and `*` alone the whole query, but campaigns are still read from them',
    group: 'counting',
    label: 'Excluded query parameters',
    help: 'One name per line, such as ref, or the beginning of names, such as utm_*. They are removed from pages, so that /a?ref=1 becomes /a; * alone removes the whole query. Click ids, such as gclid and fbclid, are always removed.',
    presetWhenNew: ['utm_*'],
    whenNew:
      'Removed from pages, so that /a?utm_source=b counts as /a. One name per line; utm_* means all names that start with utm_. Campaigns are still read from utm_campaign.',
  },
  {
    name: 'excludeIps',
    column: 'exclude_ips',
    rest: 'exclude_ips',
    kind: 'lines',
    preset: [],
    read: lines => {
      const result = parseIpList(lines);
      return 'errors' in result ? result : { list: result.list.lines };
    },
    called: 'excluded addresses',
    description: 'IP addresses and CIDR blocks, IPv4 or IPv6, from which hits are dropped',
    group: 'counting',
    label: 'Excluded IP addresses',
    help: 'One IP address or CIDR block per line, IPv4 or IPv6. Hits from these are not counted.',
  },
  {
    name: 'honorGpc',
    column: 'honor_gpc',
    rest: 'honor_gpc',
    kind: 'flag',
    preset: false,
    called: 'honor GPC',
    description: 'Whether a hit with `Sec-GPC: 1` or `DNT: 1` counts as an anonymous pageview, without a visitor',
    group: 'counting',
    label: 'Respect Do Not Track and GPC',
    help: 'With Do Not Track or Global Privacy Control, the pageview counts, but not the visitor, the visit or anything about them.',
  },
  {
    name: 'embedOrigins',
    column: 'embed_origins',
    kind: 'lines',
    preset: [],
    read: parseOrigins,
    areHosts: true,
    rows: 2,
    called: 'origins',
    description: 'The origins that can embed the statistics page, such as `https://example.com`; `*` allows all',
    group: 'sharing',
    label: 'Sites that may embed this page',
    help: 'One origin per line, such as https://intranet.example.com, or * for all. Leave empty for none. Works only while the statistics are public.',
  },
  {
    name: 'timezone',
    column: 'timezone',
    rest: 'timezone',
    kind: 'text',
    preset: 'UTC',
    example: 'Europe/Berlin',
    expected: 'an IANA name such as Europe/Berlin',
    read: name => {
      const text = canonicalTimeZone(name);
      if (text !== null) return { text };
      return {
        error: `The time zone ${quote(name)} is not known; use an IANA name such as Europe/Berlin or UTC.`,
      };
    },
    isShared: true,
    called: 'time zone',
    description:
      'The IANA time zone of the days and hours, such as `Europe/Berlin`. A change affects only hits that arrive later; what was counted stays in the days and hours it was counted in',
    group: 'counting',
    label: 'Time zone',
    help: 'Days start and end at midnight here. Changing it later affects new data only.',
    whenNew: true,
    offers: 'timezones',
  },
  {
    name: 'hosts',
    column: 'hosts',
    rest: 'hosts',
    kind: 'lines',
    preset: [],
    example: ['shop.example.com', '*.example.org'],
    read: parseHosts,
    areHosts: true,
    called: 'hosts',
    description:
      'Further hosts whose hits count for this website, such as `shop.example.com`, or `*.example.com` for all subdomains; the domain always belongs to it. A host belongs to one website of the instance: the exact host beats a wildcard, and the longer wildcard the shorter. Visits from one of them to another have no referrer',
    group: 'counting',
    label: 'Further hosts',
    help: 'One host per line, such as shop.example.com, or *.example.com for all subdomains. Hits on these hosts count for this website, and links between them are not referrers.',
  },
  {
    name: 'pageGroups',
    column: 'page_groups',
    rest: 'page_groups',
    kind: 'lines',
    preset: [],
    example: ['/blog/*/comments', '/blog/*'],
    read: parsePageGroups,
    called: 'page groups',
    description:
      'The groups of pages for journeys by groups, at most 50: each a path in which `*` matches any text, such as `/blog/*`. A page belongs to the first that it matches, or else to that of its first path segment. Without `?`, the query of a page is ignored',
    group: 'counting',
    label: 'Groups of pages',
    help: 'One path per line, in which * matches any text, such as /blog/*. Journeys through groups of pages take the first that matches; all other pages are grouped by the first part of their path. Changes apply to the past, too.',
  },
  ...SHIELDS,
  LANGUAGE,
] as const satisfies readonly WebsiteSetting[];

type Entry = (typeof WEBSITE_SETTINGS)[number];
type Secret = Extract<Entry, { kind: 'secret' }>;

/** A setting that REST exposes. */
export type RestSetting = Extract<Entry, { readonly rest: string }>;

/** The name of a setting. */
export type SettingName = Entry['name'];

/** The type of the value of a setting. */
export type SettingValue<Name extends SettingName> = ValueOf<Extract<Entry, { name: Name }>>;

type ValueOf<S> = S extends { kind: 'flag' }
  ? boolean
  : S extends { kind: 'number' }
    ? number
    : S extends { kind: 'lines' }
      ? readonly string[]
      : S extends { options: readonly { value: infer Value }[] }
        ? Value
        : string;

/** The settings of a website as they are returned; a password only as whether it is set. */
export type SettingValues = {
  readonly [S in Exclude<Entry, Secret> as S['name']]: ValueOf<S>;
} & {
  readonly [S in Secret as S['shown']]: boolean;
};

/** The settings as the client sends them: undefined changes nothing, null clears a password or a list. */
export type SettingInput = { readonly [S in Entry as S['name']]?: ValueOf<S> | null | undefined };

/** Who can see the statistics page. */
export type Privacy = SettingValue<'privacy'>;
