import type { Database } from '../db/open.ts';
import { dropCheckpoints } from '../db/rollups/fold-state.ts';
import { adoptSpools } from '../spool/adoption.ts';
import type { FoldableSpool } from '../spool/spool.ts';
import type { FoldWork } from './work.ts';

/** Hits that are folded at once, about. */
const CHUNK = 16_000;
/** Milliseconds from the beginning of a fold to that of the next, as long as folding leaves time for a rest. */
const CYCLE = 700;
const SHORTEST_REST = 100;
const LONGEST_PAUSE = 5_000;
const ADOPT_EVERY = 10_000;

export interface FoldRunOptions {
  /** Where spools lie; those of dead processes are adopted from there. */
  readonly folder: string;
  /** Pause between folds in milliseconds, less after long ones: hits cost less the more are folded at once, but should not wait long. */
  readonly every: number;
  /** Told each time that the fold has to wait for the database. */
  readonly waiting: (error: unknown) => void;
  /** Told of spools that cannot be opened, and of what is damaged in them. */
  readonly unreadable: (error: unknown) => void;
}

/** The fold of one process: its own spool and those it adopts. */
export interface FoldRun {
  /** Resolves when everything that is durable at the time of the call is folded; rejects when the database is away. */
  drain(): Promise<void>;
  /** Hits of its own spool and of adopted ones that are not folded yet. */
  pending(): number;
  /** Ends after the fold under way; what is left stays in the spool. */
  stop(): Promise<void>;
}

/** Folds `spool` and adopted ones until stopped. A database that is away is waited for with growing pauses; nothing is lost meanwhile. */
export function runFold(database: Database, spool: FoldableSpool, work: FoldWork, options: FoldRunOptions): FoldRun {
  const spools = new Map<string, Entry>([[spool.id, { spool, next: 0 }]]);
  let stopped = false;
  let adoptedAt = Number.NEGATIVE_INFINITY;
  let wake = () => {};
  let turn: Promise<void> = Promise.resolve();

  /** One fold at a time: what the loop and a drain do never overlaps. */
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

  /** A chunk of each spool in turn, so that none waits for the whole of another, until each has come to an end once. */
  async function catchUp(): Promise<void> {
    const behind = new Set(spools.values());
    while (behind.size > 0) {
      for (const entry of behind) {
        if (stopped) return;
        // What came during the last fold waits for the next one: many small folds would cost far more than they are worth.
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
      // Nothing wakes a loop that begins to rest behind the stop, and its timer holds no process.
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
 * Closes a spool that nobody appends to any more. One that is folded to its end goes, and its checkpoints with it, which
 * nothing else removes: as long as the files are there, they are what keeps hits from being counted twice.
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

/** Folds the next hits of one spool; answers how many they were, less than a chunk when there were no more. */
async function foldChunk(work: FoldWork, entry: Entry): Promise<number> {
  const batches = await entry.spool.read(entry.next, CHUNK);
  const last = batches.at(-1);
  if (!last) return 0;
  await work(entry.spool.id, batches);
  entry.next = last.first + last.hits;
  await entry.spool.release(batches);
  return batches.reduce((sum, { hits }) => sum + hits, 0);
}
