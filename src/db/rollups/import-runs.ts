import type { Executor } from '../dialect.ts';
import { blob, insertRows, int } from '../sql.ts';

/** A rollup, a month and a part of the value ids, whose runs are merged together. */
export interface RunUnit {
  readonly rollup: number;
  readonly month: number;
  readonly part: number;
}

/** Stores what a batch of an import adds, until it is merged. */
export async function saveRuns(
  tx: Executor,
  website: number,
  importId: number,
  batch: number,
  runs: readonly (RunUnit & { readonly body: Buffer })[],
): Promise<void> {
  await insertRows(tx, {
    table: 'import_run',
    columns: ['website_id', 'import_id', 'name', 'month', 'part', 'batch', 'body'],
    rows: runs.map(({ rollup, month, part, body }) => [
      website,
      importId,
      rollup,
      month,
      part,
      batch,
      blob(body.toString('hex')),
    ]),
  });
}

/** Returns what is still to be merged, in order, each with the bytes of its runs. */
export async function unmergedUnits(
  executor: Executor,
  website: number,
  importId: number,
): Promise<(RunUnit & { readonly bytes: number })[]> {
  return executor.all(
    `SELECT name AS rollup, month, part, SUM(LENGTH(body)) AS bytes FROM import_run WHERE website_id = ${int(website)} AND import_id = ${int(importId)} GROUP BY name, month, part ORDER BY name, month, part`,
  );
}

/** Returns the next runs of a unit after a batch, at most `limit`. */
export async function readRuns(
  executor: Executor,
  website: number,
  importId: number,
  unit: RunUnit,
  after: number,
  limit: number,
): Promise<{ readonly batch: number; readonly body: Buffer }[]> {
  return executor.all(
    `SELECT batch, body FROM import_run WHERE ${ofUnit(website, importId, unit)} AND batch > ${int(after)} ORDER BY batch LIMIT ${int(limit)}`,
  );
}

export async function removeRuns(tx: Executor, website: number, importId: number, unit: RunUnit): Promise<void> {
  await tx.run(`DELETE FROM import_run WHERE ${ofUnit(website, importId, unit)}`);
}

function ofUnit(website: number, importId: number, { rollup, month, part }: RunUnit): string {
  return `website_id = ${int(website)} AND import_id = ${int(importId)} AND name = ${int(rollup)} AND month = ${int(month)} AND part = ${int(part)}`;
}
