import type { SourceKind } from './sources/source.ts';
import { lowerAscii } from './text.ts';

/** The version of the rules below; it changes with each of them. */
export const CHANNELS_VERSION = '1';

/** What the rules read of a visit; texts are in lower case. */
export interface Origin {
  /** The source's name; empty for a direct visit. */
  readonly source: string;
  readonly kind: SourceKind | null;
  /** If true, the name of the source says that the click was paid for. */
  readonly isPaid: boolean;
  readonly medium: string;
  readonly campaign: string;
  /** The click ids in the page's query. */
  readonly clickIds: readonly string[];
}

const PAID = /^(.*cp.*|ppc|retargeting|paid.*)$/;
const SHOP = /^(.*(([^a-df-z]|^)shop|shopping).*)$/;
const DISPLAY = ['display', 'banner', 'expandable', 'interstitial', 'cpm'];
const SOCIAL = ['social', 'social-network', 'social-media', 'sm', 'social network', 'social media'];
const EMAIL = ['email', 'e-mail', 'e_mail', 'e mail', 'newsletter'];
const REFERRAL = ['referral', 'app', 'link'];
const GOOGLE_CLICKS = ['gclid', 'wbraid', 'gbraid'];

interface Channel {
  readonly name: string;
  /** The rule in words, for the documentation. */
  readonly rule: string;
  readonly matches: (origin: Origin) => boolean;
}

const isPaid = ({ isPaid, medium }: Origin) => isPaid || PAID.test(medium);
const isShopping = ({ kind, campaign }: Origin) => kind === 'shopping' || SHOP.test(campaign);

/** All channels; the first that matches is the channel of a visit. */
export const CHANNELS: readonly Channel[] = [
  {
    name: 'Cross-network',
    rule: 'The campaign contains `cross-network`.',
    matches: ({ campaign }) => campaign.includes('cross-network'),
  },
  {
    name: 'Paid Shopping',
    rule: 'A shop, or a campaign with `shop` at the start of a word; and paid.',
    matches: origin => isShopping(origin) && isPaid(origin),
  },
  {
    name: 'Paid Search',
    rule: 'A search engine, and paid; Google with `gclid`, `wbraid` or `gbraid`; Bing with `msclkid`.',
    matches: origin =>
      (origin.kind === 'search' && isPaid(origin)) ||
      (origin.source === 'google' && origin.clickIds.some(id => GOOGLE_CLICKS.includes(id))) ||
      (origin.source === 'bing' && origin.clickIds.includes('msclkid')),
  },
  {
    name: 'Paid Social',
    rule: 'A social network, and paid.',
    matches: origin => origin.kind === 'social' && isPaid(origin),
  },
  {
    name: 'Paid Video',
    rule: 'A video website, and paid.',
    matches: origin => origin.kind === 'video' && isPaid(origin),
  },
  {
    name: 'Display',
    rule: 'The medium is `display`, `banner`, `expandable`, `interstitial` or `cpm`; or an ad network.',
    matches: ({ kind, medium }) => kind === 'display' || DISPLAY.includes(medium),
  },
  { name: 'Paid Other', rule: 'Paid, from any other source or none.', matches: isPaid },
  {
    name: 'Organic Shopping',
    rule: 'A shop, or a campaign with `shop` at the start of a word.',
    matches: isShopping,
  },
  {
    name: 'Organic Social',
    rule: 'A social network; or the medium is `social`, `social-network`, `social-media`, `sm`, `social network` or `social media`.',
    matches: ({ kind, medium }) => kind === 'social' || SOCIAL.includes(medium),
  },
  {
    name: 'Organic Video',
    rule: 'A video website, or the medium contains `video`.',
    matches: ({ kind, medium }) => kind === 'video' || medium.includes('video'),
  },
  { name: 'AI Assistants', rule: 'An AI assistant.', matches: ({ kind }) => kind === 'ai' },
  {
    name: 'Organic Search',
    rule: 'A search engine, or the medium is `organic`.',
    matches: ({ kind, medium }) => kind === 'search' || medium === 'organic',
  },
  {
    name: 'Email',
    rule: 'A mail service; or the source or the medium is `email`, `e-mail`, `e_mail`, `e mail` or `newsletter`.',
    matches: ({ kind, source, medium }) => kind === 'email' || EMAIL.includes(source) || EMAIL.includes(medium),
  },
  {
    name: 'Affiliates',
    rule: 'The medium is `affiliate` or `affiliates`.',
    matches: ({ medium }) => medium === 'affiliate' || medium === 'affiliates',
  },
  { name: 'Audio', rule: 'The medium is `audio`.', matches: ({ medium }) => medium === 'audio' },
  {
    name: 'SMS',
    rule: 'The source or the medium is `sms`.',
    matches: ({ source, medium }) => source === 'sms' || medium === 'sms',
  },
  {
    name: 'Mobile Push',
    rule: 'The medium ends in `push`, or contains `mobile` or `notification`; or the source is `firebase`.',
    matches: ({ source, medium }) =>
      medium.endsWith('push') || medium.includes('mobile') || medium.includes('notification') || source === 'firebase',
  },
  {
    name: 'Referral',
    rule: 'The medium is `referral`, `app` or `link`; or any other source.',
    matches: ({ source, medium }) => source !== '' || REFERRAL.includes(medium),
  },
  { name: 'Direct', rule: 'Neither a source nor a medium.', matches: ({ medium }) => medium === '' },
];

/** The channel of visits that no rule matches. */
export const UNASSIGNED = 'Unassigned';

/** Returns the channel of a visit, which is never empty. */
export function channelOf(origin: Origin): string {
  const lower = {
    ...origin,
    source: lowerAscii(origin.source),
    medium: lowerAscii(origin.medium),
    campaign: lowerAscii(origin.campaign),
  };
  return CHANNELS.find(({ matches }) => matches(lower))?.name ?? UNASSIGNED;
}
