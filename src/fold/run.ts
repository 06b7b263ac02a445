import type { Instance } from '../db/instance.ts';
import type { Database } from '../db/open.ts';
import { Checkpoint } from '../db/rollups/fold-state.ts';
import { adoptSpools, ClosedSpoolError, foreignSpools } from '../spool/others.ts';
import type { ForeignSpool } from '../spool/owner.ts';
import type { FoldableSpool, Spool } from '../spool/spool.ts';
import type { SpoolBatch } from '../spool/spool-file.ts';
import type { FoldWork } from './work.ts';

/** Roughly how many hits are folded at once: the more share a fold, the fewer rows each changes, but the more memory they take. */
export const CHUNK = 24_000;
/**
 * Milliseconds from the start of one fold to the start of the next, unless folding leaves too little time for a rest.
 */
const CYCLE = 500;
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
  /** Called once for each spool that belongs to another database, with a sentence; nothing touches that spool. */
  readonly foreign: (message: string, spool: ForeignSpool) => void;
}

/**
 * The fold of one process: folds its own spool and those it adopts until stopped. While the database is unavailable, it
 * retries with growing pauses; no hit is lost. The loop and a drain never overlap.
 */
export class FoldLoop {
  readonly #database: Database;
  readonly #own: Spool;
  readonly #work: FoldWork;
  readonly #options: FoldRunOptions;
  readonly #spools: Map<string, Entry>;
  readonly #running: Promise<void>;
  #stopped = false;
  #adoptedAt = Number.NEGATIVE_INFINITY;
  #foreign: readonly ForeignSpool[] = [];
  #closed: readonly string[] = [];
  #wake = () => {};
  #turn: Promise<void> = Promise.resolve();

  /** Begins to fold. `own` is bound to the database. */
  constructor(database: Database, own: Spool, work: FoldWork, options: FoldRunOptions) {
    this.#database = database;
    this.#own = own;
    this.#work = work;
    this.#options = options;
    this.#spools = new Map([[own.id, { spool: own, next: 0 }]]);
    this.#running = this.#loop();
  }

  /**
   * Resolves when every hit that is durable at the time of the call is folded; rejects when the database is
   * unavailable.
   */
  drain(): Promise<void> {
    const mine = this.#turn.then(() => this.#foldAll());
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /** Returns the number of unfolded hits in its own spool and adopted ones. */
  pending(): number {
    return [...this.#spools.values()].reduce((sum, { spool }) => sum + spool.pending(), 0);
  }

  /** Returns the spools in the folder that belong to other databases, as of the last check. */
  foreign(): readonly ForeignSpool[] {
    return this.#foreign;
  }

  /** Returns the spools in the folder that could not be opened at the last check. */
  closed(): readonly string[] {
    return this.#closed;
  }

  /** Stops after the running fold; the remaining hits stay in the spool. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    await this.#running;
    await this.#turn;
    for (const { spool } of this.#spools.values()) if (spool !== this.#own) await spool.close();
  }

  async #loop(): Promise<void> {
    let pause = 0;
    while (!this.#stopped) {
      const started = performance.now();
      let rest = this.#options.every;
      try {
        await this.drain();
        pause = 0;
        rest = Math.max(SHORTEST_REST, Math.min(rest, CYCLE - (performance.now() - started)));
      } catch (error) {
        pause = Math.min(LONGEST_PAUSE, Math.max(200, pause * 2));
        this.#options.waiting(error);
      }
      // No call would wake a loop that starts to rest after the stop, and its timer does not keep the process alive.
      if (this.#stopped) return;
      await new Promise<void>(resolve => {
        this.#wake = resolve;
        setTimeout(resolve, pause || rest).unref();
      });
    }
  }

  async #foldAll(): Promise<void> {
    const instance = this.#own.instance();
    if (instance && performance.now() - this.#adoptedAt > ADOPT_EVERY) {
      for (const spool of await this.adopt(instance)) this.#spools.set(spool.id, { spool, next: 0 });
      await this.#findForeign(instance);
      this.#adoptedAt = performance.now();
    }
    await this.#catchUp();
  }

  /**
   * Folds hits of one spool; rejects when the database does not accept them, and the same hits come next again. `ahead` are
   * those that come next otherwise.
   */
  fold(spool: FoldableSpool, batches: readonly SpoolBatch[], ahead?: Promise<readonly SpoolBatch[]>): Promise<void> {
    return this.#work(spool.id, batches, ahead);
  }

  /** Takes over the database's spools of dead processes. */
  async adopt(instance: Instance): Promise<readonly FoldableSpool[]> {
    const { folder, unreadable } = this.#options;
    const closed: string[] = [];
    const adopted = await adoptSpools(folder, instance, error => {
      if (error instanceof ClosedSpoolError) closed.push(error.spool);
      unreadable(error);
    });
    this.#closed = closed;
    return adopted;
  }

  async #findForeign(instance: Instance): Promise<void> {
    const { folder, foreign } = this.#options;
    const known = new Set(this.#foreign.map(({ id }) => id));
    this.#foreign = await foreignSpools(folder, instance);
    for (const spool of this.#foreign)
      if (!known.has(spool.id))
        foreign(
          `The spool ${spool.id} in ${folder} belongs to ${spool.instance === null ? 'an unknown database' : `the database ${spool.instance}`}, not to that of DATABASE_URL (${instance.id}), and is left alone. Correct DATABASE_URL or DATA_DIR.`,
          spool,
        );
  }

  /**
   * Folds a chunk of each spool in turn, so that no spool waits for all of another, until each has been emptied once.
   */
  async #catchUp(): Promise<void> {
    const behind = new Set(this.#spools.values());
    while (behind.size > 0) {
      for (const entry of behind) {
        if (this.#stopped) return;
        // Hits that arrived during the last fold wait for the next one, because many small folds would cost far too
        // much.
        if ((await this.#foldChunk(entry, behind.size === 1)) >= CHUNK) continue;
        behind.delete(entry);
        if (entry.spool !== this.#own) await this.#discard(entry.spool);
      }
    }
  }

  /**
   * Folds the next hits of one spool; returns how many they were, fewer than a chunk when there were no more. Those after
   * them are given to the folding thread ahead only if they come next (`isNext`).
   */
  async #foldChunk(entry: Entry, isNext: boolean): Promise<number> {
    const { spool } = entry;
    const batches = entry.ahead ?? (await spool.read(entry.next, CHUNK));
    entry.ahead = undefined;
    const last = batches.at(-1);
    if (!last) return 0;
    const next = last.first + last.hits;
    const hits = batches.reduce((sum, batch) => sum + batch.hits, 0);
    // The next hits are read meanwhile, or the folding thread would wait for this one, which may be busy.
    const left = spool.pending() - hits;
    const ahead = left < CHUNK ? undefined : spool.read(next, CHUNK);
    const [folded, read] = await Promise.allSettled([this.fold(spool, batches, isNext ? ahead : undefined), ahead]);
    if (folded.status === 'rejected') throw folded.reason;
    entry.next = next;
    // After a failure, hits of another spool can come next, and the thread would no longer have the bytes of these.
    await spool.release(batches);
    if (read.status === 'fulfilled') entry.ahead = read.value;
    return hits;
  }

  async #discard(folded: FoldableSpool): Promise<void> {
    this.#spools.delete(folded.id);
    await removeFolded(this.#database, folded);
  }
}

/** Closes a spool that receives no more hits, and removes it if it is completely folded. */
export async function putAway(database: Database, spool: FoldableSpool): Promise<void> {
  if (spool.pending() > 0) await spool.close();
  else await removeFolded(database, spool);
}

/** While the files may exist, the checkpoints keep hits from being counted twice, so they are retired afterwards. */
async function removeFolded({ dialect }: Database, spool: FoldableSpool): Promise<void> {
  await spool.remove();
  await Checkpoint.retire(dialect, spool.id, Date.now());
}

interface Entry {
  readonly spool: FoldableSpool;
  next: number;
  /** The batches from hit number `next` on, if they were already read. */
  ahead?: readonly SpoolBatch[] | undefined;
}
