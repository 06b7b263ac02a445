import { openDatabase } from '../../src/db/open.ts';
import { type Dashboard, DESKTOP, startDashboard } from './dashboard.ts';
import type { OpenPlace } from './databases.ts';

const HOST = 'extremes.example';
const PAGES = 20_000;
const DAYS = 25;
const WEBSITES = 500;
/** What counts are multiplied by, so that they have ten digits; SQLite's integers have room for more. */
const TIMES = 1_000_003;
const LONG = 'unbroken'.repeat(62);

/** The longest host name, of four labels, in letters that a page cannot break. */
export const LONGEST_HOST = `${'w'.repeat(63)}.${'x'.repeat(63)}.${'y'.repeat(63)}.${'z'.repeat(50)}.example`;

/** Starts a dashboard with a website that has much of everything, among 500 others of its account. */
export async function startExtremes(openPlace: OpenPlace): Promise<Dashboard & { readonly id: string }> {
  let url = '';
  const dashboard = await startDashboard(async () => {
    const place = await openPlace();
    url = place.url;
    return place;
  });
  const id = await dashboard.create({ domain: HOST, privacy: 'PUBLIC', pageGroups: [`/${LONG.slice(0, 200)}/*`] });
  for (const domain of [LONGEST_HOST, 'bücher.example', 'مثال.example']) await dashboard.create({ domain });
  for (let from = 0; from < PAGES; from += 1000)
    await dashboard.count(Array.from({ length: 1000 }, (_, at) => plainHit(from + at)));
  for (let round = 0; round < 8; round++) await dashboard.count(oddHits(round));
  await addNotes(dashboard, id);

  const database = openDatabase(url);
  const { dialect } = database;
  for (const sum of ['pageviews', 'visitors', 'visits', 'bounces', 'seconds', 'events'])
    await dialect.run(`UPDATE rollup_day SET ${sum} = ${sum} * ? WHERE website_id = ?`, [TIMES, id]);
  for (let number = 1; number <= WEBSITES; number++)
    await dialect.run(
      `INSERT INTO website (account_id, domain, privacy, email, exclude_bots, honor_gpc, timezone, created_at, updated_at)
       SELECT account_id, ?, 1, 0, 1, 0, 'UTC', 0, 0 FROM website WHERE id = ?`,
      [`website-number-${number}.example`, id],
    );
  await database.close();
  return { ...dashboard, id };
}

function plainHit(number: number): object {
  return hitAt(`/articles/${number}`, number);
}

/** Returns a hit of a visitor of its own, within the last 25 days. */
function hitAt(path: string, number: number, more: object = {}): object {
  const time = new Date(Date.now() - (1 + (number % DAYS)) * 86_400_000).toISOString();
  const ip = `${11 + (number % 150)}.${number % 251}.${(number >> 8) % 251}.9`;
  return { page: `https://${HOST}${path}`, time, ip, user_agent: DESKTOP, ...more };
}

/** Returns hits whose values are as long as they can be, read from the right, or have letters of other scripts. */
function oddHits(round: number): object[] {
  const event = { name: 'LongestEvent'.repeat(5), value: 9_876_543_210.12, unit: 'EUR' };
  return [
    hitAt(`/${LONG}?utm_campaign=${LONG}`, 1, { referrer: `https://${LONGEST_HOST}/`, event }),
    hitAt(`/${LONG}`, 2, { referrer: `https://${LONGEST_HOST}/` }),
    hitAt('/עברית/דף-ארוך-מאוד/(סוגריים)', 3, { referrer: 'https://xn--4dbrk0ce.example/' }),
    hitAt('/عربي', 4, { event: { name: 'اشتراك جديد', value: 1_234_567_890, unit: 'JPY' } }),
    hitAt('/日本語のとても長いパス', 5, { referrer: 'https://xn--bcher-kva.example/' }),
    hitAt('/<script>alert(1)</script>', 6, { event: { name: '<b>bold</b>' } }),
  ].map(hit => ({ ...hit, ip: `9.9.${round}.9` }));
}

/** Adds goals, funnels, segments and annotations with the longest names there can be. */
async function addNotes({ gateway }: Dashboard, website: string): Promise<void> {
  const name = LONG.slice(0, 100);
  const create = (field: string, type: string, input: object) =>
    gateway.graphql(
      `mutation($website: ID!, $input: ${type}!) { create${field}(website: $website, input: $input) { __typename } }`,
      { website, input },
    );
  const step = { kind: 'PAGE', pattern: `/${LONG.slice(0, 254)}`, name };
  const filter = { name: 'PAGE', operator: 'IS', values: [LONG.slice(0, 255)] };
  const date = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  for (let number = 0; number < 10; number++) {
    const numbered = `${number}${name.slice(1)}`;
    await create('Goal', 'GoalInput', { kind: 'EVENT', name: numbered, pattern: 'LongestEvent'.repeat(5) });
    await create('Segment', 'SegmentInput', { name: numbered, filter });
  }
  await create('Goal', 'GoalInput', { kind: 'PAGE', name: 'الهدف (1)', pattern: '/عربي' });
  await create('Funnel', 'FunnelInput', { name, steps: Array.from({ length: 10 }, () => step) });
  await create('Annotation', 'AnnotationInput', { date, text: LONG.repeat(2).slice(0, 500) });
}
