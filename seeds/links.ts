/** What the links of the demo's campaigns name besides the campaign; of several texts, each is in some links. */
const LINKS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  newsletter: { utm_source: ['letter'], utm_medium: ['email'], utm_content: ['header', 'footer'] },
  'free-month': {
    utm_source: ['google'],
    utm_medium: ['cpc'],
    utm_term: ['web analytics', 'analytics without cookies', 'self-hosted analytics', 'page counter'],
    utm_content: ['blue', 'green'],
  },
  launch: { utm_source: ['producthunt'], utm_medium: ['social'] },
  podcast: { utm_source: ['podcast'], utm_medium: ['audio'], utm_content: ['episode-12', 'episode-13'] },
};

/** The websites on which some of these links are; the others are in mails and programs, which name no referrer. */
export const LINKED_FROM: Readonly<Record<string, string>> = {
  'free-month': 'google.com',
  launch: 'producthunt.com',
};

/** Returns what the link that a visit came by names. `chance` is from 0 to 1. */
export function linkOf(campaign: string, chance: number): Readonly<Record<string, string>> {
  const named = Object.entries(LINKS[campaign] ?? {});
  return Object.fromEntries(
    named.map(([name, texts]) => [name, texts[Math.floor(chance * 0.999 * texts.length)] as string]),
  );
}
