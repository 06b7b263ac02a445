import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/open.ts';
import { readCheckpoint, writeCheckpoint } from '../db/rollups/fold-state.ts';
import { insertRows, Text } from '../db/sql.ts';
import { decodeHits, type Hit, salvageHits } from '../domain/hit.ts';
import { toStorable } from '../domain/text.ts';
import type { SpoolBatch } from '../spool/segment.ts';
import { FoldConflict, type FoldCount, type FoldOptions, foldHits, type NumberedHit } from './fold.ts';

const ATTEMPTS = 20;
/** After so many conflicts in a row, hits are folded in two halves, unless they are as few as this already. */
const LOST = 3;
const FEW = 250;

/** What a fold tells about itself, for logs and metrics. */
export type FoldReport =
  | ({ type: 'folded'; website: number; ms: number } & FoldCount)
  | { type: 'conflict'; website: number }
  | { type: 'bad'; website: number; reason: string };

/** Folds batches of one spool, all or none of each website's; rejects when the database is away. */
export type FoldWork = (spool: string, batches: readonly SpoolBatch[]) => Promise<void>;

export interface FoldWorkOptions extends FoldOptions {
  readonly report: (event: FoldReport) => void;
}

/** The fold itself: each website's hits in a transaction of their own, conflicts repeated, what cannot be stored set aside. */
export function createFoldWork(database: Database, options: FoldWorkOptions): FoldWork {
  return async (spool, batches) => {
    const { websites, damaged } = byWebsite(batches);
    for (const [website, hits] of websites) await foldWebsite(database, website, spool, hits, options);
    for (const { number, body } of damaged)
      await setAside(database, NO_WEBSITE, spool, { number, body, reason: UNREADABLE }, options);
  };
}

/** Nobody knows any more whose hit it was. */
const NO_WEBSITE = 0;
const UNREADABLE = 'What lies in the spool is no hit: the file was damaged.';

interface Damaged {
  readonly number: number;
  readonly body: string;
}

function byWebsite(batches: readonly SpoolBatch[]): { websites: Map<number, NumberedHit[]>; damaged: Damaged[] } {
  const websites = new Map<number, NumberedHit[]>();
  const damaged: Damaged[] = [];
  for (const batch of batches) {
    readBatch(batch.body).forEach((hit, index) => {
      // A damaged text may fall into more pieces than it had hits, and numbers beyond are those of the next batch.
      const number = batch.first + Math.min(index, batch.hits - 1);
      if (typeof hit === 'string') damaged.push({ number, body: hit });
      else if (!websites.get(hit.website)?.push({ number, hit })) websites.set(hit.website, [{ number, hit }]);
    });
  }
  return { websites, damaged };
}

function readBatch(body: string): (Hit | string)[] {
  try {
    return decodeHits(body);
  } catch {
    return salvageHits(body);
  }
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
      if (fault !== 'other') {
        if (attempt === ATTEMPTS) throw error;
        options.report({ type: 'conflict', website });
        await sleep(Math.random() * Math.min(1_000, 10 * 2 ** attempt));
        // Between two nodes of a cluster who commits first wins, and so a long transaction never does.
        if (attempt < LOST || hits.length <= FEW) continue;
      } else if (hits.length === 1) {
        const [{ number, hit }] = hits as [NumberedHit];
        const reason = error instanceof Error ? error.message.slice(0, 900) : String(error);
        return setAside(database, website, spool, { number, body: JSON.stringify(hit), reason }, options);
      }
      // If something in these hits cannot be stored, halving finds it, and its neighbours are folded.
      const middle = Math.ceil(hits.length / 2);
      await foldWebsite(database, website, spool, hits.slice(0, middle), options);
      return foldWebsite(database, website, spool, hits.slice(middle), options);
    }
  }
}

/** What cannot be stored is kept with the reason; the checkpoint behind it moves with its later neighbours. */
async function setAside(
  database: Database,
  website: number,
  spool: string,
  { number, body, reason }: Damaged & { readonly reason: string },
  options: FoldWorkOptions,
): Promise<void> {
  const { dialect } = database;
  await dialect.transaction(async tx => {
    if ((await readCheckpoint(tx, website, spool)) >= number) return;
    await insertRows(tx, {
      table: 'bad_hit',
      columns: ['website_id', 'seen_at', 'reason', 'body'],
      rows: [[website, options.now(), new Text(reason), new Text(toStorable(body))]],
    });
    await writeCheckpoint(tx, dialect, website, spool, number, options.now());
  });
  options.report({ type: 'bad', website, reason });
}
