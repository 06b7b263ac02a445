import { setTimeout as sleep } from 'node:timers/promises';
import { STATISTICS } from '../../src/domain/statistics.ts';
import { NotHere, type Outcome } from '../faults/fault.ts';
import type { BreakageName } from '../faults/support/breakages.ts';
import { type GatewayChild, KEY, launchReady, metric, someAreFolded, until } from '../faults/support/gateway.ts';
import { sendHits } from '../faults/support/hits.ts';
import { execute } from '../faults/support/place.ts';
import { check } from '../faults/support/tally.ts';
import { freePort } from '../support/free-port.ts';
import type { ClusterScene } from './support/scene.ts';
import { keptOnHead, missingForSpider, type Spider, shardDatabase, startSpider } from './support/spider.ts';
import { runSuites, suites } from './support/suites.ts';

const HEADERS = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' };
const NO_PACKING = new URL('./support/no-packing.ts', import.meta.url).href;
/** Statements that reach every shard when a gateway starts using it; they ask about tables, not about a website. */
const ABOUT_NOBODY = /^(set |SET |show |commit|rollback|start transaction|xa )/i;

/** The servers of the runs that kill none. */
let shared: Promise<Spider> | undefined;
let databases = 0;

/** Removes what the runs have shared; call it after the last one. */
export async function closeSpider(): Promise<void> {
  await (await shared)?.stop();
}

/** Returns an empty database on servers that other runs also use, or on servers for this run alone. */
async function open(
  scene: ClusterScene,
  { scattered, alone = false }: { readonly scattered?: 'rollup_day' | undefined; readonly alone?: boolean } = {},
): Promise<{ spider: Spider; url: string }> {
  const lacking = missingForSpider();
  if (lacking) throw new NotHere(lacking);
  if (!alone) shared ??= startSpider();
  const spider = await (alone ? startSpider() : (shared as Promise<Spider>));
  if (alone) scene.later(spider.stop);
  const name = `footfall${++databases}`;
  await execute(spider.head.url, `CREATE DATABASE ${name}`);
  const url = spider.head.url + name;
  await shardDatabase(
    url,
    spider.shards.map(({ url }) => url),
    scattered,
  );
  return { spider, url };
}

/**
 * Runs the suites of REST, GraphQL, fold and statistics over a Spider head with two shards; as a control, one that
 * cannot pass there.
 */
export async function spiderSuites(scene: ClusterScene): Promise<Outcome> {
  const { spider } = await open(scene);
  const files = scene.isControl ? ['jobs/deleted-websites.test.ts'] : suites(scene.short);
  const { passed, failed } = await runSuites(spider, files, { leaveOut: !scene.isControl });
  if (passed === 0) failed.push('No test was run.');
  return { broken: failed, figures: { 'tests passed': passed } };
}

/** Folds and reads of one website reach one shard and never the other. */
export async function spiderRouting(scene: ClusterScene, scattered?: 'rollup_day'): Promise<Outcome> {
  const { spider, url } = await open(scene, { scattered });
  const gateway = await launchReady(scene, scene.placeOn(url), { imports: [NO_PACKING] });
  const websites = [1, 2].map(number => ({ id: 0, domain: `shard${number}.example` }));
  for (const website of websites) {
    const response = await fetch(`${gateway.url}/api/v1/websites`, {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify({ domain: website.domain }),
    });
    website.id = ((await response.json()) as { data: { id: number } }).data.id;
  }
  // The first use of a table makes the head ask every shard about it.
  for (const { domain } of websites) await sendAndRead(gateway, domain);
  const broken = (await keptOnHead(url)).map(table => `The table ${table} is on the head.`);
  const figures: Record<string, string | number> = {};
  for (const { id, domain } of websites) {
    await sleep(1_000);
    spider.statements();
    await sendAndRead(gateway, domain);
    const seen = spider.statements().map(list => list.filter(statement => !ABOUT_NOBODY.test(statement)));
    const [mine = [], others = []] = id % 2 === 0 ? seen : seen.toReversed();
    figures[`statements for website ${id} on its shard and on the other`] = `${mine.length} and ${others.length}`;
    if (mine.length === 0) broken.push(`The shard of website ${id} was not asked.`);
    for (const statement of new Set(others.map(text => text.slice(0, 120))))
      broken.push(`The other shard was asked about website ${id}: ${statement}`);
  }
  return { broken, figures };
}

/** The head and the website's shard are killed under load; each commit involves only one shard. */
export async function spiderKilled(scene: ClusterScene, broken?: BreakageName): Promise<Outcome> {
  const { spider, url } = await open(scene, { alone: true });
  const place = scene.placeOn(url);
  const gateway = await launchReady(scene, place, { port: await freePort(), broken });
  const sending = await sendHits(scene, gateway.port, { rate: scene.short ? 250 : 1_000 });
  const started = performance.now();
  await someAreFolded(gateway);
  const figures: Record<string, string | number> = {};
  for (const [server, label] of [
    [spider.shards[1], 'shard'],
    [spider.head, 'head'],
  ] as const) {
    await sleep(2_000);
    await server?.kill();
    // Long enough that a gateway that blamed this fault on its hits would have set some aside.
    await sleep(scene.short || scene.isControl ? 3_000 : 12_000);
    await server?.start();
    const [back, before] = [performance.now(), await metric(gateway, 'footfall_hits_stored_total')];
    await until(
      async () => (await metric(gateway, 'footfall_hits_stored_total')) > before,
      `the gateway folds again after the ${label} was killed`,
      60_000,
    );
    figures[`ms until it folds again once the ${label} is back`] = Math.round(performance.now() - back);
  }
  await sending.stop();
  const seconds = (performance.now() - started) / 1000;
  const { broken: sentences, figures: tally } = await check(scene, place, gateway, [sending]);
  return {
    broken: sentences,
    figures: { ...figures, ...tally, 'hits/s': Math.round(Number(tally.acknowledged) / seconds) },
  };
}

/** Sends a visit to a website and reads everything about that website. */
async function sendAndRead(gateway: GatewayChild, domain: string): Promise<void> {
  const before = await metric(gateway, 'footfall_hits_stored_total');
  const hits = [
    { page: `https://${domain}/${Math.random()}`, ip: '203.0.113.9', user_agent: 'Mozilla/5.0 Firefox/144.0' },
  ];
  const sent = await fetch(`${gateway.url}/api/event/batch`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ hits }),
  });
  if (sent.status !== 202) throw new Error(`A hit got the status ${sent.status}: ${await sent.text()}`);
  await until(async () => (await metric(gateway, 'footfall_hits_stored_total')) > before, 'the hit is folded');
  const range = 'from: "2026-01-01", to: "2099-12-31"';
  const filter = 'filter: { name: PAGE, operator: CONTAINS, values: ["0."] }';
  for (const { name, scope } of STATISTICS) {
    const stats = (more: string) =>
      `stats(name: ${name.toUpperCase()}, ${range}, perPage: 10${more}) { sum rows { value } }`;
    // Requests of crawlers are no visits, which is what a filter selects.
    const chosen = scope === 'crawler' ? '' : `chosen: ${stats(`, ${filter}`)}`;
    const fields = `all: ${stats('')} found: ${stats(', search: "e"')} ${chosen}`;
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify({ query: `{ website(domain: "${domain}") { ${fields} } }` }),
    });
    const { errors } = (await response.json()) as { errors?: unknown };
    if (errors) throw new Error(`${name} could not be read: ${JSON.stringify(errors).slice(0, 500)}`);
  }
}
