import { checkRights } from '../../backup/upgrade.ts';
import { UpgradeRefusedError } from '../../backup/upgrade-refused.ts';
import { readMigrations } from '../../db/migrate.ts';
import { migrations } from '../../db/migrations/all.ts';
import { writesWork } from '../../db/models/setting.ts';
import type { Database } from '../../db/open.ts';
import { readRestoreMark } from '../../db/restore-mark.ts';
import { TABLES } from '../../db/tables.ts';
import { unreadableTables } from '../../db/unreadable.ts';
import { type Obstacle, obstacleOf } from '../obstacle.ts';
import { type Finding, findings, reasonOf, size } from './finding.ts';

const SHORT_STATEMENTS = 4_000_000;
export const RESTORE =
  'The running service goes on collecting, but may not after a restart. Once you have a backup, stop the service, move the damaged database away, restore the backup into an empty one, and start the service; docs/backup.md has the steps.';

/** Returns the obstacle at the database's file that an error is about; null where a server keeps the database. */
export function obstacleAt(file: string | undefined, error: unknown): Obstacle | null {
  return file === undefined ? null : obstacleOf(error, file);
}

/**
 * Checks the engine itself. If it does not respond, that is the only finding, because nothing else can be checked. `file`
 * is that of an SQLite database.
 */
export async function checkEngine({ dialect }: Database, file: string | undefined): Promise<Finding[]> {
  const { ok, warn, fail } = findings('database');
  const facts = await dialect.catalog.facts(dialect).catch((error: unknown) => ({ error }));
  if ('error' in facts) {
    const reason = reasonOf(facts.error);
    if (dialect.fault(facts.error) === 'damaged')
      return [fail(`It cannot be read (${reason}).`, `Check that DATABASE_URL names it. ${RESTORE}`)];
    const obstacle = obstacleAt(file, facts.error);
    if (obstacle) return [fail(`It cannot be used (${reason}). ${obstacle.text}`, obstacle.fix)];
    const [what, remedy] = refusalOf(facts.error) ?? ['It does not respond', 'Start it, or correct DATABASE_URL.'];
    return [fail(`${what} (${reason}).`, remedy)];
  }
  const found = [ok(`${facts.version} responds; it holds ${size(await dialect.catalog.bytes(dialect))}.`)];
  if (!facts.isSupported)
    found.push(fail(`${facts.version} is too old.`, 'Use MariaDB 10.6 or later, or MySQL 8.0.19 or later.'));
  if (facts.isReadOnly)
    found.push(fail('It refuses writes (read_only is on).', 'Set DATABASE_URL to the server that accepts them.'));
  if (!facts.isDurable)
    found.push(
      warn(
        'It confirms commits before they are on disk, so a power cut loses hits that the spool no longer has.',
        'Set innodb_flush_log_at_trx_commit=1 on the server.',
      ),
    );
  if (facts.longest !== null && facts.longest < SHORT_STATEMENTS)
    found.push(warn(`It limits statements to ${size(facts.longest)}.`, 'Set max_allowed_packet=16M on the server.'));
  if (facts.wrongTables.length > 0)
    found.push(
      fail(
        `Tables were changed by hand, so different values in them can be treated as one: ${facts.wrongTables.join(', ')}.`,
        'Make a backup and restore it into an empty database.',
      ),
    );
  return found;
}

/** Returns what a server refuses, and the remedy; null for other errors. */
function refusalOf(error: unknown): [string, string] | null {
  const { code = '' } = ((error as { original?: unknown }).original ?? error) as { code?: string };
  if (code === 'ER_BAD_DB_ERROR')
    return ['The server has no such database', 'Create that database, or correct DATABASE_URL.'];
  if (/ACCESS_DENIED/.test(code))
    return ['The server refuses the user in DATABASE_URL', 'Correct its name or password, or give it its rights.'];
  return null;
}

/** Checks the tables and that they can be read and written. With `usable` false, rows cannot be checked. */
export async function checkSchema(
  database: Database,
  file: string | undefined,
): Promise<{ found: Finding; usable: boolean }> {
  const { dialect } = database;
  const { ok, warn, fail } = findings('tables');
  const names = (await dialect.catalog.tables(dialect)).map(({ name }) => name);
  const none = 'Start the service or run "footfall migrate"; either creates them.';
  if (!names.includes('migration')) return { found: warn('They do not exist yet.', none), usable: false };
  const applied = await readMigrations(dialect);
  const newer = applied.filter(name => !migrations.some(migration => migration.name === name));
  if (newer.length > 0) {
    const fix = 'Start that release or a later one, or restore a backup made before the upgrade.';
    return { found: fail(`A newer release of Footfall has changed them (${newer.join(', ')}).`, fix), usable: false };
  }
  const mark = await readRestoreMark(dialect, applied);
  if (mark)
    return {
      found: fail(`They hold only part of the backup ${mark.path}.`, 'Run "footfall restore" again.'),
      usable: false,
    };
  const pending = migrations.filter(({ name }) => !applied.includes(name));
  if (pending.length > 0) {
    const text = `They are from an older release; pending migrations: ${pending.map(({ name }) => name).join(', ')}.`;
    return { found: warn(text, 'Make a backup, then start the service or run "footfall migrate".'), usable: false };
  }
  const missing = TABLES.filter(({ name }) => !names.includes(name));
  if (missing.length > 0) {
    const text = `Some are missing: ${missing.map(({ name }) => name).join(', ')}.`;
    return { found: fail(text, 'Restore a backup into an empty database.'), usable: false };
  }
  const unreadable = (await unreadableTables(dialect)).map(({ name, error }) => `${name} (${reasonOf(error)})`);
  if (unreadable.length > 0)
    return { found: fail(`Some cannot be read: ${unreadable.join('; ')}.`, RESTORE), usable: false };
  const written = await writesWork(database).catch((error: unknown) => ({ error }));
  if (written !== true) {
    const obstacle = written === false ? null : obstacleAt(file, written.error);
    const text = `They can be read but not written.${obstacle ? ` ${obstacle.text}` : ''}`;
    const fix = obstacle?.fix ?? 'Grant the user in DATABASE_URL the right to write.';
    return { found: fail(text, fix), usable: true };
  }
  // The rights to an SQLite database are those to its file.
  const denied = dialect.ownsDatabase ? null : await deniedRight(database);
  if (denied !== null) {
    const fix =
      'Grant the user in DATABASE_URL all of SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, INDEX and DROP on it.';
    return { found: fail(`The service cannot work on them (${denied}).`, fix), usable: true };
  }
  return { found: ok(`They match this release (${migrations.at(-1)?.name}).`), usable: true };
}

/** Returns what the engine says of a right that the service needs beside reading and writing; null if it has them all. */
async function deniedRight({ dialect, settings }: Database): Promise<string | null> {
  try {
    await settings.destroy({ where: { name: '' } });
    await checkRights(dialect);
    return null;
  } catch (error) {
    const { original = error } = error as { original?: unknown };
    if (error instanceof UpgradeRefusedError || dialect.denies(original)) return reasonOf(error);
    throw error;
  }
}
