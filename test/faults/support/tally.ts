import { setTimeout as sleep } from 'node:timers/promises';
import type { Executor } from '../../../src/db/dialect.ts';
import { type Database, openDatabase } from '../../../src/db/open.ts';
import { STATISTICS } from '../../../src/domain/statistics.ts';
import { verify } from '../../../src/fold/verify.ts';
import type { Outcome, Place, Scene } from '../fault.ts';
import { type GatewayChild, HOST, KEY, metric } from './gateway.ts';
import type { Sending } from './hits.ts';

/** Acknowledged hits compared with counted ones. */
export interface Tally {
  readonly acknowledged: number;
  /** Hits in the database for pages of the senders. */
  readonly stored: number;
  /** Acknowledged and not stored. */
  readonly lost: number;
  /** Stored more than once, acknowledged or not. */
  readonly twice: number;
}

/**
 * Milliseconds without progress after which missing hits count as lost: with an empty spool, and with hits waiting in
 * it.
 */
const PATIENCE: Patience = { empty: 60_000, waiting: 60_000 };
/** Where something is broken on purpose, lost hits will not arrive, but waiting ones may. */
const CONTROL_PATIENCE: Patience = { empty: 3_000, waiting: 8_000 };

interface Patience {
  readonly empty: number;
  readonly waiting: number;
}

type Answering = Pick<GatewayChild, 'url'>;
type Acknowledged = Pick<Sending, 'prefix' | 'acknowledged'>;

/**
 * Waits until the acknowledged hits are folded, or nothing changes any more, and then compares: every acknowledged hit
 * once, no hit twice, rollups equal to a recount, and the sums that always hold. The gateway is not changed.
 */
export async function check(
  scene: Scene,
  place: Place,
  gateways: Answering | readonly Answering[],
  sendings: readonly Acknowledged[],
): Promise<Outcome> {
  const all = [gateways].flat() as Answering[];
  const database = openDatabase(place.url, { timeout: 30_000 });
  try {
    const { broken, figures } = await compare(scene, database, all, sendings);
    broken.push(...(await recounted(database)));
    for (const gateway of all) broken.push(...(await brokenSums(gateway)));
    return { broken, figures };
  } finally {
    await database.close();
  }
}

/** Does the first part of that: every acknowledged hit once, and no hit twice, in a database of any release. */
export async function compare(
  scene: Scene,
  database: Database,
  gateways: readonly Answering[],
  sendings: readonly Acknowledged[],
): Promise<Outcome> {
  const tally = await settled(database, gateways, sendings, scene.isControl ? CONTROL_PATIENCE : PATIENCE);
  const broken = tally.acknowledged === 0 && sendings.length > 0 ? ['No hit was acknowledged at all.'] : [];
  broken.push(...faultsOf(tally));
  return { broken, figures: { ...tally } };
}

/** Does all of it that a database without a service can show, once everything is folded. */
export async function compareFolded(database: Database, sendings: readonly Acknowledged[]): Promise<string[]> {
  return [...faultsOf(await count(database, sendings)), ...(await recounted(database))];
}

function faultsOf({ lost, twice }: Tally): string[] {
  return [
    ...(lost > 0 ? [`${lost} acknowledged hits were lost.`] : []),
    ...(twice > 0 ? [`${twice} hits were counted twice.`] : []),
  ];
}

async function settled(
  database: Database,
  gateways: readonly Answering[],
  sendings: readonly Acknowledged[],
  patience: Patience,
): Promise<Tally> {
  let before = -1;
  let since = performance.now();
  for (;;) {
    let waiting = 0;
    for (const gateway of gateways) waiting += await metric(gateway, 'footfall_spool_hits');
    const tally = await count(database, sendings);
    if (waiting === 0 && tally.lost === 0) return tally;
    const still = performance.now() - since;
    if (still > (waiting > 0 ? patience.waiting : patience.empty) && tally.stored === before) return tally;
    if (tally.stored !== before) since = performance.now();
    before = tally.stored;
    await sleep(200);
  }
}

async function count({ dialect }: Database, sendings: readonly Acknowledged[]): Promise<Tally> {
  const prefixes = new Set(sendings.map(({ prefix }) => prefix));
  const stored = new Map<string, number>();
  for (const { page, hits } of await countPages(dialect))
    if (prefixes.has(page.slice(1, page.lastIndexOf('-')))) stored.set(page, hits);
  let acknowledged = 0;
  let lost = 0;
  for (const sending of sendings) {
    for (const number of sending.acknowledged()) {
      acknowledged++;
      if (!stored.has(`/${sending.prefix}-${number}`)) lost++;
    }
  }
  return {
    acknowledged,
    stored: [...stored.values()].reduce((sum, hits) => sum + hits, 0),
    lost,
    twice: [...stored.values()].filter(hits => hits > 1).length,
  };
}

/**
 * Counts hits by page. They are joined here because engines have no statistics yet for such new tables and choose a
 * plan that takes minutes.
 */
async function countPages(executor: Executor): Promise<{ page: string; hits: number }[]> {
  const values = await executor.all<{ website_id: number; id: number; value: string }>(
    'SELECT website_id, id, value FROM stat_value',
  );
  const texts = new Map(values.map(({ website_id, id, value }) => [`${website_id}:${id}`, value]));
  const rows = await executor.all<{ website_id: number; page: number; hits: number }>(
    'SELECT website_id, page, COUNT(*) AS hits FROM hit GROUP BY website_id, page',
  );
  return rows.map(({ website_id, page, hits }) => ({
    page: texts.get(`${website_id}:${page}`) ?? '',
    hits: Number(hits),
  }));
}

async function recounted(database: Database): Promise<string[]> {
  let differences = 0;
  for (const { id } of await database.dialect.all<{ id: number }>('SELECT id FROM website'))
    differences += (await verify(database, id)).differences.length;
  const [row] = await database.dialect.all<{ bad: number }>('SELECT COUNT(*) AS bad FROM bad_hit');
  const bad = Number(row?.bad);
  return [
    ...(differences > 0 ? [`${differences} rollup rows differ from a recount.`] : []),
    ...(bad > 0 ? [`${bad} hits were set aside although nothing was wrong with them.`] : []),
  ];
}

const EQUAL: Readonly<Record<string, readonly string[]>> = {
  pageviews: ['page', 'host', 'pageviews_hours'],
  visitors: [
    'visitors_hours',
    'browser',
    'browser_version',
    'os',
    'os_version',
    'device',
    'country',
    'continent',
    'region',
    'city',
    'language',
    'resolution',
  ],
  landing_page: ['exit_page', 'referrer', 'source', 'channel'],
};

/** Returns sentences about sums of statistics that should be equal and are not, as a client reads them. */
async function brokenSums(gateway: Answering): Promise<string[]> {
  const sums = await readSums(gateway);
  const broken: string[] = [];
  for (const [name, others] of Object.entries(EQUAL))
    for (const other of others)
      if (sums[other] !== sums[name])
        broken.push(`The sum of ${other} is ${sums[other]}, that of ${name} ${sums[name]}.`);
  return broken;
}

/** Returns the sums of all statistics over all days, by name. */
export async function readSums(gateway: Answering, host = HOST): Promise<Record<string, number>> {
  const fields = STATISTICS.map(
    ({ name }) => `${name}: stats(name: ${name.toUpperCase()}, from: "1990-01-01", to: "2150-12-31") { sum }`,
  );
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: `{ website(domain: "${host}") { ${fields.join(' ')} } }` }),
  });
  const answer = (await response.json()) as { data?: { website?: Record<string, { sum: number }> }; errors?: unknown };
  if (!answer.data?.website) throw new Error(`The statistics could not be read: ${JSON.stringify(answer.errors)}`);
  return Object.fromEntries(Object.entries(answer.data.website).map(([name, { sum }]) => [name, sum]));
}
