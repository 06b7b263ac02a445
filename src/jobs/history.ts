import { col, fn } from 'sequelize';
import type { JobRow } from '../db/models/job.ts';
import type { JobRunRow } from '../db/models/job-run.ts';
import { type Database, reachable } from '../db/open.ts';
import { hasNul } from '../domain/text.ts';

export type { JobRow, JobRunRow };

/** Returns every job that has ever been registered, ordered by name. */
export function listJobs(database: Database): Promise<readonly JobRow[]> {
  return reachable(database, () => database.jobs.findAll({ order: ['name'], raw: true }));
}

/**
 * Returns a page of the runs of one job, or of all for null, in all processes, the latest first. Runs are kept for 35
 * days.
 */
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
