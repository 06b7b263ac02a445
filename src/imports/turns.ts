import { randomUUID } from 'node:crypto';
import { access, constants, link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Op } from 'sequelize';
import type { ImportRow } from '../db/models/import.ts';
import type { Database } from '../db/open.ts';
import { DAY } from '../domain/calendar.ts';
import { makeFolder, syncFolder } from '../process/durable.ts';
import { unblocked } from './begin.ts';
import { idleImports } from './run.ts';
import type { StoredFile } from './unpacked.ts';

/** Milliseconds after which a machine is gone that has left an import in the middle; it holds up the others of its website. */
const GONE = 15 * 60_000;

/** Returns the id of a DATA_DIR, which files are stored with: another machine does not have them. */
export async function settleMachine(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'imports');
  const path = join(folder, 'machine');
  const known = await readFile(path, 'utf8').catch(() => '');
  if (known !== '') return known;
  makeFolder(folder);
  const own = `${path}.${randomUUID()}`;
  try {
    await writeFile(own, randomUUID(), { mode: 0o600, flush: true });
    // Of several processes that try, the first one decides.
    await link(own, path).catch(() => undefined);
    await syncFolder(folder);
  } finally {
    // A full disk leaves an empty one.
    await rm(own, { force: true });
  }
  return readFile(path, 'utf8');
}

interface Here {
  readonly database: Database;
  readonly dataDir: string;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/**
 * Returns the imports that this machine should work on next, in their order: those with files of its DATA_DIR, and all
 * undoing, which needs no file. Those of another machine are among them, too, when it is gone for certain: they fail. It is
 * when it has worked on nothing for a quarter of an hour after one had begun, or for a day.
 */
export async function importsToWorkOn(here: Here): Promise<ImportRow[]> {
  const { database, dataDir, now } = here;
  const idle = await unblocked(database, await idleImports(database, dataDir, now), now);
  if (idle.length === 0) return idle;
  const own = await settleMachine(dataDir);
  const websiteIds = [...new Set(idle.map(({ websiteId }) => websiteId))];
  const websites = await database.websites.findAll({ where: { id: websiteIds }, attributes: ['id'], raw: true });
  // What a deleted website has is removed with it.
  const living = new Set(websites.map(({ id }) => id));
  const working = await database.imports.findAll({
    where: { heldUntil: { [Op.gt]: now }, holder: { [Op.ne]: null } },
    attributes: ['files'],
    raw: true,
  });
  const alive = new Set(working.map(machineOf));
  const chosen = await Promise.all(
    idle.map(async row => {
      const isOld = now - row.createdAt > DAY;
      const isLeft = row.state !== 'waiting' && now - Math.max(row.heldUntil, row.createdAt) > GONE;
      if (!living.has(row.websiteId)) return false;
      if (row.state === 'undoing') return true;
      // A file is the database of this machine alone, so that a DATA_DIR of another id has lost its imports.
      const isLost = database.dialect.ownsDatabase && row.state !== 'waiting';
      if (machineOf(row) !== own) return isLost || ((isOld || isLeft) && !alive.has(machineOf(row)));
      return isOld || canRead(row, join(dataDir, 'imports'));
    }),
  );
  return idle.filter((_, at) => chosen[at]);
}

/** Returns the import among these that counts the same files of a website; undefined without one. */
export function findOfFiles(
  rows: readonly ImportRow[],
  website: number,
  files: readonly StoredFile[],
): ImportRow | undefined {
  const paths = pathsOf(files);
  return rows.find(
    row =>
      row.websiteId === website && row.dryRun === 0 && row.state !== 'undoing' && pathsOf(filesOf(row.files)) === paths,
  );
}

/** Returns false for files of the command line that only the person who named them may read. */
async function canRead({ files }: ImportRow, folder: string): Promise<boolean> {
  const readable = filesOf(files).map(({ path }) =>
    path.startsWith(folder)
      ? true
      : access(path, constants.R_OK).then(
          () => true,
          () => false,
        ),
  );
  return (await Promise.all(readable)).every(Boolean);
}

function machineOf({ files }: Pick<ImportRow, 'files'>): string {
  return filesOf(files)[0]?.machine ?? '';
}

function pathsOf(files: readonly StoredFile[]): string {
  return JSON.stringify(files.map(({ path }) => path));
}

function filesOf(files: string): readonly StoredFile[] {
  return JSON.parse(files) as StoredFile[];
}
