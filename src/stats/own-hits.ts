import { Op } from 'sequelize';
import type { ImportRow } from '../db/models/import.ts';
import { type Database, reachable } from '../db/open.ts';
import { firstDayAfter } from '../db/rollups/sums.ts';
import { readFirstDays, readFirstOwnDay, readFirstOwnTime } from '../db/visits/hits.ts';
import { DAY } from '../domain/calendar.ts';
import { localDay, startOfDay } from '../domain/time-zone.ts';
import type { Website } from '../websites/website.ts';
import { firstHitAt } from './first-hit.ts';

/** Imports in these states may have counted something that is not taken out. */
const COUNTS = ['running', 'checking', 'done', 'undoing'] as const;

/** Returns the first day with hits that were not imported (since 1970-01-01); null before there are any. */
export async function firstOwnDay(database: Database, website: number): Promise<number | null> {
  const imports = (await countedImports(database, website)).filter(({ kind }) => kind === 'hits');
  // Imported hits are in the rollups like any other, so the day is remembered from before them.
  for (const { ownFrom } of imports) if (ownFrom !== null) return ownFrom;
  const { dialect } = database;
  const [first] = imports;
  if (!first) return (await readFirstDays(dialect, [website])).get(website) ?? null;
  const last = Math.max(...imports.map(({ lastDay }) => lastDay ?? 0));
  // Before the first import there were none, and days that have both can only be about as old as it is.
  const since = Math.floor(first.createdAt / DAY) - 1;
  return (await readFirstOwnDay(dialect, website, since, last)) ?? firstDayAfter(dialect, website, last);
}

/** What a website has counted itself, rather than imported. */
interface OwnHits {
  /** The time of the first such hit, in milliseconds since 1970 (UTC). */
  readonly firstAt: number;
  /** From then on, no day has anything that was imported; the same time if nothing is. */
  readonly aloneFrom: number;
}

/** Returns this; null before the first hit. */
export async function ownHitsOf(database: Database, website: Website): Promise<OwnHits | null> {
  const { id, timezone } = website;
  return reachable(database, async () => {
    const imports = await countedImports(database, id);
    const firstAt = imports.some(({ kind }) => kind === 'hits')
      ? await firstOwnTime(database, website)
      : await firstHitAt(database, website);
    if (firstAt === null) return null;
    const last = Math.max(...imports.map(({ lastDay }) => lastDay ?? 0));
    const isLater = imports.length > 0 && last >= localDay(firstAt, timezone).day;
    return { firstAt, aloneFrom: isLater ? startOfDay(last + 1, timezone) : firstAt };
  });
}

async function firstOwnTime(database: Database, { id, timezone }: Website): Promise<number | null> {
  const day = await firstOwnDay(database, id);
  if (day === null) return null;
  return (await readFirstOwnTime(database.dialect, id, day)) ?? startOfDay(day, timezone);
}

function countedImports({ imports }: Database, websiteId: number): Promise<CountedImport[]> {
  return imports.findAll({
    where: { websiteId, dryRun: 0, state: [...COUNTS], lastDay: { [Op.ne]: null } },
    attributes: ['kind', 'ownFrom', 'lastDay', 'createdAt'],
    order: ['id'],
    raw: true,
  });
}

type CountedImport = Pick<ImportRow, 'kind' | 'ownFrom' | 'lastDay' | 'createdAt'>;
