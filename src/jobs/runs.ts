import { col, fn, Op, type WhereOptions } from 'sequelize';
import type { JobRow } from '../db/models/job.ts';
import type { JobRunRow, Outcome } from '../db/models/job-run.ts';
import { type Database, reachable } from '../db/open.ts';
import { hasNul } from '../domain/text.ts';

/** A stored time further ahead than this, in milliseconds, counts as written by a wrong clock. */
const SLACK = 600_000;

/** Adds missing jobs, due at `now`, and stores how often each of them runs. */
export async function registerJobs(
  { jobs }: Database,
  list: readonly { readonly name: string; readonly every: number }[],
  now: number,
): Promise<void> {
  for (const { name, every } of list)
    await jobs.upsert({ name, period: every, dueAt: now }, { fields: ['name', 'period'] });
}

/**
 * Returns true if a run may begin at `now`. A time too far ahead to come from a clock that agrees with this one counts
 * as past, so that a clock set back does not stop the work until it has caught up.
 */
export function mayBegin({ dueAt, period, run, heldUntil }: JobRow, lease: number, now: number): boolean {
  const isDue = dueAt <= now || dueAt > now + period + SLACK;
  const isFree = run === null || heldUntil === null || heldUntil <= now || heldUntil > now + lease + SLACK;
  return isDue && isFree;
}

/** Takes the job for `run` and records its beginning; returns false if another run was quicker. */
export function beginRun(
  { jobs, jobRuns, transaction }: Database,
  { name, period }: JobRow,
  { run, process, lease, now }: { run: string; process: string; lease: number; now: number },
): Promise<boolean> {
  const isDue = past(now, now + period + SLACK);
  const isFree = past(now, now + lease + SLACK);
  const where: WhereOptions<JobRow> = {
    name,
    dueAt: isDue,
    [Op.or]: [{ run: null }, { heldUntil: isFree }],
  };
  return transaction(async transaction => {
    const [taken] = await jobs.update({ run, heldUntil: now + lease }, { where, transaction });
    if (taken !== 1) return false;
    const lost = { outcome: 'lost', endedAt: now } as const;
    await jobRuns.update(lost, { where: { name, outcome: 'running' }, transaction });
    await jobRuns.create({ run, name, process, startedAt: now, outcome: 'running', note: '' }, { transaction });
    return true;
  });
}

/** Extends the hold on the job; returns false if another run has taken it. */
export async function holdRun({ jobs }: Database, name: string, run: string, until: number): Promise<boolean> {
  await jobs.update({ heldUntil: until }, { where: { name, run } });
  const job = await jobs.findByPk(name, { attributes: ['run'], raw: true });
  return job?.run === run;
}

/** Records how the run ended and releases the job until `dueAt`; a run that has lost the job changes nothing. */
export function endRun(
  { jobs, jobRuns, transaction }: Database,
  name: string,
  run: string,
  end: { now: number; dueAt: number; outcome: Exclude<Outcome, 'running'>; note: string; failures: number },
): Promise<void> {
  const { outcome, note, now, dueAt, failures } = end;
  return transaction(async transaction => {
    const rest = { run: null, heldUntil: null, dueAt, failures };
    const [held] = await jobs.update(rest, { where: { name, run }, transaction });
    if (held !== 0) await jobRuns.update({ outcome, endedAt: now, note }, { where: { run }, transaction });
  });
}

/** Returns every job that has ever been registered, ordered by name. */
export function listJobs(database: Database): Promise<readonly JobRow[]> {
  return reachable(database, () => database.jobs.findAll({ order: ['name'], raw: true }));
}

/** Returns a page of the last 35 days' runs of one job, or of all for null, the latest first. */
export async function listJobRuns(
  database: Database,
  name: string | null,
  perPage: number,
  page = 1,
): Promise<readonly JobRunRow[]> {
  // No job has such a name, and Sequelize cannot query it.
  if (name !== null && hasNul(name)) return [];
  const where = name === null ? {} : { name };
  const part = { limit: perPage, offset: (page - 1) * perPage };
  return reachable(database, () => database.jobRuns.scope('latestFirst').findAll({ where, ...part, raw: true }));
}

/** Returns the latest run of each of these jobs, in the order of `names`; null if a job has not run. */
export async function lastRunsOf(database: Database, names: readonly string[]): Promise<(JobRunRow | null)[]> {
  const { jobRuns } = database;
  return reachable(database, async () => {
    const latest = await jobRuns.findAll({
      attributes: [[fn('MAX', col('id')), 'id']],
      where: { name: names },
      group: 'name',
      raw: true,
    });
    const runs = await jobRuns.findAll({ where: { id: latest.map(({ id }) => id) }, raw: true });
    const byName = new Map(runs.map(run => [run.name, run]));
    return names.map(name => byName.get(name) ?? null);
  });
}

/** Matches times up to `now`, and times after `latest`, which a wrong clock must have written. */
function past(now: number, latest: number) {
  return { [Op.or]: [{ [Op.lte]: now }, { [Op.gt]: latest }] };
}
