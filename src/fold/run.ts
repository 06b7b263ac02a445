import type { Database } from '../db/open.ts';
import { dropCheckpoints } from '../db/rollups/fold-state.ts';
import { adoptSpools } from '../spool/adoption.ts';
import type { FoldableSpool } from '../spool/spool.ts';
import type { FoldWork } from './work.ts';

/** Roughly how many hits are folded at once. */
const CHUNK = 16_000;
/**
 * Milliseconds from the start of one fold to the start of the next, unless folding leaves too little time for a rest.
 */
const CYCLE = 700;
const SHORTEST_REST = 100;
const LONGEST_PAUSE = 5_000;
const ADOPT_EVERY = 10_000;

export interface FoldRunOptions {
  /** The folder of the spools; those of dead processes are adopted from there. */
  readonly folder: string;
  /**
   * Pause between folds in milliseconds, shorter after long folds: larger folds cost less per hit, but hits should not
   * wait long.
   */
  readonly every: number;
  /** Called each time the fold has to wait for the database. */
  readonly waiting: (error: unknown) => void;
  /** Called for spools that cannot be opened, and for damage in them. */
  readonly unreadable: (error: unknown) => void;
}

/** The fold of one process: its own spool and those it adopts. */
export interface FoldRun {
  /**
   * Resolves when every hit that is durable at the time of the call is folded; rejects when the database is
   * unavailable.
   */
  drain(): Promise<void>;
  /** Returns the number of unfolded hits in its own spool and adopted ones. */
  pending(): number;
  /** Stops after the running fold; the remaining hits stay in the spool. */
  stop(): Promise<void>;
}

/**
 * Folds `spool` and adopted ones until stopped. While the database is unavailable, it retries with growing pauses; no
 * hit is lost.
 */
export function runFold(database: Database, spool: FoldableSpool, work: FoldWork, options: FoldRunOptions): FoldRun {
  const spools = new Map<string, Entry>([[spool.id, { spool, next: 0 }]]);
  let stopped = false;
  let adoptedAt = Number.NEGATIVE_INFINITY;
  let wake = () => {};
  let turn: Promise<void> = Promise.resolve();

  /** Folds run one at a time: the loop and a drain never overlap. */
  function foldAll(): Promise<void> {
    const mine = turn.then(async () => {
      if (performance.now() - adoptedAt > ADOPT_EVERY) {
        for (const adopted of await adoptSpools(options.folder, options.unreadable))
          spools.set(adopted.id, { spool: adopted, next: 0 });
        adoptedAt = performance.now();
      }
      await catchUp();
    });
    turn = mine.catch(() => undefined);
    return mine;
  }

  /**
   * Folds a chunk of each spool in turn, so that no spool waits for all of another, until each has been emptied once.
   */
  async function catchUp(): Promise<void> {
    const behind = new Set(spools.values());
    while (behind.size > 0) {
      for (const entry of behind) {
        if (stopped) return;
        // Hits that arrived during the last fold wait for the next one, because many small folds would cost far too
        // much.
        if ((await foldChunk(work, entry)) >= CHUNK) continue;
        behind.delete(entry);
        if (entry.spool !== spool) await discard(entry.spool);
      }
    }
  }

  async function discard(folded: FoldableSpool): Promise<void> {
    spools.delete(folded.id);
    await folded.remove();
    await dropCheckpoints(database.dialect, folded.id);
  }

  async function loop(): Promise<void> {
    let pause = 0;
    while (!stopped) {
      const started = performance.now();
      let rest = options.every;
      try {
        await foldAll();
        pause = 0;
        rest = Math.max(SHORTEST_REST, Math.min(rest, CYCLE - (performance.now() - started)));
      } catch (error) {
        pause = Math.min(LONGEST_PAUSE, Math.max(200, pause * 2));
        options.waiting(error);
      }
      // No call would wake a loop that starts to rest after the stop, and its timer does not keep the process alive.
      if (stopped) return;
      await new Promise<void>(resolve => {
        wake = resolve;
        setTimeout(resolve, pause || rest).unref();
      });
    }
  }
  const running = loop();

  return {
    drain: foldAll,
    pending: () => [...spools.values()].reduce((sum, { spool: { pending } }) => sum + pending(), 0),
    async stop() {
      stopped = true;
      wake();
      await running;
      await turn;
      for (const entry of spools.values()) if (entry.spool !== spool) await entry.spool.close();
    },
  };
}

/**
 * Closes a spool that receives no more hits. A completely folded one is removed, then its checkpoints, which nothing
 * else removes: while the files exist, the checkpoints keep hits from being counted twice.
 */
export async function putAway(database: Database, spool: FoldableSpool): Promise<void> {
  if (spool.pending() > 0) return spool.close();
  await spool.remove();
  await dropCheckpoints(database.dialect, spool.id);
}

interface Entry {
  readonly spool: FoldableSpool;
  next: number;
}

/** Folds the next hits of one spool; returns how many, which is less than a chunk when none are left. */
async function foldChunk(work: FoldWork, entry: Entry): Promise<number> {
  const batches = await entry.spool.read(entry.next, CHUNK);
  const last = batches.at(-1);
  if (!last) return 0;
  await work(entry.spool.id, batches);
  entry.next = last.first + last.hits;
  await entry.spool.release(batches);
  return batches.reduce((sum, { hits }) => sum + hits, 0);
}
