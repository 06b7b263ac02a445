import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Op } from 'sequelize';
import type { ImportRow } from '../db/models/import.ts';
import type { Database } from '../db/open.ts';
import type { BadRow, ReportLine } from '../domain/import.ts';
import { listImport } from '../fold/imported-sums.ts';
import { syncFolder } from '../process/durable.ts';
import { beginReading, beginRunning } from './begin.ts';
import { checkImport } from './checking.ts';
import type { ImportContext } from './context.ts';
import { digestOf } from './digest.ts';
import { isDiskFull } from './disk-room.ts';
import { FileFault } from './fault.ts';
import { folderOf, removeFolder } from './folder.ts';
import { lockHolder, releaseDead } from './holder.ts';
import { type HeldImport, ImportLost, stepOf } from './progress.ts';
import { readFindings } from './reading.ts';
import { runHits } from './running-hits.ts';
import { runSums } from './running-sums.ts';
import { undoRows } from './undoing.ts';
import type { StoredFile } from './unpacked.ts';

/** Milliseconds for which an import belongs to a process that has gone silent. */
const LEASE = 60_000;
/** A time so far ahead was written by a wrong clock. */
const AHEAD = 10 * LEASE;
const NOT_OVER = ['waiting', 'reading', 'running', 'checking', 'undoing'] as const;

/**
 * Works on an import until it is over, wherever another process left it. Does nothing if another process holds it, and
 * stops where it is when another import of its website is at work, the database is unavailable or `signal` is aborted; the error
 * is that of the database then.
 */
export async function runImport(context: ImportContext, id: number): Promise<void> {
  const { database, dataDir, now } = context;
  const holder = randomUUID();
  if (!(await isFree(database, dataDir, id, now()))) return;
  const release = await lockHolder(dataDir, id, holder);
  if (!(await take(database, id, holder, now()))) return release();
  const hold = () => database.imports.update({ heldUntil: now() + LEASE }, { where: { id, holder } });
  const holding = setInterval(() => void hold().catch(() => undefined), LEASE / 4).unref();
  try {
    for (;;) {
      const row = await database.imports.findOne({ where: { id, holder }, raw: true });
      if (!row || !(NOT_OVER as readonly string[]).includes(row.state)) return;
      context.signal?.throwIfAborted();
      if (!(await advance(context, { row, holder }))) return;
      await context.stepped?.(`after ${row.state}`);
    }
  } catch (error) {
    // Another process goes on with it, or its website is deleted.
    if (!(error instanceof ImportLost)) throw error;
  } finally {
    clearInterval(holding);
    // How long nobody has worked on it is known from here on.
    await database.imports.update({ holder: null, heldUntil: now() }, { where: { id, holder } }).catch(() => undefined);
    await release();
  }
}

/** Returns the imports that are not over, in their order. */
export function unfinishedImports({ imports }: Database): Promise<ImportRow[]> {
  return imports.findAll({ where: { state: [...NOT_OVER] }, order: ['id'], raw: true });
}

/** Returns the imports that nobody works on although they are not over, in their order. */
export async function idleImports(database: Database, dataDir: string, now: number): Promise<ImportRow[]> {
  const idle: ImportRow[] = [];
  for (const row of await unfinishedImports(database))
    if (row.heldUntil <= now) idle.push(row);
    else if (await releaseDead(database, dataDir, row, now)) idle.push({ ...row, holder: null, heldUntil: now });
  return idle;
}

/** Ends an import that cannot be worked on; what it has counted is taken out first. */
export async function giveUp({ imports }: Database, id: number): Promise<void> {
  const error = 'It was interrupted too often; the log has the fault. Please report it with the file.';
  const finishedAt = Date.now();
  await imports.update({ state: 'failed', error, finishedAt }, { where: { id, state: ['waiting', 'reading'] } });
  await imports.update({ state: 'undoing', error }, { where: { id, state: ['running', 'checking'] } });
}

/** Returns false for an import that is over, and for one that a living process holds, as far as one can know. */
async function isFree(database: Database, dataDir: string, id: number, now: number): Promise<boolean> {
  const row = await database.imports.findByPk(id, { raw: true });
  if (!row || !(NOT_OVER as readonly string[]).includes(row.state)) return false;
  if (row.heldUntil <= now) return true;
  return (await releaseDead(database, dataDir, row, now)) || row.heldUntil > now + AHEAD;
}

async function take({ imports }: Database, id: number, holder: string, now: number): Promise<boolean> {
  const heldUntil = { [Op.or]: [{ [Op.lte]: now }, { [Op.gt]: now + AHEAD }] };
  const [taken] = await imports.update({ holder, heldUntil: now + LEASE }, { where: { id, heldUntil } });
  return taken === 1;
}

/** Goes one state further; returns false if it must wait for another import. */
async function advance(context: ImportContext, held: HeldImport): Promise<boolean> {
  const { row } = held;
  try {
    if (row.state === 'waiting' && row.dryRun === 1) await change(context, held, { state: 'reading' });
    else if (row.state === 'waiting' || row.state === 'reading') {
      if (row.dryRun === 0 && !(await beginReading(context, held))) return false;
      await read(context, held);
    } else if (row.state === 'running') {
      const { row: run } = await (row.kind === 'hits' ? runHits(context, held) : runSums(context, held));
      await change(context, { ...held, row: run }, { state: 'checking' });
    } else if (row.state === 'checking') await check(context, held);
    else await undo(context, held);
  } catch (error) {
    const fault = isDiskFull(error) ? diskFault(context, row, error) : error;
    if (!(fault instanceof FileFault)) throw error;
    // What was counted before the fault was found is taken out again.
    const isEmpty = row.state === 'waiting' || row.state === 'reading';
    await change(context, held, { state: isEmpty ? 'failed' : 'undoing', error: fault.message });
    if (isEmpty) await finish(context, held);
  }
  return true;
}

/** Other imports and hits need the disk, too; therefore the import does not wait for room. */
function diskFault({ dataDir }: ImportContext, { files }: ImportRow, cause: unknown): FileFault {
  const [{ name } = { name: 'The file' }] = JSON.parse(files) as StoredFile[];
  return new FileFault(
    name,
    null,
    `The disk of ${join(dataDir, 'imports')} has too little room to sort what was read of it; free as much there as the files have unpacked, and import them again.`,
    cause,
  );
}

async function read(context: ImportContext, held: HeldImport): Promise<void> {
  const { row } = held;
  const files = JSON.parse(row.files) as StoredFile[];
  const digest = await digestOf(files);
  const { websiteId, id } = row;
  // One that has counted nothing has no rows that could count twice.
  const where = { websiteId, digest, dryRun: 0, counted: { [Op.gt]: 0 } };
  const same = await context.database.imports.findAll({ where, raw: true });
  const before = same.find(one => one.id !== id && !['failed', 'undone', 'undoing'].includes(one.state));
  const [name = 'The file'] = files.map(file => file.name);
  if (before && row.dryRun === 0)
    throw new FileFault(
      name,
      null,
      `It has the same content as import ${before.id}; undo that one first to import it again.`,
    );
  const { earlier, ...findings } = await readFindings(context, row);
  // What was read must not be lost in a power cut after the database says that it was.
  await syncFolder(folderOf(context.dataDir, id));
  const found = { ...findings, digest, position: 0, state: 'reading' } as const;
  await change(context, held, found);
  if (row.dryRun === 0) return beginRunning(context, { ...held, row: { ...row, ...found } }, earlier);
  await change(context, held, { state: 'done', finishedAt: context.now() });
}

async function check(context: ImportContext, held: HeldImport): Promise<void> {
  const { row } = held;
  const { report, wrong, beyond } = await checkImport(context, held);
  await change(context, held, { report: JSON.stringify(report), badRows: withNote(row, beyond) });
  if (wrong) {
    const error = `The result differs from the file, so it was removed: ${wrong.name} is ${textOf(wrong.file)} in the file, but ${textOf(wrong.ours)} here. Please report this with the file.`;
    await change(context, held, { state: 'undoing', error });
    return;
  }
  const { dialect } = context.database;
  await stepOf(context, held, 'list', { state: 'done' }, async tx => {
    if (row.kind === 'sums') await listImport(tx, dialect, row.websiteId, row.id, true, context.now());
  });
  await finish(context, held);
}

/** Returns the notes and bad rows of an import, first one on these statistics, of which it has too many values. */
function withNote({ badRows, files }: ImportRow, beyond: readonly string[]): string {
  if (beyond.length === 0) return badRows;
  const [{ name: file } = { name: '' }] = JSON.parse(files) as StoredFile[];
  const reason = `A day has more new values than MAX_NEW_VALUES allows, and the rest count as (other): ${beyond.join(', ')}.`;
  const told = (JSON.parse(badRows) as BadRow[]).filter(row => row.reason !== reason);
  return JSON.stringify([{ file, line: 0, reason }, ...told]);
}

async function undo(context: ImportContext, held: HeldImport): Promise<void> {
  // A dry run has only files.
  if (held.row.dryRun === 0) await undoRows(context, held);
  await change(context, held, { state: held.row.error === null ? 'undone' : 'failed' });
  await finish(context, held);
}

async function finish(context: ImportContext, { row, holder }: HeldImport): Promise<void> {
  await removeFolder(context.dataDir, row.id);
  await context.database.imports.update({ finishedAt: context.now() }, { where: { id: row.id, holder } });
}

/** Changes columns of the import as long as this process holds it. Throws ImportLost. */
async function change({ database }: ImportContext, { row, holder }: HeldImport, to: Partial<ImportRow>): Promise<void> {
  await database.imports.update(to, { where: { id: row.id, holder } });
  const found = await database.imports.findOne({ where: { id: row.id, holder }, attributes: ['id'], raw: true });
  if (!found) throw new ImportLost(row.id);
}

function textOf(figure: ReportLine['file']): string {
  if (figure === null || typeof figure === 'number') return String(figure ?? 'unknown');
  return `${figure.sum} in ${figure.values} values`;
}
