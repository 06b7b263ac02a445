import type { Database } from '../db/open.ts';
import { insertRows } from '../db/sql.ts';
import { retriedTransaction } from '../db/transaction.ts';
import type { DropReason } from './raw-hit.ts';

export type Ledger = ReturnType<typeof createLedger>;

/** Counts dropped hits by website, day and reason; `flush` writes the counts. Website 0 stands for unknown ones. */
export function createLedger({ dialect }: Database) {
  let counts = new Map<string, { website: number; day: number; reason: DropReason; hits: number }>();
  const totals = new Map<DropReason, number>();
  function add(website: number, day: number, reason: DropReason, hits: number): void {
    const key = `${website}:${day}:${reason}`;
    const entry = counts.get(key);
    if (entry) entry.hits += hits;
    else counts.set(key, { website, day, reason, hits });
  }
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const written = counts;
    if (written.size === 0) return;
    counts = new Map();
    try {
      // All or nothing: counts that are kept for the next flush must not have been written in part.
      await retriedTransaction(dialect, tx =>
        insertRows(tx, {
          table: 'dropped',
          columns: ['website_id', 'day', 'reason', 'hits'],
          after: dialect.onConflict(['website_id', 'day', 'reason'], ['hits']),
          rows: [...written.values()].map(({ website, day, reason, hits }) => [website, day, `'${reason}'`, hits]),
        }),
      );
    } catch {
      for (const { website, day, reason, hits } of written.values()) add(website, day, reason, hits);
    }
  }

  return {
    count(website: number, day: number, reason: DropReason): void {
      add(website, day, reason, 1);
      totals.set(reason, (totals.get(reason) ?? 0) + 1);
    },
    /**
     * Writes the counts since the last flush; if the database is unavailable, keeps them for the next one. Resolves when
     * the flushes that were called before have ended, too.
     */
    flush(): Promise<void> {
      writing = writing.then(write);
      return writing;
    },
    /** Returns the numbers since the process started, by reason. */
    totals: (): ReadonlyMap<DropReason, number> => totals,
  };
}
