import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, type GatewayProcess, registerWebsite, startGatewayProcess } from './gateway.ts';
import { median, runLoad } from './run-load.ts';

const HOST = 'bench.example';

/** Measures hits per second of one gateway, of two on one port, and of two on two ports, each on an empty database from `newDatabase`. */
export async function measureSeveral(newDatabase: () => Promise<string>, seconds: number): Promise<void> {
  const setups = [
    { what: 'one gateway', gateways: 1, isShared: false },
    { what: 'two on one port', gateways: 2, isShared: true },
    { what: 'two gateways', gateways: 2, isShared: false },
  ];
  let alone = 0;
  console.log('  several processes on one database; load, database and processes share the cores of this machine:');
  for (const { what, gateways, isShared } of setups) {
    const url = await newDatabase();
    const sharedPort = isShared ? await freePort() : null;
    const running: GatewayProcess[] = [];
    for (let index = 0; index < gateways; index++)
      running.push(
        await startGatewayProcess({ DATABASE_URL: url, ...(sharedPort ? { SHARED_PORT: String(sharedPort) } : {}) }),
      );
    await registerWebsite(running[0] as GatewayProcess, HOST);
    // Another process notices the website within three seconds.
    await sleep(4_000);
    const started = performance.now();
    const results = await Promise.all(
      running.map(({ port }) =>
        runLoad({ port: sharedPort ?? port, host: HOST, seconds, connections: 64 / running.length }),
      ),
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
      `    ${what.padEnd(15)} ${Math.round(rate)}/s (${(rate / alone).toFixed(2)}), p99 ${p99.toFixed(1)} ms, folded at ${Math.round(stored / foldedWithin)}/s, ${conflicts} folds repeated; acknowledged ${acknowledged}, stored ${stored}: ${acknowledged === stored ? 'exact' : 'NOT EXACT'}`,
    );
    for (const gateway of running) await gateway.stop();
  }
}
