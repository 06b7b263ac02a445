import type { Config } from '../../config.ts';
import { DatabaseClock } from '../../db/clock.ts';
import { readBadHits } from '../../db/ledger.ts';
import { type Database, openDatabase } from '../../db/open.ts';
import { readLatestDays } from '../../db/rollups/fold-state.ts';
import { DAY } from '../../domain/calendar.ts';
import { counted } from '../../domain/counted.ts';
import { lastRunsOf, listJobs } from '../../jobs/runs.ts';
import { clockFault } from '../../service/readiness-checks.ts';
import { differingSettings } from '../../service/settings.ts';
import { isMissing, obstacleOf } from '../obstacle.ts';
import { checkColumns } from './columns.ts';
import { checkEngine, checkSchema, obstacleAt, RESTORE } from './engine.ts';
import { type Finding, findings, findingsOf, findingsOfAll } from './finding.ts';
import { checkImports } from './imports.ts';
import { checkPacked } from './packed.ts';
import { checkSpools } from './spools.ts';
import { checkDatabaseFile } from './writable.ts';

const SILENT_DAYS = 7;
const SKEW = 5_000;

/** Checks the configured database and what is in it. If one check makes others pointless, they are left out. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { warn } = findings('database');
  const file = /^sqlite:(.*)$/.exec(config.databaseUrl)?.[1];
  const unwritable = file === undefined ? [] : checkDatabaseFile(file);
  if (unwritable.length > 0) return unwritable;
  if (file !== undefined && isMissing(file))
    return [
      warn(`The file ${file} does not exist yet.`, 'Start the service, which creates it, or correct DATABASE_URL.'),
    ];
  const database = openDatabase(config.databaseUrl);
  const fixOf = (error: unknown) => {
    if (database.dialect.fault(error) === 'damaged') return RESTORE;
    const { path } = error as NodeJS.ErrnoException;
    const obstacle = path === undefined ? obstacleAt(file, error) : obstacleOf(error, path);
    return obstacle?.fix ?? `Check ${path ?? 'the database'}, then run doctor again.`;
  };
  try {
    const found = [...(await findingsOf('database', () => checkEngine(database, file), fixOf))];
    if (found[0]?.state === 'fail') return found;
    let isUsable = false;
    const checkTables = async () => {
      const schema = await checkSchema(database, file);
      isUsable = schema.usable;
      return schema.found;
    };
    found.push(...(await findingsOf('tables', checkTables, fixOf)));
    if (!isUsable) return found;
    const now = Date.now();
    const others = {
      clock: () => checkClock(database),
      settings: () => checkSettings(database, config),
      instance: () => checkSpools(database, config),
      'bad hits': () => checkBadHits(database),
      'packed sums': () => checkPacked(database),
      columns: () => checkColumns(database, config),
      imports: () => checkImports(database, config, now),
      'background work': () => checkJobs(database, now),
      accounts: () => checkAccounts(database),
      websites: () => checkWebsites(database, now),
    };
    found.push(...(await findingsOfAll(others, fixOf)));
    return found;
  } finally {
    await database.close().catch(() => undefined);
  }
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

async function checkBadHits({ dialect }: Database): Promise<Finding> {
  const { ok, warn } = findings('bad hits');
  const { hits, at, reason } = await readBadHits(dialect);
  if (hits === 0) return ok('No hit was set aside.');
  const text = `${counted(hits, 'hit')} could not be stored; the last at ${new Date(at).toISOString()} (${reason.slice(0, 200)}).`;
  return warn(
    text,
    'If the reason does not explain it, report it to the developers; the table bad_hit keeps the hits for RETENTION_DAYS.',
  );
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

async function checkAccounts(database: Database): Promise<Finding> {
  const { ok, warn } = findings('accounts');
  const count = await database.accounts.count();
  if (count > 0) return ok(`${counted(count, 'account')}.`);
  const fix = 'Start the service, which creates one and prints it, or run "footfall account create".';
  return warn('There is no account, so nobody can sign in.', fix);
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
