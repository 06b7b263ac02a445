import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { KnownWebsites } from '../../src/websites/known.ts';
import type { OpenPlace, Place } from './databases.ts';
import { databaseWithWebsites } from './hits.ts';
import { Importing } from './imports.ts';

/** A place with a website whose logs are followed; set before the tests of its suite run. */
export interface Following {
  place: Place;
  database: Database;
  websites: KnownWebsites;
  importing: Importing;
}

/** Returns the place of a suite; must be called while the suite is being declared. */
export function followingOf(open: OpenPlace): Following {
  const following = {} as Following;
  beforeAll(async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    const websites = new KnownWebsites(database, { every: 60_000, report: () => undefined });
    Object.assign(following, { place, database, websites, importing: new Importing(database, place) });
    await websites.refresh();
  });
  afterAll(async () => {
    await following.websites.stop();
    await following.database.close();
  });
  return following;
}

/** Returns the rows of a day, or of March 2026, whose values contain `search`, or all of them. */
export async function countsOf(
  { database }: Following,
  name: 'page' | 'crawler',
  search: string | null = null,
  day: string | null = null,
): Promise<Record<string, number>> {
  const range = { website: 1, from: dayNumber(day ?? '2026-03-01'), to: dayNumber(day ?? '2026-03-10') };
  const list = { search, sortBy: 'COUNT', sort: 'DESC', perPage: 500, page: 1 } as const;
  const { rows } = await createStatsLoader(openReading(database)).load({ ...range, ...list, name });
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]));
}
