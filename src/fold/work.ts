import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '../db/dialect.ts';
import type { Database } from '../db/open.ts';
import { Checkpoint } from '../db/rollups/fold-state.ts';
import { chunks, insertRows, Text } from '../db/sql.ts';
import { toStorable } from '../domain/text.ts';
import type { SpoolBatch } from '../spool/spool-file.ts';
import { type BadHit, BatchReader, numberedHits, type ReadHits } from './batch-reader.ts';
import { type FoldCount, type FoldOptions, foldHits, foldTogether, UnknownWebsite } from './fold.ts';
import { FoldConflict } from './fold-conflict.ts';
import type { FoldableHit } from './text-table.ts';

/** How long the fold tries before it leaves its hits in the spool for the next time. */
export const LIMITS = {
  /** Attempts at the hits of one website. */
  attempts: 20,
  /** Milliseconds that one statement of the folding thread may take. */
  statement: 30_000,
};
/** After this many conflicts in a row, hits are folded in two halves, unless there are already FEW or fewer. */
const LOST = 3;
const FEW = 250;
/** On an engine where it saves commits, this many websites with at most SMALL hits each share a transaction. */
const TOGETHER = 200;
const SMALL = 20;

/** An event of a fold, for logs and metrics. */
export type FoldReport =
  | ({ type: 'folded'; website: number; ms: number } & FoldCount)
  | { type: 'conflict'; website: number }
  | { type: 'bad'; website: number; hits: number; reason: string };

/**
 * Folds batches of one spool; of each website, either all hits or none. Rejects when the database is unavailable. `ahead`
 * resolves with the batches of the next call, if they are known: they are read while the engine writes. The caller
 * handles its rejection.
 */
export type FoldWork = (
  spool: string,
  batches: readonly SpoolBatch[],
  ahead?: Promise<readonly SpoolBatch[]>,
) => Promise<void>;

export interface FoldWorkOptions extends FoldOptions {
  readonly report: (event: FoldReport) => void;
}

/**
 * Returns the fold itself: each website's hits in their own transaction, conflicts retried, hits that cannot be stored
 * set aside.
 */
export function createFoldWork(database: Database, options: FoldWorkOptions): FoldWork {
  let next: BatchReader | undefined;
  return async (spool, batches, ahead) => {
    const reader = next?.batches === batches ? next : new BatchReader(batches);
    const { websites, damaged } = reader.read();
    next = undefined;
    let isAhead = false;
    const readAhead = async () => {
      if (isAhead) return;
      isAhead = true;
      try {
        next = ahead && new BatchReader(await ahead);
        await next?.readInSteps();
      } catch {
        // They are read again when they are folded, and fail then.
        next = undefined;
      }
    };
    const mine = { ...options, atSums: () => void readAhead() };
    const alone = new Set(websites.keys());
    for (const group of database.dialect.ownsDatabase ? smallOnes(websites) : [])
      if (await foldGroup(database, spool, group, mine)) for (const [website] of group) alone.delete(website);
    for (const website of alone)
      await foldWebsite(database, website, { id: spool, batches }, websites.get(website) ?? [], mine);
    if (damaged.length > 0) await setAside(database, NO_WEBSITE, spool, damaged, UNREADABLE, mine);
  };
}

/** The website of an unreadable hit is unknown. */
const NO_WEBSITE = 0;
const UNREADABLE = 'The spool file was damaged; this part of it is not a hit.';

/** A spool, and the batches of it that are being folded. */
interface Source {
  readonly id: string;
  readonly batches: readonly SpoolBatch[];
}

/** Returns websites with few hits in groups, each of which can share a transaction. */
function smallOnes(websites: ReadHits['websites']): [website: number, hits: readonly FoldableHit[]][][] {
  const small = [...websites].filter(([, hits]) => hits.length <= SMALL);
  return [...chunks(small, TOGETHER)].map(group => [...group]).filter(({ length }) => length > 1);
}

/** Returns false if something was wrong with one of them, and nothing is stored. */
async function foldGroup(
  database: Database,
  spool: string,
  group: readonly (readonly [website: number, hits: readonly FoldableHit[]])[],
  options: FoldWorkOptions,
): Promise<boolean> {
  try {
    const started = performance.now();
    const counts = await foldTogether(database, spool, group, options);
    const ms = (performance.now() - started) / group.length;
    for (const [place, [website]] of group.entries())
      options.report({ type: 'folded', website, ms, stored: 0, duplicates: 0, ...counts[place] });
    return true;
  } catch (error) {
    if (isUnavailable(database.dialect.fault(error))) throw error;
    return false;
  }
}

async function foldWebsite(
  database: Database,
  website: number,
  source: Source,
  hits: readonly FoldableHit[],
  options: FoldWorkOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const started = performance.now();
      const count = await foldHits(database, website, source.id, hits, options);
      options.report({ type: 'folded', website, ms: performance.now() - started, ...count });
      return;
    } catch (error) {
      if (error instanceof UnknownWebsite)
        return setAside(database, website, source.id, asTexts(source, website, hits), error.message, options);
      const fault = error instanceof FoldConflict ? 'retry' : database.dialect.fault(error);
      if (isUnavailable(fault)) throw error;
      // A duplicate key can only come from a gateway that folded the same website at the same time.
      if (fault !== 'other') {
        if (attempt === LIMITS.attempts) throw error;
        options.report({ type: 'conflict', website });
        await sleep(Math.random() * Math.min(1_000, 10 * 2 ** attempt));
        // Between two nodes of a cluster, the first to commit wins, so a long transaction would never succeed.
        if (attempt < LOST || hits.length <= FEW) continue;
      } else if (hits.length === 1) {
        const reason = error instanceof Error ? error.message.slice(0, 900) : String(error);
        return setAside(database, website, source.id, asTexts(source, website, hits), reason, options);
      }
      // If one of these hits cannot be stored, halving finds it, and the others are folded.
      const middle = Math.ceil(hits.length / 2);
      await foldWebsite(database, website, source, hits.slice(0, middle), options);
      return foldWebsite(database, website, source, hits.slice(middle), options);
    }
  }
}

/** Returns hits of a website as they are in the spool. */
function asTexts({ batches }: Source, website: number, hits: readonly FoldableHit[]): BadHit[] {
  const wanted = new Set(hits.map(({ number }) => number));
  return batches.flatMap(batch =>
    [...numberedHits(batch)].flatMap(({ number, hit }) =>
      typeof hit !== 'string' && hit.website === website && wanted.has(number)
        ? [{ number, body: JSON.stringify(hit) }]
        : [],
    ),
  );
}

/** Stores hits that cannot be folded, in spool order, with the reason, and moves the checkpoint past them. */
async function setAside(
  database: Database,
  website: number,
  spool: string,
  bad: readonly BadHit[],
  reason: string,
  options: FoldWorkOptions,
): Promise<void> {
  const { dialect } = database;
  await dialect.transaction(async tx => {
    const checkpoint = new Checkpoint(website, spool);
    const done = await checkpoint.read(tx);
    const ahead = bad.filter(({ number }) => number > done);
    const last = ahead.at(-1);
    if (!last) return;
    await insertRows(tx, {
      table: 'bad_hit',
      columns: ['website_id', 'seen_at', 'reason', 'body'],
      rows: ahead.map(({ body }) => [website, options.now(), new Text(reason), new Text(toStorable(body))]),
    });
    await checkpoint.write(tx, dialect, last.number, options.now());
  });
  options.report({ type: 'bad', website, hits: bad.length, reason });
}
