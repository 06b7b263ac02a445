import { Op } from 'sequelize';
import type { ImportRow } from '../db/models/import.ts';
import type { Database } from '../db/open.ts';
import { dateOf } from '../domain/calendar.ts';
import { nameOf } from './leaning.ts';

/** The days of an import, and what its files are. */
type Found = Pick<ImportRow, 'id' | 'websiteId' | 'source' | 'kind' | 'firstDay' | 'lastDay'>;

/**
 * Returns a sentence for each import that counts days of this one from another source, or as the other kind: which of
 * their rows are the same cannot be known, so that both count.
 */
export async function daysOfOtherSources({ imports }: Database, found: Found): Promise<string[]> {
  const { id, websiteId, source, kind, firstDay: first, lastDay: last } = found;
  if (first === null || last === null) return [];
  const others = await imports.findAll({
    where: {
      ...{ websiteId, state: 'done', dryRun: 0, id: { [Op.ne]: id } },
      ...{ firstDay: { [Op.lte]: last }, lastDay: { [Op.gte]: first } },
    },
    order: ['id'],
    raw: true,
  });
  return others
    .filter(other => other.source !== source || other.kind !== kind)
    .map(other => {
      const from = dateOf(Math.max(first, other.firstDay ?? first));
      const to = dateOf(Math.min(last, other.lastDay ?? last));
      const days =
        from === to ? `${from} as well, so this day counts` : `days from ${from} to ${to} as well, so they count`;
      return `Import ${nameOf(other)} of the source ${other.source} has ${days} twice; keep only one of the two imports, unless they have different visits.`;
    });
}

/** Returns the same for days that the website has counted itself, which only count if another last day was named. */
export function ownDays(ownFrom: number | null, last: number | null): string[] {
  if (ownFrom === null || last === null || last < ownFrom) return [];
  const until = dateOf(ownFrom - 1);
  return [
    `Footfall has counted this website itself since ${dateOf(ownFrom)}, so visits from that day on may count twice; end the import on ${until}, unless the file has only visits that Footfall missed.`,
  ];
}
