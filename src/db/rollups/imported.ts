import type { DayRange } from '../../domain/range.ts';
import type { Dialect, Executor } from '../dialect.ts';
import { blob, chunksBySize, insertRows, int } from '../sql.ts';

/** Returns the numbers of a list such as `3,14`. */
export function numbersOf(list: string): number[] {
  return list === '' ? [] : list.split(',').map(Number);
}

/** Returns the imports whose sums count, in the order in which they were added. */
export async function readImports(executor: Executor, website: number): Promise<number[]> {
  const [row] = await executor.all<{ imports: string | null }>(
    `SELECT imports FROM website_fold WHERE website_id = ${int(website)}`,
  );
  return numbersOf(row?.imports ?? '');
}

/**
 * Lists the imports whose sums count; the caller holds the website's lock, and advances its fold state so that readers
 * notice.
 */
export async function writeImports(tx: Executor, website: number, imports: readonly number[]): Promise<void> {
  await tx.run('UPDATE website_fold SET imports = ? WHERE website_id = ?', [
    imports.length === 0 ? null : imports.join(),
    website,
  ]);
}

/**
 * The periods of `import_block`. `time` is for the rollups of days and hours, and has the sums of one day by the day
 * itself or by `day * 24 + hour`.
 */
export const IMPORT_PERIODS = { day: 0, month: 1, time: 2 } as const;
export type ImportPeriod = keyof typeof IMPORT_PERIODS;

/** The sums of one rollup of an import in one period, of the value ids of one part. */
export interface ImportBlock {
  readonly rollup: number;
  readonly period: ImportPeriod;
  /** Days since 1970-01-01, or months since January 1970. */
  readonly at: number;
  readonly part: number;
  readonly body: Buffer;
}

/** Writes blocks that are not there yet. */
export async function writeImportBlocks(
  tx: Executor,
  website: number,
  importId: number,
  blocks: readonly ImportBlock[],
): Promise<void> {
  // Thirty large blocks would be more than a server takes in one statement.
  for (const some of chunksBySize(blocks, ({ body }) => body.length, STATEMENT))
    await insertRows(tx, {
      table: 'import_block',
      columns: ['website_id', 'import_id', 'name', 'period', 'at', 'part', 'body'],
      rows: some.map(({ rollup, period, at, part, body }) => [
        website,
        importId,
        rollup,
        IMPORT_PERIODS[period],
        at,
        part,
        blob(body.toString('hex')),
      ]),
    });
}

/** About the most bytes of blocks in one statement. */
const STATEMENT = 1024 * 1024;

/** Returns the blocks of one rollup and period, by part and then by time. */
export async function readImportBlocks(
  executor: Executor,
  website: number,
  imports: readonly number[],
  { rollup, period, from, to }: { readonly rollup: number; readonly period: ImportPeriod } & DayRange,
): Promise<(Pick<ImportBlock, 'at' | 'part' | 'body'> & { readonly importId: number })[]> {
  return executor.all(
    `SELECT import_id AS importId, at, part, body FROM import_block WHERE website_id = ${int(website)} AND import_id IN (${imports.map(int).join(',')})` +
      ` AND name = ${int(rollup)} AND period = ${IMPORT_PERIODS[period]} AND at BETWEEN ${int(from)} AND ${int(to)} ORDER BY part, at`,
  );
}

/** Returns the rollups that an import has blocks of, with the first and the last month. */
export async function rollupsOfImport(
  executor: Executor,
  website: number,
  importId: number,
): Promise<({ readonly rollup: number } & DayRange)[]> {
  return executor.all(
    `SELECT name AS rollup, MIN(at) AS \`from\`, MAX(at) AS \`to\` FROM import_block WHERE website_id = ${int(website)} AND import_id = ${int(importId)} AND period = ${IMPORT_PERIODS.month} GROUP BY name ORDER BY name`,
  );
}

/** Returns the rollups from a number on that some imports have sums of. */
export async function rollupsFrom(
  executor: Executor,
  website: number,
  imports: readonly number[],
  first: number,
): Promise<number[]> {
  const rows = await executor.all<{ rollup: number }>(
    `SELECT DISTINCT name AS rollup FROM import_block WHERE website_id = ${int(website)} AND import_id IN (${imports.map(int).join(',')}) AND name >= ${int(first)}`,
  );
  return rows.map(({ rollup }) => rollup);
}

const TABLES = {
  import_block: ['website_id', 'import_id', 'name', 'period', 'at', 'part'],
  import_run: ['website_id', 'import_id', 'name', 'month', 'part', 'batch'],
} as const;

/** Removes up to `step` rows of one table of the sums of an import; returns how many. */
export function removeImported(
  dialect: Dialect,
  table: keyof typeof TABLES,
  website: number,
  importId: number,
  step: number,
): Promise<number> {
  const where = `website_id = ${int(website)} AND import_id = ${int(importId)}`;
  return dialect.run(dialect.deleteSome(table, TABLES[table], where, step));
}
