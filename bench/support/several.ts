import { setTimeout as sleep } from 'node:timers/promises';
import { type GatewayProcess, registerWebsite, startGatewayProcess } from './gateway.ts';
import { median, runLoad } from './run-load.ts';

const HOST = 'bench.example';

/**
 * Measures hits per second of one process, of two on one port, and of two gateways, each on an empty database from
 * `newDatabase`.
 */
export async function measureSeveral(newDatabase: () => Promise<string>, seconds: number): Promise<void> {
  const setups = [
    { what: 'one process', workers: '1', gateways: 1 },
    { what: 'WORKERS=2', workers: '2', gateways: 1 },
    { what: 'two gateways', workers: '1', gateways: 2 },
  ];
  let alone = 0;
  console.log('  several processes on one database; load, database and processes share the cores of this machine:');
  for (const { what, workers, gateways } of setups) {
    const url = await newDatabase();
    const running: GatewayProcess[] = [];
    for (let index = 0; index < gateways; index++)
      running.push(await startGatewayProcess({ DATABASE_URL: url, WORKERS: workers }));
    await registerWebsite(running[0] as GatewayProcess, HOST);
    // Another process notices the website within three seconds.
    await sleep(4_000);
    const started = performance.now();
    const results = await Promise.all(
      running.map(({ port }) => runLoad({ port, host: HOST, seconds, connections: 64 / running.length })),
    );
    const sum = async (name: string) =>
      (await Promise.all(running.map(gateway => gateway.metric(name)))).reduce((total, value) => total + value, 0);
    while ((await sum('footfall_spool_hits')) > 0) await sleep(100);
    const foldedWithin = (performance.now() - started) / 1000;
    const rate = results.reduce((total, { perSecond }) => total + perSecond, 0);
    alone ||= rate;
    const acknowledged = results.reduce((total, { requests }) => total + requests, 0);
    const stored = await sum('footfall_hits_stored_total');
    const conflicts = await sum('footfall_fold_conflicts_total');
    const p99 = median(results.map(result => result.p99));
    console.log(
      `    ${what.padEnd(13)} ${Math.round(rate)}/s (${(rate / alone).toFixed(2)}), p99 ${p99.toFixed(1)} ms, folded at ${Math.round(stored / foldedWithin)}/s, ${conflicts} folds repeated; acknowledged ${acknowledged}, stored ${stored}: ${acknowledged === stored ? 'exact' : 'NOT EXACT'}`,
    );
    for (const gateway of running) await gateway.stop();
  }
}
