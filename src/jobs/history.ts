import { type JobRow, type JobRunRow, readJobRows, readJobRuns } from '../db/job-rows.ts';
import { type Database, reachable } from '../db/open.ts';

export type { JobRow, JobRunRow };

/** Where each kind of background work stands, by name. */
export function listJobs(database: Database): Promise<readonly JobRow[]> {
  return reachable(database, () => readJobRows(database.dialect));
}

/** A page of the runs on all processes, the last begun first; of one kind of work, or with null of all. The last 35 days are kept. */
export function listJobRuns(
  database: Database,
  name: string | null,
  perPage: number,
  page = 1,
): Promise<readonly JobRunRow[]> {
  return reachable(database, () => readJobRuns(database.dialect, name, perPage, (page - 1) * perPage));
}
