import { mkdtempSync, openAsBlob, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startMariaDb } from '../test/support/mariadb.ts';
import { benchDatabase } from './support/database.ts';
import { type GatewayProcess, registerWebsite, startGatewayProcess } from './support/gateway.ts';
import { FileMaker } from './support/import-files.ts';
import { watchImports } from './support/import-watch.ts';
import type { LoadResult } from './support/load.ts';
import { runLoad } from './support/run-load.ts';
import { verdict } from './support/statistics.ts';

/*
 * `npm run bench:import [-- --kind=sums|hits|umami] [--rows=10000000] [--database=sqlite|mariadb] [--rate=1000]`: how fast one
 * process imports a file while another sends it hits, what that takes of the processor and of memory, how long the hits
 * wait meanwhile, and how long an undo takes. Without options, sums and a million rows
 * of Umami on both databases.
 */

const { values } = parseArgs({
  options: {
    kind: { type: 'string' },
    rows: { type: 'string' },
    database: { type: 'string' },
    rate: { type: 'string', default: '1000' },
  },
});
const HOST = 'bench.example';
const ROWS = { sums: 10_000_000, hits: 1_000_000, umami: 1_000_000 } as const;
const NAMES = { sums: 'sums.csv', hits: 'hits.ndjson', umami: 'website_event.csv' } as const;
/** Seconds of load in one go. */
const WINDOW = 5;
const TARGETS = { p99: 25, memory: 400, seconds: 60, sumsPerSecond: 1e7 / 60, hitsPerSecond: 50_000 } as const;
type Kind = keyof typeof ROWS;

const kinds = (values.kind ? [values.kind] : ['sums', 'umami']) as Kind[];
const engines = (values.database ? [values.database] : ['sqlite', 'mariadb']) as ('sqlite' | 'mariadb')[];
const folder = mkdtempSync(join(tmpdir(), 'footfall-import-'));
try {
  for (const kind of kinds) {
    const rows = Number(values.rows ?? ROWS[kind]);
    const path = join(folder, kind);
    const yesterday = Math.floor(Date.now() / 86_400_000) - 1;
    const maker = new FileMaker(1);
    const { pageviews } = await maker[kind](path, rows, yesterday, HOST);
    for (const engine of engines) await measure(kind, engine, path, { rows, pageviews });
    rmSync(path);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Import {
  readonly id: number;
  readonly state: string;
  readonly error: string | null;
  readonly finished_at: string | null;
  readonly report: readonly { readonly name: string; readonly ours: unknown }[];
}

async function measure(
  kind: Kind,
  engine: 'sqlite' | 'mariadb',
  path: string,
  made: { readonly rows: number; readonly pageviews: number },
): Promise<void> {
  const server = engine === 'mariadb' ? await startMariaDb({ durable: true }) : null;
  const database: Record<string, string> = server ? { DATABASE_URL: await benchDatabase(server.url) } : {};
  const gateway = await startGatewayProcess({ ...database, IMPORT_MAX_MB: '20000' });
  try {
    await registerWebsite(gateway, HOST);
    const { rows } = made;
    const size = (statSync(path).size / 1e6).toFixed(0);
    console.log(
      `\n${engine}: ${rows.toLocaleString('en-US')} rows of ${kind} in ${size} MB, ${values.rate} hits/s meanwhile`,
    );
    const alone = await load(gateway, WINDOW);
    console.log(`  hits without an import   p50 ${alone.p50.toFixed(1)} ms, p99 ${alone.p99.toFixed(1)} ms`);

    const sent = performance.now();
    const form = new FormData();
    form.set('file', await openAsBlob(path), NAMES[kind]);
    const { id } = await ask(gateway, '', { method: 'POST', body: form });
    const uploaded = performance.now();
    const states = new Map<string, number>();
    const done = await during(gateway, () => over(gateway, id, states));
    if (done.import.state !== 'done') throw new Error(`The import ended as ${done.import.state}: ${done.import.error}`);
    const counted = done.import.report.find(({ name }) => name === 'pageviews')?.ours;
    if (counted !== made.pageviews) throw new Error(`${String(counted)} pageviews were counted, of ${made.pageviews}.`);
    const seconds = (done.over - uploaded) / 1_000;
    const perSecond = rows / seconds;
    const target = kind === 'sums' ? TARGETS.sumsPerSecond : TARGETS.hitsPerSecond;
    const steps = [...states].map(([state, ms]) => `${state} ${(ms / 1_000).toFixed(1)}`).join(', ');
    console.log(
      `  import                   ${seconds.toFixed(1)} s (${steps}), ${whole(perSecond)} rows/s (target ${whole(target)}: ${verdict(perSecond >= target)}); sent in ${((uploaded - sent) / 1_000).toFixed(1)} s`,
    );
    report(done, rows);

    await ask(gateway, `/${id}`, { method: 'DELETE' });
    const began = performance.now();
    const undone = await during(gateway, () => over(gateway, id, new Map()));
    const took = (undone.over - began) / 1_000;
    console.log(
      `  undo                     ${took.toFixed(1)} s (target ${TARGETS.seconds}: ${verdict(took <= TARGETS.seconds)})`,
    );
    if (undone.import.state !== 'undone') throw new Error(`The undo ended as ${undone.import.state}.`);
    report(undone, rows);
  } finally {
    await gateway.stop();
    await server?.stop();
  }
}

type During = Awaited<ReturnType<typeof during>>;

/** Sends hits until an import is over, and returns it with what it took, and when it was `over`. */
async function during(gateway: GatewayProcess, work: () => Promise<Import>) {
  const working = work();
  const watching = watchImports(gateway.pid, working);
  const loads: LoadResult[] = [];
  let over: number | null = null;
  void working.finally(() => {
    over = performance.now();
  });
  let lag = 0;
  const looking = (async () => {
    for (; over === null; await sleep(500)) lag = Math.max(lag, await gateway.metric('footfall_fold_lag_seconds'));
  })();
  do loads.push(await load(gateway, WINDOW));
  while (over === null);
  const found = await working;
  await looking;
  return { import: found, over: over as unknown as number, watched: await watching, loads, lag };
}

function report({ watched, loads, lag }: During, rows: number): void {
  const { processor, peak, gatewayPeak } = watched;
  const p99s = loads.map(({ p99 }) => p99).sort((a, b) => a - b);
  const p99 = p99s[Math.floor(p99s.length / 2)] ?? 0;
  console.log(
    `    its process            ${((processor * 1e6) / rows).toFixed(1)} us of processor time a row, peak ${peak} MiB (target ${TARGETS.memory}: ${verdict(peak <= TARGETS.memory)}), the gateway ${gatewayPeak} MiB`,
  );
  console.log(
    `    hits meanwhile         p99 ${p99.toFixed(1)} ms in the median of ${loads.length} times ${WINDOW} s (target ${TARGETS.p99}: ${verdict(p99 <= TARGETS.p99)}), ${p99s.at(-1)?.toFixed(1)} ms in the worst; longest fold lag ${lag.toFixed(2)} s`,
  );
}

function load(gateway: GatewayProcess, seconds: number): Promise<LoadResult> {
  return runLoad({ port: gateway.port, host: HOST, seconds, rate: Number(values.rate), connections: 32 });
}

/** Waits until an import is over, and adds up how long it was in each state. */
async function over(gateway: GatewayProcess, id: number, states: Map<string, number>): Promise<Import> {
  for (let before = performance.now(); ; ) {
    const found = await ask(gateway, `/${id}`);
    const now = performance.now();
    if (found.finished_at !== null && ['done', 'failed', 'undone'].includes(found.state)) return found;
    states.set(found.state, (states.get(found.state) ?? 0) + now - before);
    before = now;
    await sleep(100);
  }
}

async function ask(gateway: GatewayProcess, path: string, init: RequestInit = {}): Promise<Import> {
  const headers = { Authorization: `Bearer ${gateway.key}` };
  const response = await fetch(`${gateway.url}/api/v1/websites/1/imports${path}`, { ...init, headers });
  const body = (await response.json()) as { readonly data: Import };
  if (response.status >= 300) throw new Error(`The gateway answered ${response.status}: ${JSON.stringify(body)}`);
  return body.data;
}

function whole(number: number): string {
  return Math.round(number).toLocaleString('en-US').replaceAll(',', ' ');
}
