import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bringUp } from '../../../../src/backup/bring-up.ts';
import { checkBackup } from '../../../../src/backup/check.ts';
import { checkDatabase } from '../../../../src/cli/doctor/database.ts';
import { checkDamage } from '../../../../src/cli/doctor/installation.ts';
import { readConfig } from '../../../../src/config.ts';
import { checkSegments } from '../../../../src/db/columns/check.ts';
import { openColumnStore } from '../../../../src/db/columns/store.ts';
import { type Database, openDatabase } from '../../../../src/db/open.ts';
import { FoldLoop } from '../../../../src/fold/run.ts';
import { createFoldWork } from '../../../../src/fold/work.ts';
import { withImportContext } from '../../../../src/imports/open-context.ts';
import { runImport } from '../../../../src/imports/run.ts';
import { importsToWorkOn } from '../../../../src/imports/turns.ts';
import { filesIn } from '../../../../src/spool/lock.ts';
import { foldOptions, spoolOf } from '../../../support/hits.ts';
import type { Place, Scene } from '../../fault.ts';
import { isReady, launch } from '../gateway.ts';
import { check, compareFolded } from '../tally.ts';
import type { Entry } from './journal.ts';
import type { Promised } from './recording.ts';

/** The pages of the recorded hits are `/cut-1` and so on. */
export const PREFIX = 'cut';
/** The copy of a database that is made before it is upgraded. */
const COPY = /^before-.*\.db$/;

/** What must be there after a cut. */
export class Promises {
  readonly #hits: number[] = [];
  readonly #backups: string[] = [];
  #upgrade: string | null = null;
  readonly #imports = new Map<number, string>();

  /** Takes down what a mark says; returns false for anything else. */
  note({ kind, data }: Entry): boolean {
    if (kind !== 'mark') return false;
    const promised = JSON.parse(data.toString()) as Promised;
    if ('hits' in promised) this.#hits.push(...promised.hits);
    else if ('backup' in promised) this.#backups.push(promised.backup);
    else if ('upgrade' in promised) this.#upgrade = promised.upgrade;
    else this.#imports.set(promised.import, promised.ends);
    return true;
  }

  get sending() {
    return { prefix: PREFIX, acknowledged: () => this.#hits };
  }

  /** The paths of backups, below the data directory. */
  get backups(): readonly string[] {
    return this.#backups;
  }

  /** The migration before which the database is copied. */
  get upgrade(): string | null {
    return this.#upgrade;
  }

  /** How imports end, by their ids. */
  get imports(): ReadonlyMap<number, string> {
    return this.#imports;
  }
}

/** How much of the service starts on the rebuilt files: what folds, that with `doctor`, or all of it. */
export type Depth = 'fold' | 'doctor' | 'gateway';

/** Starts on the files that a cut has left of the data directory `from`, lets everything be folded, and returns sentences about what is wrong. */
export async function recover(
  scene: Scene,
  place: Place,
  { promises, depth, from }: { promises: Promises; depth: Depth; from: string },
): Promise<string[]> {
  await movePaths(place, from);
  const wrong = await faultsOfUpgrade(place, promises);
  if (depth === 'gateway') {
    const gateway = await launch(scene, place);
    await isReady(gateway);
    // Imports go on meanwhile, and before the first hit there may be no website; all is compared below.
    if (promises.imports.size === 0 && promises.sending.acknowledged().length > 0)
      wrong.push(...(await check(scene, place, gateway, [promises.sending])).broken);
    await gateway.terminate();
  }
  const database = openDatabase(place.url, { folder: place.dataDir });
  try {
    await bringUp(database, place.url, { copies: join(place.dataDir, 'backups'), say() {} });
    await foldWaiting(database, place, text => wrong.push(text));
    wrong.push(...(await endImports(database, place, promises)));
    wrong.push(...(await compareFolded(database, [promises.sending])));
    wrong.push(...(await faultsOfFiles(database, place, promises)));
  } finally {
    await database.close();
  }
  if (depth !== 'fold') {
    const config = readConfig({ DATABASE_URL: place.url, DATA_DIR: place.dataDir });
    for (const { state, text } of [...(await checkDatabase(config)), ...checkDamage(config)])
      if (state === 'fail') wrong.push(`doctor: ${text}`);
  }
  return wrong;
}

/** Folds what waits in the spools, and tells what keeps hits from being counted. */
async function foldWaiting(database: Database, { dataDir }: Place, tell: (text: string) => void): Promise<void> {
  const folder = join(dataDir, 'spool');
  const spool = await spoolOf(database, folder);
  const report = (error: unknown) => tell(String(error));
  const fold = new FoldLoop(database, spool, createFoldWork(database, foldOptions()), {
    folder,
    every: 60_000,
    waiting: report,
    unreadable: report,
    foreign: tell,
  });
  await fold.drain().catch(report);
  await fold.stop();
  await spool.remove();
}

/** Lets the imports go on, as the service does, and returns sentences about those that end otherwise than was promised. */
async function endImports(database: Database, { url, dataDir }: Place, { imports }: Promises): Promise<string[]> {
  // They belong to the dead process for a minute, for which nobody needs to wait here.
  await database.dialect.run('UPDATE import SET held_until = 0');
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir });
  await withImportContext(config, {}, async context => {
    // Some wait for others.
    for (let rounds = 0; rounds < imports.size + 1; rounds++)
      for (const { id } of await importsToWorkOn({ database, dataDir, now: Date.now() })) await runImport(context, id);
  });
  const rows = await database.imports.findAll({ raw: true });
  const ends = new Map(rows.map(({ id, state, error }) => [id, error === null ? state : `${state} (${error})`]));
  return [...imports]
    .filter(([id, wanted]) => ends.get(id) !== wanted && !(wanted === 'done' && ends.get(id) === 'undone'))
    .map(([id, wanted]) => `Import ${id} is ${ends.get(id) ?? 'gone'} instead of ${wanted}.`);
}

async function faultsOfFiles(database: Database, { engine, dataDir }: Place, promises: Promises): Promise<string[]> {
  const wrong: string[] = [];
  if (engine === 'SQLite') {
    const [row] = await database.dialect.all<{ integrity_check: string }>('PRAGMA integrity_check');
    if (row?.integrity_check !== 'ok') wrong.push(`The database is damaged: ${row?.integrity_check}`);
  }
  // A power cut can leave the empty file of a lock that has not got its name yet.
  const left = filesIn(join(dataDir, 'spool')).filter(name => !name.endsWith('.new'));
  if (left.length > 0) wrong.push(`The folder of the spools still has ${left.join(', ')}.`);
  const store = await openColumnStore(database, dataDir, ({ message }) => {
    // A file that the cut tore is left out; one that is believed must be right.
    if (message.includes('but the database has')) wrong.push(message);
  });
  for (const { id } of await database.dialect.all<{ id: number }>('SELECT id FROM website'))
    await checkSegments(database.dialect, store, id);
  const folder = join(dataDir, 'backups');
  for (const path of promises.backups)
    await checkBackup(join(folder, path)).catch(error => wrong.push(`A finished backup is wrong: ${error.message}`));
  for (const name of filesIn(folder)) if (COPY.test(name)) wrong.push(...(await faultsOfCopy(join(folder, name))));
  return wrong;
}

/** Corrects the paths of uploaded files, which name the folder of the recording. */
async function movePaths({ url, dataDir }: Place, from: string): Promise<void> {
  const { dialect, close } = openDatabase(url);
  try {
    await dialect.run('UPDATE import SET files = REPLACE(files, ?, ?)', [from, dataDir]).catch(() => undefined);
  } finally {
    await close();
  }
}

/** Returns a sentence if the database was changed although the copy made before is not there. */
async function faultsOfUpgrade({ url, dataDir }: Place, { upgrade }: Promises): Promise<string[]> {
  if (upgrade === null) return [];
  const { dialect, close } = openDatabase(url);
  try {
    const changed = await dialect.all('SELECT name FROM migration WHERE name = ?', [upgrade]);
    const copies = filesIn(join(dataDir, 'backups')).filter(name => COPY.test(name));
    return changed.length > 0 && copies.length === 0 ? ['The upgrade began without a copy.'] : [];
  } finally {
    await close();
  }
}

/** A copy that has its name was made before the database was changed, so it must be whole. */
async function faultsOfCopy(path: string): Promise<string[]> {
  const copy = openDatabase(`sqlite:${path}`);
  try {
    const [row] = await copy.dialect.all<{ integrity_check: string }>('PRAGMA integrity_check');
    const tables = await copy.dialect.catalog.tables(copy.dialect);
    if (row?.integrity_check === 'ok' && tables.some(({ name }) => name === 'website')) return [];
    return [`The copy made before the upgrade is damaged: ${row?.integrity_check}, ${tables.length} tables.`];
  } catch (error) {
    return [`The copy made before the upgrade is damaged: ${error}`];
  } finally {
    await copy.close();
  }
}

/** Runs work on a place whose folder is made for it and then removed. */
export async function onFiles<T>(
  folder: string,
  { engine, url, server }: Place,
  work: (place: Place, root: string) => Promise<T>,
): Promise<T> {
  const root = mkdtempSync(join(folder, 'cut-'));
  const dataDir = join(root, 'data');
  try {
    const own = engine === 'SQLite' ? `sqlite:${dataDir}/footfall.db` : url;
    return await work({ engine, url: own, dataDir, server, remove: async () => undefined }, root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
