import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BigDatabase } from './big-database.ts';
import type { PackOrder, PackResult } from './pack-process.ts';
import { runJson } from './run-json.ts';
import { verdict } from './statistics.ts';

const MOST_BYTES = 24;

/** Packs what is missing of all websites, so that questions find everything that a gateway would have packed. */
export async function packMissing({ url, directory }: BigDatabase): Promise<void> {
  const order = { databaseUrl: url, dataDir: directory };
  const { segments, ms } = await runJson<PackResult>('pack-process.ts', order satisfies PackOrder);
  if (segments > 0) console.log(`  packed ${segments} segments in ${(ms / 1_000).toFixed(1)} s`);
}

/** Packs all websites into a folder of its own, as after an install, and prints what that costs. */
export async function measurePacking({ url, directory }: BigDatabase): Promise<void> {
  const dataDir = mkdtempSync(join(directory, 'packed-'));
  try {
    const order = { databaseUrl: url, dataDir };
    const { hits, ms, cpu, bytes, peak } = await runJson<PackResult>('pack-process.ts', order satisfies PackOrder);
    const each = bytes / hits;
    console.log(
      `  packing: ${perSecond(hits, cpu)} hits/s of one core (${(cpu / 1_000).toFixed(1)} s), ${perSecond(hits, ms)} hits/s of time; ${each.toFixed(1)} B a hit (target ${MOST_BYTES}: ${verdict(each <= MOST_BYTES)}); peak memory ${(peak / 2 ** 20).toFixed(0)} MiB`,
    );
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function perSecond(hits: number, ms: number): string {
  return Math.round(hits / (ms / 1_000)).toLocaleString('en-US');
}
