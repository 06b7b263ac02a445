import { type Database, reachable } from '../db/open.ts';
import { dateOf } from '../domain/calendar.ts';
import type { ImportKind, ImportSource } from '../domain/import.ts';

/** Days that have counts from another tool; their first and last day, such as `2026-01-31`. */
export interface ImportedDays {
  readonly source: ImportSource;
  readonly kind: ImportKind;
  readonly from: string;
  readonly to: string;
}

/** Returns the days of every import that counts, for each of these websites in the order of `ids`, the earliest first. */
export async function importedDaysOf(database: Database, ids: readonly number[]): Promise<(readonly ImportedDays[])[]> {
  const rows = await reachable(database, () =>
    database.imports.findAll({
      where: { websiteId: [...ids], state: 'done', dryRun: 0 },
      attributes: ['websiteId', 'source', 'kind', 'firstDay', 'lastDay'],
      order: ['firstDay', 'id'],
      raw: true,
    }),
  );
  const byWebsite = Map.groupBy(rows, ({ websiteId }) => websiteId);
  return ids.map(id =>
    (byWebsite.get(id) ?? []).flatMap(({ source, kind, firstDay, lastDay }) =>
      source === null || kind === null || firstDay === null || lastDay === null
        ? []
        : { source, kind, from: dateOf(firstDay), to: dateOf(lastDay) },
    ),
  );
}
