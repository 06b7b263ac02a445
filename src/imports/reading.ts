import type { ImportRow } from '../db/models/import.ts';
import type { ImportOptions } from '../domain/import.ts';
import { firstOwnDay } from '../stats/own-hits.ts';
import { type Distinct, openDistinct } from './bounded/distinct.ts';
import type { ImportContext } from './context.ts';
import { saveDays } from './day-counts.ts';
import { FileFault } from './fault.ts';
import { daysOfOtherSources, ownDays } from './other-sources.ts';
import { leaveOutRepeats, readHits } from './reading-hits.ts';
import { ReadingProgress } from './reading-progress.ts';
import { readSums } from './reading-sums.ts';
import { LIMITS, openSorter, removeSorted } from './running-hits.ts';
import { SeenRows } from './seen-rows.ts';
import { openRows } from './source.ts';
import { reportOf, Tally, tooLarge } from './tally.ts';
import type { StoredFile } from './unpacked.ts';

/** What reading the files has found, as columns of the import. */
export type Findings = Pick<
  ImportRow,
  | 'source'
  | 'version'
  | 'kind'
  | 'rowCount'
  | 'counted'
  | 'leftOut'
  | 'firstDay'
  | 'lastDay'
  | 'ownFrom'
  | 'report'
  | 'badRows'
  | 'leftOutFor'
  | 'options'
> & {
  /** The imports whose rows were left out, if there were any. */
  readonly earlier: readonly number[];
};

/** Reads all files, and writes nothing but the hits in their order, to the folder of the import. Throws FileFault. */
export async function readFindings(context: ImportContext, row: ImportRow): Promise<Findings> {
  const distinct = openDistinct(context, row.id);
  try {
    return await findIn(context, row, distinct);
  } finally {
    distinct.close();
  }
}

async function findIn(context: ImportContext, row: ImportRow, distinct: Distinct): Promise<Findings> {
  const options = JSON.parse(row.options) as ImportOptions;
  const ownFrom = await firstOwnDay(context.database, row.websiteId);
  const until = options.until ?? (ownFrom === null ? null : ownFrom - 1);
  const progress = new ReadingProgress(context, row);
  const rows = await openRows(context, row, until, progress);
  const tally = new Tally(distinct);
  const visitors = distinct.counter();
  const seen = new SeenRows();
  let leansOn: readonly number[] = [];
  const isOfSeveralFiles = rows.files > 1;
  const needsSorter = rows.recognised.kind === 'hits' && (row.dryRun === 0 || isOfSeveralFiles);
  const sorter = needsSorter ? await openSorter(context, row) : null;
  try {
    if (rows.sums)
      for await (const some of rows.rows) {
        context.signal?.throwIfAborted();
        await readSums(rows.sums, some, seen, tally);
        await progress.tell(seen.rows);
      }
    else
      for await (const some of rows) {
        context.signal?.throwIfAborted();
        await readHits(some, { seen, tally, visitors }, sorter);
        await progress.tell(seen.rows);
      }
    await sorter?.finish(context.mostRows ?? LIMITS.hits);
    if (isOfSeveralFiles && sorter) await leaveOutRepeats(context, row, { seen, tally, visitors });
    if (row.dryRun === 1 && sorter) await removeSorted(context, row);
    if (row.dryRun === 0) await saveDays(context.dataDir, row.id, tally.days);
    leansOn = await rows.leansOn();
  } finally {
    await sorter?.close();
    await rows.close();
  }
  const { rows: rowCount, counted, bad, leftOutFor } = seen;
  const [firstDay, lastDay] = counted === 0 ? [null, null] : [seen.firstDay, seen.lastDay];
  const [name = 'The file'] = (JSON.parse(row.files) as StoredFile[]).map(file => file.name);
  if (rowCount === 0) throw new FileFault(name, null, 'It has no rows; export it again, for days with visitors.');
  const [first] = bad;
  if (first && leftOutFor.bad === rowCount)
    throw new FileFault(first.file, first.line, `No row can be read. ${first.reason}`);
  const { recognised, importer } = rows;
  const { kind } = recognised;
  const { source } = importer;
  const twice = await daysOfOtherSources(context.database, { ...row, source, kind, firstDay, lastDay });
  // Of a log that was followed, it is known which lines have counted.
  const own = leftOutFor.followed === undefined ? ownDays(ownFrom, lastDay) : [];
  const differing = rows.sums?.earlier.notes ?? [];
  seen.warn([...own, ...twice, ...differing].map(reason => ({ file: name, line: 0, reason })));
  if (kind === 'hits') tally.addTotal('visitors', visitors.size);
  const report = reportOf(tally, tally);
  const large = tooLarge(report);
  if (large)
    throw new FileFault(
      name,
      null,
      `Its counts of ${large} add up to more than a website can have; check the columns of the file.`,
    );
  return {
    source,
    version: recognised.version,
    kind,
    rowCount,
    counted,
    leftOut: rowCount - counted,
    firstDay,
    lastDay,
    ownFrom,
    report: JSON.stringify(report),
    badRows: JSON.stringify(seen.told),
    leftOutFor: JSON.stringify(leftOutFor),
    earlier: rows.earlier,
    options: JSON.stringify({
      ...options,
      until,
      repeated: rows.repeated,
      params: rows.params,
      leansOn,
      known: tally.metrics.known,
      zone: recognised.zone,
    }),
  };
}
