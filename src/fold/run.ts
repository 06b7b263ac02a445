import { setTimeout as sleep } from 'node:timers/promises';
import { dropCheckpoints, insertRows, readCheckpoint, Text, writeCheckpoint } from '../db/fold-rows.ts';
import type { Database } from '../db/open.ts';
import { adoptSpools, type Spool, type SpoolBatch } from '../db/spool.ts';
import { decodeHits } from '../domain/hit.ts';
import { FoldConflict, type FoldCount, type FoldOptions, foldHits, type NumberedHit } from './fold.ts';

const CHUNK = 10_000;
const ATTEMPTS = 20;
const LONGEST_PAUSE = 5_000;

export interface FoldRunOptions extends FoldOptions {
  /** Where spools lie; those of dead processes are adopted from there. */
  readonly folder: string;
  /** Pause between folds in milliseconds while there is nothing to do. */
  readonly every: number;
  /** Told about each fold and each fault, for logs and metrics. */
  readonly report: (event: FoldReport) => void;
}

export type FoldReport =
  | ({ type: 'folded'; website: number; ms: number } & FoldCount)
  | { type: 'bad'; website: number; reason: string }
  | { type: 'waiting'; error: unknown };

/** The fold of one process: its own spool and those it adopts. */
export interface FoldRun {
  /** Resolves when everything that is durable at the time of the call is folded; rejects when the database is away. */
  drain(): Promise<void>;
  /** Ends after the fold under way; what is left stays in the spool. */
  stop(): Promise<void>;
  /** Milliseconds since the oldest hit that is not folded yet was first seen here; 0 when there is none. */
  lag(): number;
}

/** Folds `spool` and adopted ones until stopped. A database that is away is waited for with growing pauses; nothing is lost meanwhile. */
export function runFold(database: Database, spool: Spool, options: FoldRunOptions): FoldRun {
  const spools = new Map<string, { spool: Spool; next: number }>([[spool.id, { spool, next: 0 }]]);
  let stopped = false;
  let behindSince = 0;
  let wake = () => {};
  let turn: Promise<void> = Promise.resolve();

  /** One fold at a time: what the loop and a drain do never overlaps. */
  function foldAll(): Promise<void> {
    const mine = turn.then(async () => {
      if (spools.size === 1)
        for (const adopted of await adoptSpools(options.folder)) spools.set(adopted.id, { spool: adopted, next: 0 });
      for (const entry of spools.values()) {
        while (!stopped || entry.spool === spool) {
          const more = await foldChunk(database, entry, options);
          if (!more || stopped) break;
        }
        if (entry.spool !== spool && !stopped) {
          spools.delete(entry.spool.id);
          await entry.spool.remove();
          await dropCheckpoints(database.dialect, entry.spool.id);
        }
      }
      behindSince = 0;
    });
    turn = mine.catch(() => undefined);
    return mine;
  }

  async function loop(): Promise<void> {
    let pause = 0;
    while (!stopped) {
      if (spool.pending() > 0) behindSince ||= options.now();
      try {
        await foldAll();
        pause = 0;
      } catch (error) {
        pause = Math.min(LONGEST_PAUSE, Math.max(200, pause * 2));
        options.report({ type: 'waiting', error });
      }
      await new Promise<void>(resolve => {
        wake = resolve;
        setTimeout(resolve, pause || options.every).unref();
      });
    }
  }
  const running = loop();

  return {
    drain: foldAll,
    async stop() {
      stopped = true;
      wake();
      await running;
      await turn;
      for (const entry of spools.values()) if (entry.spool !== spool) await entry.spool.close();
    },
    lag: () => (behindSince === 0 ? 0 : options.now() - behindSince),
  };
}

/** Folds the next hits of one spool, each website in a transaction of its own; false when there are no more. */
async function foldChunk(
  database: Database,
  entry: { spool: Spool; next: number },
  options: FoldRunOptions,
): Promise<boolean> {
  const batches = await entry.spool.read(entry.next, CHUNK);
  const last = batches.at(-1);
  if (!last) return false;
  for (const [website, hits] of byWebsite(batches, options))
    await foldWebsite(database, website, entry.spool.id, hits, options);
  entry.next = last.first + last.hits;
  await entry.spool.release(entry.next);
  return true;
}

function byWebsite(batches: readonly SpoolBatch[], options: FoldRunOptions): Map<number, NumberedHit[]> {
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
  options: FoldRunOptions,
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
  options: FoldRunOptions,
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
