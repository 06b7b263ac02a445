import type { Viewer } from '../accounts/viewer.ts';
import type { ImportRow } from '../db/models/import.ts';
import type { Database } from '../db/open.ts';
import type { ImportOptions, ImportSource } from '../domain/import.ts';
import { addAudit, type Noted } from '../websites/audit.ts';
import { ringForWork } from './bell.ts';
import type { StoredFile } from './unpacked.ts';

/** A new import. Its files must stay where they are until it is over. */
export interface NewImport extends ImportOptions {
  readonly website: number;
  readonly account: number | null;
  /** Null to have it recognised. */
  readonly source: ImportSource | null;
  readonly dryRun: boolean;
  readonly files: readonly StoredFile[];
  /** True to keep it from being worked on until `placeFiles`. */
  readonly isHeld?: boolean;
}

/** Milliseconds that files have to be placed; without them, the import fails then. */
const PLACED_WITHIN = 60_000;

/** Registers an import, which then waits for a process to work on it. */
export async function addImport(database: Database, given: NewImport, now: number): Promise<ImportRow> {
  const { website, account, source, dryRun, files, timezone, until, mapping, isHeld } = given;
  const columns = {
    websiteId: website,
    accountId: account,
    source,
    version: null,
    kind: null,
    state: 'waiting' as const,
    dryRun: Number(dryRun),
    files: JSON.stringify(files),
    options: JSON.stringify({ timezone, until, mapping } satisfies ImportOptions),
    digest: null,
    rowCount: 0,
    counted: 0,
    leftOut: 0,
    position: 0,
    batches: 0,
    firstDay: null,
    lastDay: null,
    ownFrom: null,
    report: '[]',
    badRows: '[]',
    leftOutFor: '{}',
    error: null,
    holder: null,
    heldUntil: isHeld === true ? now + PLACED_WITHIN : 0,
    createdAt: now,
    finishedAt: null,
  };
  return database.transaction(async transaction => {
    const row = await database.imports.create(columns, { transaction });
    const made = row.get({ plain: true }) as ImportRow;
    // One that is held is noted when its files are there; only the command line has them at once.
    if (!dryRun && isHeld !== true) await addAudit(database, null, notedImport('import', made, now), transaction);
    return made;
  });
}

/** Says where the files of a held import are, which then waits for a process to work on it. */
export async function placeFiles(
  database: Database,
  viewer: Viewer | null,
  { id, websiteId, dryRun }: ImportRow,
  files: readonly StoredFile[],
  now: number,
): Promise<void> {
  await database.transaction(async transaction => {
    await database.imports.update({ files: JSON.stringify(files), heldUntil: 0 }, { where: { id }, transaction });
    if (dryRun === 0) await addAudit(database, viewer, notedImport('import', { id, websiteId }, now), transaction);
  });
  ringForWork(database);
}

/** Returns what the audit log notes of an import. */
export function notedImport(action: 'import' | 'undo', row: Pick<ImportRow, 'id' | 'websiteId'>, at: number): Noted {
  return { websiteId: row.websiteId, action, details: `import ${row.id}`, at };
}

/** Removes a held import whose files could not be placed. */
export async function removeImport({ imports }: Database, id: number): Promise<void> {
  await imports.destroy({ where: { id } });
}
