import { setTimeout as sleep } from 'node:timers/promises';
import { readInstance } from '../db/instance.ts';
import type { Database } from '../db/open.ts';
import { Checkpoint } from '../db/rollups/fold-state.ts';
import { decodeHits } from '../domain/stored-hit.ts';
import { isSpool, peekSpool } from '../spool/others.ts';
import { sortSpools } from '../spool/owner.ts';
import { type SpoolBatch, textOf } from '../spool/spool-file.ts';

/** The last acknowledged hit of a website in a spool. */
interface Mark {
  readonly spool: string;
  readonly website: number;
  last: number;
}

/** What is left in spools. */
export interface Unfolded {
  readonly hits: number;
  /** Files of spools that this process may not read, which can hold more. */
  readonly closed: readonly string[];
}

const LOOK = 100;

/**
 * Waits until all hits that the database's spools in `folder` hold at the time of the call are folded, by whichever
 * process, but at most `patience` milliseconds. Returns how many are not folded by then; rejects when `signal` aborts.
 */
export async function waitUntilFolded(
  database: Database,
  folder: string,
  patience: number,
  signal?: AbortSignal,
): Promise<Unfolded> {
  const until = performance.now() + patience;
  const closed = new Set<string>();
  let open = await marksOf(folder, sortSpools(folder, await readInstance(database)).ours, closed);
  const registered = new Set((await database.websites.findAll({ attributes: ['id'], raw: true })).map(({ id }) => id));
  for (;;) {
    open = await ahead(database, folder, open, registered);
    if (open.length === 0) return { hits: 0, closed: [...closed] };
    if (performance.now() > until) return { hits: await countAhead(database, folder, open), closed: [...closed] };
    signal?.throwIfAborted();
    await sleep(LOOK);
  }
}

async function marksOf(folder: string, spools: readonly string[], closed: Set<string>): Promise<Mark[]> {
  const marks = new Map<string, Mark>();
  for (const spool of spools) {
    for await (const batch of peekSpool(folder, spool, path => closed.add(path))) {
      for (const { website, number } of hitsOf(batch)) {
        const mark = marks.get(`${spool}:${website}`);
        if (mark) mark.last = number;
        else marks.set(`${spool}:${website}`, { spool, website, last: number });
      }
    }
  }
  return [...marks.values()];
}

/** Returns the marks that the fold has not reached; hits of deleted websites are never folded. */
async function ahead(
  { dialect }: Database,
  folder: string,
  marks: readonly Mark[],
  registered: ReadonlySet<number>,
): Promise<Mark[]> {
  const left: Mark[] = [];
  for (const mark of marks) {
    if (!registered.has(mark.website) || !isSpool(folder, mark.spool)) continue;
    if ((await new Checkpoint(mark.website, mark.spool).read(dialect)) < mark.last) left.push(mark);
  }
  return left;
}

async function countAhead({ dialect }: Database, folder: string, marks: readonly Mark[]): Promise<number> {
  let hits = 0;
  for (const spool of new Set(marks.map(mark => mark.spool))) {
    const limits = new Map<number, { from: number; to: number }>();
    for (const { website, last } of marks.filter(mark => mark.spool === spool))
      limits.set(website, { from: await new Checkpoint(website, spool).read(dialect), to: last });
    for await (const batch of peekSpool(folder, spool))
      for (const { website, number } of hitsOf(batch)) {
        const limit = limits.get(website);
        if (limit && number > limit.from && number <= limit.to) hits++;
      }
  }
  return hits;
}

function hitsOf(batch: SpoolBatch): { website: number; number: number }[] {
  try {
    return decodeHits(textOf(batch)).map(({ website }, index) => ({ website, number: batch.first + index }));
  } catch {
    // The fold sets unreadable hits aside, and they are in no backup either.
    return [];
  }
}
