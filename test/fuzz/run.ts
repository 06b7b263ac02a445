import { parseArgs } from 'node:util';
import { SHARED_SERVER, startMariaDb } from '../support/mariadb.ts';
import { numberOption } from '../support/options.ts';
import { mariadb, missing } from '../support/programs.ts';
import { fuzz } from './fuzz.ts';
import { openGateways } from './gateways.ts';

/*
 * `npm run test:fuzz [-- --minutes=5] [--seed=N] [--runs=2000]`: sends random requests, different each time, to a
 * service on SQLite and one on MariaDB, round after round. With a seed, it repeats only the round that failed.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    runs: { type: 'string', default: '2000' },
  },
});
const minutes = numberOption('minutes', values.minutes, 0);
const runs = numberOption('runs', values.runs, 1);
const given = values.seed === undefined ? undefined : numberOption('seed', values.seed, 0);
const absent = missing(mariadb);
if (absent) console.log(`Only on SQLite: ${absent}`);
const server = absent ? null : await startMariaDb();
if (server) process.env[SHARED_SERVER] = server.url;

const until = performance.now() + minutes * 60_000;
let failed = false;
let requests = 0;
for (let seed = given ?? Date.now() % 2 ** 31; !failed; seed++) {
  const { gateways, close } = await openGateways();
  try {
    const { statuses, neighbours } = await fuzz(gateways, { seed, runs });
    requests += runs;
    console.log(`held    seed ${seed}: ${JSON.stringify(statuses)}, ${neighbours} neighbours counted`);
  } catch (error) {
    failed = true;
    console.log(
      `BROKEN  seed ${seed}: ${error instanceof Error ? error.stack : error}\n${(error as Error).cause ?? ''}`,
    );
  }
  await close();
  if (given !== undefined || performance.now() > until) break;
}
await server?.stop();
console.log(failed ? 'A round failed.' : `Everything held for ${requests} requests.`);
process.exit(failed ? 1 : 0);
