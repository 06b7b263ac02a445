import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { encodeHit } from '../src/domain/stored-hit.ts';
import { CHUNK } from '../src/fold/run.ts';
import { createFoldWork } from '../src/fold/work.ts';
import { databaseWithWebsites, foldOptions, hitOf } from '../test/support/hits.ts';
import { startMariaDb } from '../test/support/mariadb.ts';
import { benchDatabase } from './support/database.ts';
import { foldBatches } from './support/fold-batches.ts';

/*
 * `npm run bench:fold [-- --websites=10000] [--engine=sqlite|mariadb]`: how long a fold takes for one hit of each of many
 * websites: their first hits, hits of other visitors with other values, and hits with values that are known.
 * With `--hits=1000000` instead: how long it takes for that many hits of one website that come in batches, and for what.
 */

const { values } = parseArgs({
  options: {
    websites: { type: 'string', default: '10000' },
    engine: { type: 'string', default: 'sqlite' },
    hits: { type: 'string', default: '0' },
  },
});
const hits = Number(values.hits);
const websites = hits > 0 ? 1 : Number(values.websites);
const TARGET = 3;

const server = values.engine === 'mariadb' ? await startMariaDb({ durable: true }) : null;
const folder = mkdtempSync(join(tmpdir(), 'footfall-bench-'));
const url = server ? await benchDatabase(server.url) : `sqlite:${join(folder, 'footfall.db')}`;
const database = await databaseWithWebsites({ url, dataDir: folder }, websites);
let stored = 0;
const work = createFoldWork(
  database,
  foldOptions({
    report(event) {
      if (event.type === 'folded') stored += event.stored;
      else throw new Error(JSON.stringify(event));
    },
  }),
);
console.log(`${values.engine}: ${hits > 0 ? 'hits in batches' : `one hit of each of ${websites} websites`}`);
try {
  if (hits > 0) await foldBatches(work, hits, server?.pid() ?? null);
  else await onePerWebsite();
} finally {
  await database.close();
  await server?.stop();
  rmSync(folder, { recursive: true });
}

async function onePerWebsite(): Promise<void> {
  await measure('first hits', 1, 1);
  await measure('hits of other visitors with other values', 2, 2);
  await measure('hits with known values', 3, 2);
}

async function measure(title: string, visitor: number, kind: number): Promise<void> {
  const hits = Array.from({ length: websites }, (_unused, index) =>
    encodeHit(
      hitOf({
        website: index + 1,
        time: Date.now(),
        visitor: visitor.toString(16).padStart(16, '0'),
        values: {
          page: `/${kind}`,
          referrer: `site-${kind}.example`,
          browser: `Browser ${kind}`,
          os: `System ${kind}`,
          device: 'desktop',
          country: `DE:${kind}`,
          continent: 'EU:Europe',
          city: `City ${kind}`,
          language: 'de-DE',
          resolution: `${kind}00x100`,
        },
      }),
    ),
  );
  stored = 0;
  const started = performance.now();
  const before = process.cpuUsage();
  for (let first = 0; first < hits.length; first += CHUNK) {
    const some = hits.slice(first, first + CHUNK);
    await work(`spool-${visitor}`, [{ first: first + 1, hits: some.length, body: some.join(',') }]);
  }
  const seconds = (performance.now() - started) / 1000;
  if (stored !== websites) throw new Error(`Only ${stored} of ${websites} hits were stored.`);
  const { user, system } = process.cpuUsage(before);
  const cpu = ((user + system) / 1e6).toFixed(2);
  const target = values.engine === 'sqlite' ? ` (target ${TARGET} s for 10,000)` : '';
  console.log(`  ${title}: ${seconds.toFixed(2)} s, ${cpu} s of processor time${target}`);
}
