import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { DatabaseClock } from '../../db/clock.ts';
import { readInstance } from '../../db/instance.ts';
import { readBadHits } from '../../db/ledger.ts';
import { readMigrations } from '../../db/migrate.ts';
import { migrations } from '../../db/migrations/all.ts';
import { writesWork } from '../../db/models/setting.ts';
import { type Database, openDatabase } from '../../db/open.ts';
import { readRestoreMark } from '../../db/restore-mark.ts';
import { readLatestDays } from '../../db/rollups/fold-state.ts';
import { TABLES } from '../../db/tables.ts';
import { counted } from '../../domain/counted.ts';
import { waitUntilFolded } from '../../fold/unfolded.ts';
import { lastRunsOf, listJobs } from '../../jobs/runs.ts';
import { clockFault } from '../../service/readiness-checks.ts';
import { differingSettings } from '../../service/settings.ts';
import { lockSpool } from '../../spool/lock.ts';
import { foreignSpools } from '../../spool/others.ts';
import { sortSpools } from '../../spool/owner.ts';
import { UNKNOWN } from '../adopt.ts';
import { checkColumns } from './columns.ts';
import { type Finding, findings, reasonOf, size } from './finding.ts';

const DAY = 86_400_000;
const SILENT_DAYS = 7;
const SKEW = 5_000;
const SHORT_STATEMENTS = 4_000_000;
const BACKLOG = 50_000;

/** Checks the configured database and what is in it. If one check makes others pointless, they are left out. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { warn, fail } = findings('database');
  const file = /^sqlite:(.*)$/.exec(config.databaseUrl)?.[1];
  if (file !== undefined && !existsSync(file))
    return [
      warn(`The file ${file} does not exist yet.`, 'Start the service, which creates it, or correct DATABASE_URL.'),
    ];
  const database = openDatabase(config.databaseUrl);
  try {
    const found = await checkEngine(database);
    if (found[0]?.state === 'fail') return found;
    const schema = await checkSchema(database);
    found.push(schema.found);
    if (!schema.usable) return found;
    found.push(await checkClock(database), await checkSettings(database, config));
    const now = Date.now();
    found.push(...(await checkSpools(database, config)), await checkBadHits(database));
    found.push(...(await checkColumns(database, config)));
    found.push(...(await checkJobs(database, now)), ...(await checkWebsites(database, now)));
    return found;
  } catch (error) {
    return [fail(`It could not be examined (${reasonOf(error)}).`, 'Check the database, then run doctor again.')];
  } finally {
    await database.close().catch(() => undefined);
  }
}

/** Checks the engine itself. If it does not respond, that is the only finding, because nothing else can be checked. */
async function checkEngine({ dialect }: Database): Promise<Finding[]> {
  const { ok, warn, fail } = findings('database');
  const facts = await dialect.catalog.facts(dialect).catch(error => reasonOf(error));
  if (typeof facts === 'string') return [fail(`It does not respond (${facts}).`, 'Start it, or correct DATABASE_URL.')];
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

/** Checks the tables and that they can be read and written. With `usable` false, rows cannot be checked. */
async function checkSchema(database: Database): Promise<{ found: Finding; usable: boolean }> {
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
  if (!(await writesWork(database).catch(() => false)))
    return {
      found: fail('They can be read but not written.', 'Grant the user in DATABASE_URL the right to write.'),
      usable: true,
    };
  return { found: ok(`They match this release (${migrations.at(-1)?.name}).`), usable: true };
}

async function checkClock(database: Database): Promise<Finding> {
  const { ok, warn, fail } = findings('clock');
  const clock = new DatabaseClock(database);
  await clock.check();
  const fix = 'Synchronise the clocks of all machines with NTP.';
  if (!clock.agrees()) return fail(clockFault(clock.ahead()), fix);
  const seconds = clock.ahead() / 1000;
  if (Math.abs(seconds) * 1000 <= SKEW) return ok("This machine's clock agrees with the database's.");
  return warn(`This machine's clock differs from the database's by ${seconds.toFixed(1)} s.`, fix);
}

async function checkSettings(database: Database, config: Config): Promise<Finding> {
  const { ok, warn } = findings('settings');
  const found = await differingSettings(database, config);
  if (found.length === 0) return ok('They are those of the service.');
  return warn(found.join(' '), 'Run commands with the environment of the service.');
}

async function checkSpools(database: Database, { dataDir }: Config): Promise<Finding[]> {
  const { ok, fail } = findings('instance');
  const folder = join(dataDir, 'spool');
  const instance = await readInstance(database);
  const found = [
    ok(instance ? `This database is ${instance.id}.` : 'This database has no id until the service starts.'),
  ];
  const foreign = await foreignSpools(folder, instance);
  if (foreign.length > 0) {
    const owners = [...new Set(foreign.map(spool => spool.instance ?? UNKNOWN))];
    found.push(
      fail(
        `${counted(foreign.length, 'spool')} in ${folder} ${foreign.length === 1 ? 'belongs' : 'belong'} to another database (${owners.join(', ')}); it alone counts their hits.`,
        'Correct DATABASE_URL or DATA_DIR. If that database is gone for good, "footfall adopt" with that id counts them here.',
      ),
    );
  }
  return [...found, await checkFolding(database, folder, sortSpools(folder, instance).ours)];
}

async function checkFolding(database: Database, folder: string, spools: readonly string[]): Promise<Finding> {
  const { ok, warn } = findings('spool');
  let left = 0;
  for (const id of spools) {
    const lock = await lockSpool(folder, id).catch(() => null);
    if (lock) left++;
    await lock?.release();
  }
  // The fold can take half a second to reach a hit.
  const hits = await waitUntilFolded(database, folder, 2_000);
  const live = spools.length - left;
  const text = `Hits waiting to be counted: ${hits}, in ${counted(spools.length, 'spool')}, ${live} with a running process.`;
  if (left > 0 && hits > 0)
    return warn(
      text,
      live > 0 ? 'The service adopts them within seconds; run doctor again.' : 'Start the service; it counts them.',
    );
  if (hits > BACKLOG) return warn(text, 'The fold is behind: check the database and the load on this machine.');
  return ok(text);
}

async function checkBadHits({ dialect }: Database): Promise<Finding> {
  const { ok, warn } = findings('bad hits');
  const { hits, at, reason } = await readBadHits(dialect);
  if (hits === 0) return ok('No hit was set aside.');
  const text = `${counted(hits, 'hit')} could not be stored; the last at ${new Date(at).toISOString()} (${reason.slice(0, 200)}).`;
  return warn(text, 'Report the reason to the developers; the table bad_hit keeps the hits for RETENTION_DAYS.');
}

async function checkJobs(database: Database, now: number): Promise<Finding[]> {
  const { ok, warn, fail } = findings('background work');
  const jobs = await listJobs(database);
  const failing = jobs.filter(({ failures }) => failures > 0);
  const lastRuns = await lastRunsOf(
    database,
    failing.map(({ name }) => name),
  );
  const found: Finding[] = [];
  for (const [place, { name, failures }] of failing.entries()) {
    const text = `${name} failed ${counted(failures, 'time')} in a row (${lastRuns[place]?.note ?? ''}).`;
    found.push((failures > 2 ? fail : warn)(text, 'Fix the cause; the job is retried automatically.'));
  }
  const late = jobs.filter(({ dueAt, period, run }) => run === null && dueAt < now - period - DAY / 24);
  if (late.length > 0)
    found.push(
      warn(`Overdue: ${late.map(({ name }) => name).join(', ')}.`, 'Start the service: no process is doing this work.'),
    );
  return found.length > 0 ? found : [ok(`${counted(jobs.length, 'job')}, none failing.`)];
}

async function checkWebsites(database: Database, now: number): Promise<Finding[]> {
  const { ok, warn } = findings('websites');
  const latest = await readLatestDays(database.dialect);
  const rows = await database.websites.findAll({
    attributes: ['id', 'domain', 'createdAt'],
    order: ['domain'],
    raw: true,
  });
  const websites = rows.map(row => ({ ...row, latestDay: latest.get(row.id) ?? null }));
  const today = Math.floor(now / DAY);
  const never = websites.filter(({ latestDay, createdAt }) => latestDay === null && createdAt < now - DAY);
  const silent = websites.filter(({ latestDay }) => latestDay !== null && latestDay < today - SILENT_DAYS);
  const found: Finding[] = [];
  const domains = (list: typeof websites) => list.map(({ domain }) => domain).join(', ');
  if (never.length > 0) found.push(warn(`No hits yet: ${domains(never)}.`, 'Add the snippet to their pages.'));
  if (silent.length > 0)
    found.push(
      warn(
        `No hits for more than ${SILENT_DAYS} days: ${domains(silent)}.`,
        'Check that the snippet is still in their pages.',
      ),
    );
  return found.length > 0 ? found : [ok(`${counted(websites.length, 'website')}, none silent.`)];
}
