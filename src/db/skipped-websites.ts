import type { Dialect, Executor } from './dialect.ts';
import { settingsOn } from './models/setting.ts';

/*
 * Spools may still have hits of websites that were registered after the backup that is restored. So that no other website
 * gets their numbers, and their hits, a restore skips numbers.
 */

const NAME = 'skipped_websites';
/** More websites than are registered between a backup and its restore. */
const MANY = 10_000;
/** The numbers of two restores of one backup differ by the seconds between them. */
const SINCE = Date.UTC(2026, 0);

type Skipped = readonly (readonly [after: number, last: number])[];

/** Has websites numbered from far beyond the `last` number that was given; `now` is in milliseconds since 1970. */
export async function skipWebsites(dialect: Dialect, last: number, now: number): Promise<void> {
  const to = Math.max(last + MANY, Math.floor((now - SINCE) / 1_000));
  const settings = settingsOn(dialect.sequelize);
  const before = skippedOf((await settings.findByPk(NAME, { raw: true }))?.value);
  await settings.upsert({ name: NAME, value: JSON.stringify([...before, [last, to]] satisfies Skipped) });
  await dialect.catalog.numberFrom(dialect, 'website', to);
}

/** Returns whether the database has ever had this website. */
export async function hasExisted(tx: Executor, dialect: Dialect, website: number): Promise<boolean> {
  if (website > (await dialect.catalog.lastNumber(tx, 'website'))) return false;
  const [row] = await tx.all<{ value: string }>(`SELECT value FROM setting WHERE name = '${NAME}'`);
  return !skippedOf(row?.value).some(([after, last]) => website > after && website <= last);
}

function skippedOf(value: string | undefined): Skipped {
  return JSON.parse(value ?? '[]') as Skipped;
}
