import { setTimeout as sleep } from 'node:timers/promises';
import { insertRows, readCheckpoint, Text, writeCheckpoint } from '../db/fold-rows.ts';
import type { Database } from '../db/open.ts';
import type { SpoolBatch } from '../db/spool-segment.ts';
import { decodeHits } from '../domain/hit.ts';
import { FoldConflict, type FoldCount, type FoldOptions, foldHits, type NumberedHit } from './fold.ts';

const ATTEMPTS = 20;

/** What a fold tells about itself, for logs and metrics. */
export type FoldReport =
  | ({ type: 'folded'; website: number; ms: number } & FoldCount)
  | { type: 'bad'; website: number; reason: string };

/** Folds batches of one spool, all or none of each website's; rejects when the database is away. */
export type FoldWork = (spool: string, batches: readonly SpoolBatch[]) => Promise<void>;

export interface FoldWorkOptions extends FoldOptions {
  readonly report: (event: FoldReport) => void;
}

/** The fold itself: each website's hits in a transaction of their own, conflicts repeated, what cannot be stored set aside. */
export function createFoldWork(database: Database, options: FoldWorkOptions): FoldWork {
  return async (spool, batches) => {
    for (const [website, hits] of byWebsite(batches, options))
      await foldWebsite(database, website, spool, hits, options);
  };
}

function byWebsite(batches: readonly SpoolBatch[], options: FoldWorkOptions): Map<number, NumberedHit[]> {
  const websites = new Map<number, NumberedHit[]>();
  for (const batch of batches) {
    try {
      decodeHits(batch.body).forEach((hit, index) => {
        const numbered = { number: batch.first + index, hit };
        const mine = websites.get(hit.website);
        if (mine) mine.push(numbered);
        else websites.set(hit.website, [numbered]);
      });
    } catch (error) {
      options.report({
        type: 'bad',
        website: 0,
        reason: `Spool rows from ${batch.first} on are not readable: ${error}`,
      });
    }
  }
  return websites;
}

async function foldWebsite(
  database: Database,
  website: number,
  spool: string,
  hits: readonly NumberedHit[],
  options: FoldWorkOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const started = performance.now();
      const count = await foldHits(database, website, spool, hits, options);
      options.report({ type: 'folded', website, ms: performance.now() - started, ...count });
      return;
    } catch (error) {
      const fault = error instanceof FoldConflict ? 'retry' : database.dialect.fault(error);
      if (fault === 'away') throw error;
      // A duplicate key can only come from a gateway that folded the same website at the same moment.
      if (fault !== 'other' && attempt < ATTEMPTS) {
        await sleep(Math.random() * Math.min(1_000, 10 * 2 ** attempt));
        continue;
      }
      if (fault !== 'other') throw error;
      const first = hits[0];
      if (hits.length === 1 && first) return setAside(database, website, spool, first, error, options);
      // Something in these hits cannot be stored: halving finds it, and its neighbours are folded.
      const middle = Math.ceil(hits.length / 2);
      await foldWebsite(database, website, spool, hits.slice(0, middle), options);
      return foldWebsite(database, website, spool, hits.slice(middle), options);
    }
  }
}

/** A hit that cannot be stored is kept with the reason; the checkpoint behind it moves with its later neighbours. */
async function setAside(
  database: Database,
  website: number,
  spool: string,
  { number, hit }: NumberedHit,
  error: unknown,
  options: FoldWorkOptions,
): Promise<void> {
  const reason = error instanceof Error ? error.message.slice(0, 900) : String(error);
  const { dialect } = database;
  await dialect.transaction(async tx => {
    if ((await readCheckpoint(tx, website, spool)) >= number) return;
    await insertRows(tx, {
      table: 'bad_hit',
      columns: ['website_id', 'seen_at', 'reason', 'body'],
      rows: [[website, options.now(), new Text(reason), new Text(JSON.stringify(hit))]],
    });
    await writeCheckpoint(tx, dialect, website, spool, number, options.now());
  });
  options.report({ type: 'bad', website, reason });
}
