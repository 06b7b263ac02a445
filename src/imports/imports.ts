import type { Viewer } from '../accounts/viewer.ts';
import type { ImportRow } from '../db/models/import.ts';
import { type Database, reachable } from '../db/open.ts';
import { dateOf } from '../domain/calendar.ts';
import type { BadRow, ImportKind, ImportSource, ImportState, ReportLine } from '../domain/import.ts';
import { progressOf } from '../domain/import-progress.ts';
import { rowIdOf } from '../domain/inputs/scalars.ts';
import { badInput, notFound } from '../errors.ts';
import { websiteOf, writableWebsite } from '../websites/access.ts';
import { addAudit } from '../websites/audit.ts';
import { startUndo } from './begin-undo.ts';
import { ringForWork } from './bell.ts';
import { KEPT_FOR } from './clean-up.ts';
import { readImportFields } from './import-fields.ts';
import { notedImport } from './new-import.ts';
import { shareOf } from './reading-progress.ts';
import type { StoredOptions } from './stored-options.ts';
import type { StoredFile } from './unpacked.ts';

/** An import as surfaces show it; times are milliseconds since 1970, UTC. */
export interface Import {
  readonly id: number;
  readonly websiteId: number;
  /** Who began it; null for the command line. */
  readonly accountId: number | null;
  /** Null until the files are recognised; the same for the kind. */
  readonly source: ImportSource | null;
  readonly version: string | null;
  readonly kind: ImportKind | null;
  readonly state: ImportState;
  readonly dryRun: boolean;
  readonly files: readonly string[];
  readonly rows: number;
  readonly counted: number;
  readonly leftOut: number;
  /** Numbers of rows by reason. */
  readonly leftOutFor: Readonly<Record<string, number>>;
  /** `2026-01-31`; null until the files are read. */
  readonly from: string | null;
  readonly to: string | null;
  /** The last day that counts; null for all, and before the files are read. */
  readonly until: string | null;
  /** The zone that was named for times without one; null for that of the website. */
  readonly timezone: string | null;
  /** Whether the files have such times; null until they are recognised. */
  readonly asksTimezone: boolean | null;
  /** The names of the columns as JSON. */
  readonly mapping: string | null;
  /** The website's first day with hits of its own; null without any, and before the files are read. */
  readonly ownFrom: string | null;
  readonly error: string | null;
  readonly report: readonly ReportLine[];
  readonly badRows: readonly BadRow[];
  /** 0 to 1. */
  readonly progress: number;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

/** Returns the imports of each of these websites, in the order of `ids`, the latest first. */
export async function importsOf({ imports }: Database, ids: readonly number[]): Promise<(readonly Import[])[]> {
  const rows = await imports.scope('latestFirst').findAll({ where: { websiteId: [...ids] }, raw: true });
  const byWebsite = Map.groupBy(rows, ({ websiteId }) => websiteId);
  return ids.map(id => (byWebsite.get(id) ?? []).map(importOf));
}

/** Returns imports of websites by their ids, in that order; null where the website has none with that id. */
export async function importsById(
  { imports }: Database,
  asked: readonly { readonly website: number; readonly id: string }[],
): Promise<(Import | null)[]> {
  const rows = await imports.findAll({ where: { id: asked.map(({ id }) => rowIdOf(id) ?? 0) }, raw: true });
  const found = new Map(rows.map(row => [`${row.websiteId} ${row.id}`, importOf(row)]));
  return asked.map(({ website, id }) => found.get(`${website} ${id}`) ?? null);
}

/** Returns an import of one of the viewer's websites; throws NOT_FOUND. */
export async function findImport(database: Database, viewer: Viewer | null, id: string): Promise<Import> {
  const row = await rowOf(database, id);
  await websiteOf(database, viewer, { id: row.websiteId });
  return importOf(row);
}

/**
 * Runs a dry run that is done, with the files that it was sent; throws NOT_FOUND, and BAD_USER_INPUT for any other
 * import, and when the files are no longer kept.
 */
export function runUpload(database: Database, viewer: Viewer | null, id: string, now: number): Promise<Import> {
  return startAgain(database, viewer, { id, now }, { dryRun: 0 });
}

/** Repeats a dry run that is done with other choices, by their names in REST. Throws the same. */
export function repeatDryRun(
  database: Database,
  viewer: Viewer | null,
  id: string,
  choices: ReadonlyMap<string, string>,
  now: number,
): Promise<Import> {
  const { source, timezone, until, mapping } = readImportFields(choices);
  return startAgain(database, viewer, { id, now }, { source, options: JSON.stringify({ timezone, until, mapping }) });
}

async function startAgain(
  database: Database,
  viewer: Viewer | null,
  { id, now }: { readonly id: string; readonly now: number },
  change: Partial<ImportRow>,
): Promise<Import> {
  const { id: number, websiteId, dryRun, state, finishedAt } = await rowOf(database, id);
  await writableWebsite(database, viewer, { id: websiteId });
  if (dryRun === 1 && state === 'done' && now - (finishedAt ?? now) > KEPT_FOR)
    throw badInput({ upload: ['The files of a dry run are kept for a day, and were removed; send them again.'] });
  const fresh = { ...change, state: 'waiting', position: 0, batches: 0, finishedAt: null } as const;
  await database.transaction(async transaction => {
    const where = { id: number, dryRun: 1, state: 'done' } as const;
    const [changed] = await database.imports.update(fresh, { where, transaction });
    if (changed === 0) throw badInput({ upload: ['The import is not a dry run that is done; send its files again.'] });
    if (change.dryRun === 0)
      await addAudit(database, viewer, notedImport('import', { id: number, websiteId }, now), transaction);
  });
  ringForWork(database);
  return importOf(await rowOf(database, id));
}

/** Returns true for an import that nothing more happens to by itself. */
export function isOver({ state, finishedAt }: Import): boolean {
  return ['done', 'failed', 'undone'].includes(state) && finishedAt !== null;
}

/**
 * Starts to undo an import, or to discard a dry run; throws NOT_FOUND, and BAD_USER_INPUT if it failed, and
 * while another import is counted without the rows of this one.
 */
export async function undoImport(
  database: Database,
  viewer: Viewer | null,
  id: string,
  website: string | null = null,
  now: number = Date.now(),
): Promise<Import> {
  const row = await rowOf(database, id);
  if (website !== null && website !== String(row.websiteId)) throw notFound();
  await writableWebsite(database, viewer, { id: row.websiteId });
  return beginUndo(database, row.id, viewer, now);
}

/** The same without a check of the viewer, for the command line. */
export async function beginUndo(
  database: Database,
  id: string | number,
  viewer: Viewer | null = null,
  now: number = Date.now(),
): Promise<Import> {
  const row = await rowOf(database, id);
  if (['undoing', 'undone'].includes(row.state)) return importOf(row);
  if (row.state === 'failed')
    throw badInput({ id: ['The import has failed and was removed already; there is nothing to undo.'] });
  // It may have gone a state further meanwhile.
  const begun = await startUndo(database, row, async transaction => {
    if (row.dryRun === 0) await addAudit(database, viewer, notedImport('undo', row, now), transaction);
  });
  if (!begun) return beginUndo(database, id, viewer, now);
  ringForWork(database);
  return importOf(await rowOf(database, id));
}

async function rowOf(database: Database, id: string | number): Promise<ImportRow> {
  const number = rowIdOf(id);
  const row =
    number === null ? null : await reachable(database, () => database.imports.findByPk(number, { raw: true }));
  if (!row) throw notFound();
  return row;
}

/** Returns the import as surfaces show it. */
export function importOf(row: ImportRow): Import {
  const date = (day: number | null) => (day === null ? null : dateOf(day));
  const { until, timezone, mapping, zone } = JSON.parse(row.options) as StoredOptions;
  return {
    id: row.id,
    websiteId: row.websiteId,
    accountId: row.accountId,
    source: row.source,
    version: row.version,
    kind: row.kind,
    state: row.state,
    dryRun: row.dryRun === 1,
    files: (JSON.parse(row.files) as StoredFile[]).map(({ name }) => name),
    rows: row.rowCount,
    counted: row.counted,
    leftOut: row.leftOut,
    leftOutFor: JSON.parse(row.leftOutFor) as Record<string, number>,
    from: date(row.firstDay),
    to: date(row.lastDay),
    until: date(until),
    timezone,
    asksTimezone: row.source === null || row.kind === null ? null : zone === 'asked',
    mapping: mapping && JSON.stringify(mapping),
    ownFrom: date(row.ownFrom),
    error: row.error,
    report: JSON.parse(row.report) as ReportLine[],
    badRows: JSON.parse(row.badRows) as BadRow[],
    progress: progressOf({ ...row, dryRun: row.dryRun === 1, share: shareOf(row) }),
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
  };
}
