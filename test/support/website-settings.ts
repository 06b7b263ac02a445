import type { SettingName } from '../../src/domain/website-settings.ts';

/** Test values of a setting for GraphQL and REST: its preset, a valid value, and a wrong one with its error text. */
interface Row {
  readonly preset: readonly [graphql: unknown, rest?: unknown];
  readonly set: readonly [graphql: unknown, rest?: unknown];
  /** The value returned afterwards, if it differs from the one sent. */
  readonly read?: readonly [graphql: unknown, rest?: unknown];
  readonly wrong: readonly [graphql: unknown, rest?: unknown];
  readonly text: string;
}

/** A row per setting for tests to loop over; a setting that is not in REST has no second values. */
export const SETTING_ROWS: Record<SettingName, Row> = {
  privacy: {
    preset: ['PRIVATE', 1],
    set: ['PUBLIC', 0],
    wrong: [null, 7],
    text: 'The privacy is not valid; use 0 (PUBLIC in GraphQL), 1 (PRIVATE) or 2 (PASSWORD), or leave it out to keep it as it is.',
  },
  password: {
    preset: [false, false],
    set: ['open sesame', 'open sesame'],
    read: [true, true],
    wrong: ['x'.repeat(129), 'x'.repeat(129)],
    text: 'The password is too long; use 1 to 128 characters.',
  },
  emailReports: {
    preset: [false, 0],
    set: [true, 1],
    wrong: [null, 2],
    text: 'The setting "email" is neither on nor off; use 1 or 0 (true or false in GraphQL).',
  },
  excludeBots: {
    preset: [true, 1],
    set: [false, 0],
    wrong: [null, 2],
    text: 'The setting "exclude bots" is neither on nor off; use 1 or 0 (true or false in GraphQL).',
  },
  excludeParams: {
    preset: [[], null],
    set: [['fbclid', ' * '], 'fbclid\n\n *'],
    read: [['fbclid', '*'], 'fbclid\n*'],
    wrong: [['x', 'a\u0000'], 'x\na\u0000'],
    text: 'Line 2, "a\\u0000", contains a character that cannot be stored; use plain text.',
  },
  excludeIps: {
    preset: [[], null],
    set: [['203.0.113.0/24', '2001:db8::1'], '203.0.113.0/24\r\n2001:db8::1'],
    read: [['203.0.113.0/24', '2001:db8::1'], '203.0.113.0/24\n2001:db8::1'],
    wrong: [['::1', 'here'], '::1\nhere'],
    text: 'Line 2, "here", is not an IP address or CIDR block; write it like 203.0.113.9, 203.0.113.0/24 or 2001:db8::/32.',
  },
  honorGpc: {
    preset: [false, 0],
    set: [true, 1],
    wrong: [null, 'yes'],
    text: 'The setting "honor GPC" is neither on nor off; use 1 or 0 (true or false in GraphQL).',
  },
  embedOrigins: {
    preset: [[]],
    set: [['Intranet.example', '*']],
    read: [['https://intranet.example', '*']],
    wrong: [['ftp://a.example']],
    text: 'Line 1, "ftp://a.example", is not an origin; use one such as https://example.com, or * for all.',
  },
  timezone: {
    preset: ['UTC', 'UTC'],
    set: ['europe/berlin', 'europe/berlin'],
    read: ['Europe/Berlin', 'Europe/Berlin'],
    wrong: ['Mars/Base', 'Mars/Base'],
    text: 'The time zone "Mars/Base" is not known; use an IANA name such as Europe/Berlin or UTC.',
  },
  hosts: {
    preset: [[], null],
    set: [['https://www.Shop.example/', '*.cdn.example'], 'www.shop.example.\n\n*.cdn.example'],
    read: [['shop.example', '*.cdn.example'], 'shop.example\n*.cdn.example'],
    wrong: [['a.example', 'b c'], 'a.example\nb c'],
    text: 'Line 2, "b c", is not a host; use a name such as shop.example.com, or *.example.com for all subdomains.',
  },
  pageGroups: {
    preset: [[], null],
    set: [[' /blog/* ', '*.pdf', '/blog/*'], '/blog/*\n\n *.pdf'],
    read: [['/blog/*', '*.pdf'], '/blog/*\n*.pdf'],
    wrong: [['/a*', '/blog'], '/a*\n/blog'],
    text: 'Line 2, "/blog", is a single page; put a * where any text may be, such as /blog/*.',
  },
  excludeReferrers: {
    preset: [[], null],
    set: [['Spam.example', '*.ads.example'], 'www.spam.example\n*.ads.example'],
    read: [['spam.example', 'ads.example'], 'spam.example\nads.example'],
    wrong: [['a.example', 'b c'], 'a.example\nb c'],
    text: 'Line 2, "b c", is not a host; use a name such as spam.example, which includes its subdomains.',
  },
  excludeCountries: {
    preset: [[], null],
    set: [['kp', ' CN'], 'kp\nCN'],
    read: [['KP', 'CN'], 'KP\nCN'],
    wrong: [['DE', 'XY'], 'DE\nXY'],
    text: 'Line 2, "XY", is not a country; use its ISO code of two letters, such as DE.',
  },
  allowHosts: {
    preset: [[], null],
    set: [['Shop.example', '*.cdn.example'], 'www.shop.example\n*.cdn.example'],
    read: [['shop.example', '*.cdn.example'], 'shop.example\n*.cdn.example'],
    wrong: [['a.example', '*.de'], 'a.example\n*.de'],
    text: 'Line 2, "*.de", stands for too many hosts; name at least two parts after the *, as in *.example.com.',
  },
  maxAmount: {
    preset: [10_000_000, 10_000_000],
    set: [500, 500],
    wrong: [0, 0],
    text: 'The largest amount is not valid; use a whole number from 1 to 2000000000.',
  },
  language: {
    preset: ['EN', 0],
    set: ['DE', 1],
    wrong: [null, 7],
    text: 'The language is not valid; use 0 (EN in GraphQL), 1 (DE), 2 (FR), 3 (ES), 4 (PT), 5 (JA) or 6 (ZH), or leave it out to keep it as it is.',
  },
};
