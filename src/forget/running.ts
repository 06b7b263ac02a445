import { literal } from 'sequelize';
import type { Transaction } from '../db/dialect.ts';
import type { ForgetRow } from '../db/models/forget.ts';
import type { Database } from '../db/open.ts';
import { isImportAtWork } from '../db/rollups/held-import.ts';
import { keptDays } from '../db/rollups/sums.ts';
import { chunks } from '../db/sql.ts';
import type { ForgetChoice } from '../domain/forget.ts';
import type { DayRange } from '../domain/range.ts';
import { forgetStrays, forgetVisits, ImportAtWork, type Removed } from '../fold/forget.ts';
import { runStep } from '../fold/step.ts';
import type { Website } from '../websites/website.ts';
import { foundOn } from './found.ts';
import { Matcher } from './matcher.ts';

/** Visitors whose visits one transaction removes. */
const VISITORS = 200;

export interface RunOptions {
  readonly database: Database;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** Stops after the running transaction; another call continues. */
  readonly signal?: AbortSignal;
  /** The most visitors of a transaction. */
  readonly most?: number;
  /** Called after each day with the share of the days that are done, 0 to 1. */
  readonly progress?: (done: number) => void;
  /** Called after each transaction. */
  readonly stepped?: () => void | Promise<void>;
}

/**
 * Forgets what a website is to forget, from the first day on that is not done. It can be interrupted anywhere, called
 * again, and run in several processes at once: each step removes what is there, and its sums, or nothing. Throws
 * ImportAtWork.
 */
export async function runForget(
  options: RunOptions,
  website: Pick<Website, 'id' | 'timezone'>,
  id: number,
): Promise<void> {
  const { database, now, signal, most = VISITORS } = options;
  const { dialect, forgets } = database;
  const row = await forgets.findOne({ where: { id, websiteId: website.id, state: 'running' }, raw: true });
  if (!row) return;
  // What an import adds is looked at when it is over.
  if (await isImportAtWork(dialect, website.id)) throw new ImportAtWork();
  const { from, to } = await daysOf(database, row);
  const matcher = await Matcher.of(database, website, JSON.parse(row.choice) as ForgetChoice);
  const choose = matcher.visits.bind(matcher);
  for (let day = from; day <= to; day++) {
    const of = { website: website.id, day };
    for await (const { chosen, strays } of foundOn(dialect, website.id, day, matcher)) {
      for (const visitors of chunks(chosen, most))
        await step(options, row, tx => forgetVisits(tx, dialect, of, visitors, choose));
      if (strays.length > 0) await step(options, row, tx => forgetStrays(tx, dialect, of, strays));
    }
    signal?.throwIfAborted();
    await forgets.update({ nextDay: day + 1 }, { where: { id, nextDay: day } });
    options.progress?.((day + 1 - from) / (to + 1 - from));
  }
  await forgets.update({ state: 'done', choice: '', finishedAt: now() }, { where: { id, state: 'running' } });
}

/** Returns the days that are left to look at; days on which the website has no hits are left out at both ends. */
async function daysOf({ dialect, forgets }: Database, row: ForgetRow): Promise<DayRange> {
  const { id, websiteId, firstDay, lastDay, nextDay } = row;
  const days = await keptDays(dialect, websiteId);
  if (nextDay > firstDay) return { from: nextDay, to: lastDay };
  if (!days || days.to < firstDay || days.from > lastDay) return { from: nextDay, to: nextDay - 1 };
  const [from, to] = [Math.max(firstDay, days.from), Math.min(lastDay, days.to)];
  await forgets.update({ firstDay: from, lastDay: to, nextDay: from }, { where: { id, nextDay } });
  return { from, to };
}

/**
 * Forgets everything that websites are to forget, the oldest first; returns how many choices. One of a website with an
 * import at work waits for the next call.
 */
export async function runForgets(options: RunOptions): Promise<number> {
  const { forgets, websites } = options.database;
  let done = 0;
  for (const { id, websiteId } of await forgets.findAll({ where: { state: 'running' }, order: ['id'], raw: true })) {
    // What a deleted website has is removed with it.
    const website = await websites.findByPk(websiteId, { attributes: ['id', 'timezone'], raw: true });
    if (!website) continue;
    try {
      await runForget(options, website, id);
      done++;
    } catch (error) {
      if (!(error instanceof ImportAtWork)) throw error;
    }
  }
  return done;
}

/** Removes something and counts it, both or neither. */
async function step(
  { database, signal, stepped }: RunOptions,
  { id }: ForgetRow,
  remove: (tx: Transaction) => Promise<Removed | null>,
): Promise<void> {
  const { dialect, forgets } = database;
  const work = async (tx: Transaction) => {
    const removed = await remove(tx);
    if (!removed) return;
    const more = Object.entries(removed).map(([name, count]) => [name, literal(`${name} + ${Number(count)}`)]);
    await forgets.update(Object.fromEntries(more), { where: { id }, transaction: tx.models });
  };
  await runStep(dialect, work, stepped);
  signal?.throwIfAborted();
}
