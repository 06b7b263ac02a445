import assert from 'node:assert/strict';
import { packColumns } from '../../src/db/columns/pack.ts';
import { openColumnStore } from '../../src/db/columns/store.ts';
import type { Database } from '../../src/db/open.ts';
import { rebuild, verify } from '../../src/fold/verify.ts';

/** Runs a check of website 1 on rows, on packed columns and after a rebuild, which `verify` must confirm. */
export async function checkInEveryState(
  database: Database,
  dataDir: string,
  check: () => Promise<unknown>,
): Promise<void> {
  await check();
  const store = await openColumnStore(database, dataDir);
  await packColumns({ dialect: database.dialect, store, mostVisits: 5 });
  await check();
  await rebuild(database, 1);
  assert.deepEqual((await verify(database, 1)).differences, []);
  await check();
}
