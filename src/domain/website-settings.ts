import { parseOrigins } from './embedding.ts';
import { parseIpList, parseParamList } from './exclusions.ts';
import { quote } from './text.ts';
import { canonicalTimeZone } from './time-zone.ts';
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
    label: 'Who may see the statistics',
    whenNew: true,
    options: [
      {
        value: 'PUBLIC',
        description: 'Anyone who knows the address.',
        label: 'Anyone',
        help: 'Whoever knows the address sees the statistics, and may pass it on.',
      },
      {
        value: 'PRIVATE',
        description: 'Only the account.',
        label: 'You alone',
        help: 'Everybody else sees a page that does not tell whether the website exists.',
      },
      {
        value: 'PASSWORD',
        description: 'Anyone who knows the password of the page, and the account.',
        label: 'Whoever knows a password',
        help: 'The page asks for it once a week. Another password shuts everybody out.',
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
      'The password of the statistics page, 1 to 128 characters. It is needed for the privacy 2 (PASSWORD) and has no effect otherwise',
    shown: 'hasPassword',
    restShown: 'has_password',
    shownDescription:
      'Whether a password is set; the password itself is never returned. It has an effect only while the privacy is 2 (PASSWORD)',
    group: 'sharing',
    label: 'Password of the page',
    help: '1 to 128 characters; not the one you sign in with.',
    whenNew: true,
    labelWhenSet: 'New password of the page',
    helpWhenSet: 'Leave it empty to keep the one that is set.',
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
    help: 'The numbers of the period that ended, to those below. It needs a mail server (SMTP_URL).',
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
    label: 'Leave bots out',
    help: 'Programs that say what they are, such as search engines, are not visitors.',
  },
  {
    name: 'excludeParams',
    column: 'exclude_params',
    rest: 'exclude_params',
    kind: 'lines',
    preset: [],
    example: ['utm_source', 'fbclid'],
    read: parseParamList,
    called: 'excluded parameters',
    description: 'The exact names of query parameters to remove from pages; `*` alone removes the whole query',
    group: 'counting',
    label: 'Excluded query parameters',
    help: 'One name a line, such as fbclid. They are taken off pages, so that /a?fbclid=1 is /a; * alone takes the whole query off.',
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
    label: 'Excluded addresses',
    help: 'One address or CIDR block a line, IPv4 or IPv6. Hits from these are not counted.',
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
    label: 'Identify nobody who asks not to be tracked',
    help: 'With Do Not Track or Global Privacy Control a pageview counts, and visitors, visits and all that is known of them do not.',
  },
  {
    name: 'embedOrigins',
    column: 'embed_origins',
    kind: 'lines',
    preset: [],
    read: parseOrigins,
    rows: 2,
    called: 'origins',
    description: 'The origins that can embed the statistics page, such as `https://example.com`; `*` allows all',
    group: 'sharing',
    label: 'Pages that may show the statistics inside theirs',
    help: 'One origin a line, such as https://intranet.example.com, or * for all; none for nobody. It works while the statistics are open to anyone.',
  },
  {
    name: 'timezone',
    column: 'timezone',
    rest: 'timezone',
    kind: 'text',
    preset: 'UTC',
    example: 'Europe/Berlin',
    send: 'an IANA name such as Europe/Berlin',
    read: name => {
      const text = canonicalTimeZone(name);
      if (text !== null) return { text };
      return {
        error: `The time zone ${quote(name)} is not known; send an IANA name such as Europe/Berlin or UTC.`,
      };
    },
    isShared: true,
    called: 'time zone',
    description: 'The IANA time zone of the days and hours, such as `Europe/Berlin`',
    group: 'counting',
    label: 'Time zone',
    help: 'Its midnight ends a day. What was counted before stays on the days it was counted for.',
    whenNew: 'Its midnight ends a day. It can be changed later, and then holds from that moment on.',
    offers: 'time zones',
  },
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

/**
 * The settings of a website as the client sends them. Undefined leaves a setting unchanged; null clears a password or a
 * list.
 */
export type SettingInput = { readonly [S in Entry as S['name']]?: ValueOf<S> | null | undefined };

/** The settings of a website as its model stores them, under their names; a password as its hash. */
export type StoredSettings = {
  readonly [S in Entry as S extends Secret ? `${S['name']}Hash` : S['name']]: S extends { kind: 'lines' | 'secret' }
    ? string | null
    : S extends { kind: 'text' }
      ? string
      : number;
};

/** Returns the model attribute that stores a setting. */
export function attributeOf({ kind, name }: Entry): keyof StoredSettings {
  return (kind === 'secret' ? `${name}Hash` : name) as keyof StoredSettings;
}

/** Who can see the statistics page. */
export type Privacy = SettingValue<'privacy'>;
