import { DESKTOP } from './dashboard.ts';

const DAY = 86_400_000;
/** The pages of each visit; `!` begins an event. */
const VISITS = [
  '/ /blog/one /cart !Order',
  '/ /blog/two /cart /checkout !Order',
  '/ /cart /',
  '/blog/one / /pricing',
  '/pricing /cart /checkout /help',
  '/ /cart /checkout !Order',
];

/** Returns the hits of six visits to shop.example, of about two days ago. */
export function pathHits(): object[] {
  // Noon, as visitors are others after midnight.
  const start = Math.floor(Date.now() / DAY) * DAY - 1.5 * DAY;
  return VISITS.flatMap((visit, index) =>
    visit.split(' ').map((name, at) => ({
      page: `https://shop.example${name.startsWith('!') ? '/checkout' : name}`,
      time: new Date(start + at * 40_000).toISOString(),
      ip: `9.9.9.${index + 1}`,
      user_agent: DESKTOP,
      ...(name.startsWith('!') && { event: { name: name.slice(1), value: 19.5, unit: 'EUR' } }),
    })),
  );
}
