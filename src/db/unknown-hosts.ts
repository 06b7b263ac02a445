import type { Dialect } from './dialect.ts';
import { insertRows, int, Text } from './sql.ts';
import { retriedTransaction } from './transaction.ts';

/** The number of hosts that are kept of a day. */
export const MOST_HOSTS = 100;

/** A host without a website, and how often it was seen. */
export interface UnknownHost {
  readonly host: string;
  readonly hits: number;
  /** The last day with hits, in days since 1970-01-01, UTC. */
  readonly lastDay: number;
}

/** Adds hits of a day (UTC), then keeps only the hosts of that day with the most. */
export function addUnknownHosts(
  dialect: Dialect,
  {
    day,
    seenAt,
    hosts,
  }: { readonly day: number; readonly seenAt: number; readonly hosts: ReadonlyMap<string, number> },
): Promise<void> {
  return retriedTransaction(dialect, async tx => {
    await insertRows(tx, {
      table: 'unknown_host',
      columns: ['day', 'host', 'hits', 'seen_at'],
      after: dialect.onConflict(['day', 'host'], ['hits']),
      // In order of the key, so that two processes do not wait for each other.
      rows: [...hosts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([host, hits]) => [day, new Text(host), hits, seenAt]),
    });
    const [last] = await tx.all<{ host: string; hits: number }>(
      `SELECT host, hits FROM unknown_host WHERE day = ${int(day)} ORDER BY hits DESC, host LIMIT 1 OFFSET ${MOST_HOSTS - 1}`,
    );
    if (!last) return;
    const hits = int(last.hits);
    await tx.run(
      `DELETE FROM unknown_host WHERE day = ${int(day)} AND (hits < ${hits} OR (hits = ${hits} AND host > ?))`,
      [last.host],
    );
  });
}

/** Returns the hosts seen since a day (UTC), those with the most hits first. */
export async function readUnknownHosts(dialect: Dialect, from: number): Promise<readonly UnknownHost[]> {
  const rows = await dialect.all<{ host: string; day: number; hits: number }>(
    `SELECT host, day, hits FROM unknown_host WHERE day >= ${int(from)} ORDER BY day`,
  );
  const hosts = new Map<string, UnknownHost>();
  for (const { host, day, hits } of rows)
    hosts.set(host, { host, hits: (hosts.get(host)?.hits ?? 0) + hits, lastDay: day });
  return [...hosts.values()].sort((a, b) => b.hits - a.hits || (a.host < b.host ? -1 : 1));
}
