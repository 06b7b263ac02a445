/** The latest versions of the demo's browsers and systems; most visitors have one of them, some an older one. */
const LATEST: Readonly<Record<string, number>> = {
  Chrome: 144,
  Edge: 144,
  Firefox: 146,
  Opera: 125,
  Safari: 26,
  'Samsung Internet': 29,
  Android: 16,
  iOS: 26,
};

/** Returns a browser or system with a version, as the statistics store it. `age` is from 0 to 1. */
export function versionOf(name: string, age: number): string {
  if (name === 'Windows') return 'Windows 10/11';
  const latest = LATEST[name];
  return latest === undefined ? name : `${name} ${latest - Math.floor(3 * age ** 3)}`;
}

/** What the links of the demo's campaigns name besides the campaign. */
export const CAMPAIGN_LINKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  newsletter: { utm_source: 'letter', utm_medium: 'email', utm_content: 'header' },
  'spring-sale': { utm_source: 'google', utm_medium: 'cpc', utm_term: 'web analytics', utm_content: 'blue' },
  launch: { utm_source: 'producthunt', utm_medium: 'social' },
  podcast: { utm_source: 'podcast', utm_medium: 'audio', utm_content: 'episode-12' },
};
