import { sourceAndChannel } from '../src/domain/origin.ts';
import { LINKED_FROM, linkOf } from './links.ts';

/** Where a part of the demo's direct visits really came from: up to this share of them, in order. */
const INSTEAD_OF_DIRECT: readonly (readonly [
  upTo: number,
  referrer: string,
  link: Readonly<Record<string, string>>,
])[] = [
  [0.04, 'chatgpt.com', { utm_source: 'chatgpt.com' }],
  [0.06, 'perplexity.ai', {}],
  [0.07, 'claude.ai', {}],
  [0.12, 'facebook.com', {}],
  [0.15, 't.co', {}],
  [0.19, 'youtube.com', {}],
  [0.22, 'mail.google.com', {}],
  [0.26, 'l.instagram.com', { utm_source: 'ig', utm_medium: 'paid_social' }],
  [0.28, 'partner.example', { utm_source: 'partner.example', utm_medium: 'affiliate' }],
  [0.29, 'amazon.de', {}],
];
/** The hosts of a source, which are referrers of their own. */
const HOSTS: Readonly<Record<string, readonly string[]>> = {
  'google.com': ['google.com', 'google.com', 'google.com', 'google.de', 'google.fr', 'google.co.uk'],
  'facebook.com': ['l.facebook.com', 'm.facebook.com', 'facebook.com'],
  'reddit.com': ['reddit.com', 'reddit.com', 'old.reddit.com'],
  'youtube.com': ['youtube.com', 'm.youtube.com'],
};
/** The share of visits from Google that an advertisement brought. */
const PAID = 0.12;

/** Returns what a visit's first pageview stores about its origin. `chance` is from 0 to 1. */
export function arrivalOf(referrer: string, campaign: string, chance: number): Record<string, string> {
  if (campaign === '' && referrer === '') {
    const [, from, link] = INSTEAD_OF_DIRECT.find(([upTo]) => chance < upTo) ?? [1, '', {}];
    return { referrer: hostOf(from, chance), ...link, ...originOf(from, '', link, []) };
  }
  if (campaign === '')
    return {
      referrer: hostOf(referrer, chance),
      campaign,
      ...originOf(referrer, '', {}, clickIdsOf(referrer, chance)),
    };
  const link = linkOf(campaign, chance);
  const from = LINKED_FROM[campaign] ?? '';
  return { referrer: from, campaign, ...link, ...originOf(from, campaign, link, []) };
}

function hostOf(site: string, chance: number): string {
  const hosts = HOSTS[site] ?? [site];
  return hosts[Math.floor(chance * 9_973) % hosts.length] as string;
}

function clickIdsOf(referrer: string, chance: number): string[] {
  return referrer === 'google.com' && chance < PAID ? ['gclid'] : [];
}

function originOf(referrer: string, campaign: string, link: Readonly<Record<string, string>>, clickIds: string[]) {
  const { utm_source: utmSource = '', utm_medium: medium = '' } = link;
  return sourceAndChannel({ referrer, campaign, utmSource, medium, clickIds });
}
