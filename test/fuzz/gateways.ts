import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { openMariaDb } from '../support/mariadb.ts';

const NO_LIMITS = { TRUST_PROXY: '1', RATE_LIMIT: '10000000', COLLECT_RATE_LIMIT: '10000000' };

/** Starts an empty gateway on SQLite and, where it is installed, one on MariaDB; `close` stops and removes them. */
export async function openGateways(): Promise<{ gateways: TestGateway[]; close(): Promise<void> }> {
  const gateways: TestGateway[] = [];
  const leftovers: (() => Promise<unknown>)[] = [];
  const mariadb = await openMariaDb();
  if (mariadb) leftovers.push(mariadb.drop);
  for (const url of [null, ...(mariadb ? [mariadb.url] : [])]) {
    const dataDir = await mkdtemp(join(tmpdir(), 'footfall-fuzz-'));
    leftovers.push(() => rm(dataDir, { recursive: true, force: true }));
    const place = { url: url ?? `sqlite:${join(dataDir, 'footfall.db')}`, dataDir };
    // Both have the same public address, because it appears in their responses.
    gateways.push(await startTestGateway(place, { ...NO_LIMITS, BASE_URL: 'https://stats.example' }));
  }
  return {
    gateways,
    async close() {
      for (const gateway of gateways) await gateway.stop();
      for (const clear of leftovers) await clear();
    },
  };
}
