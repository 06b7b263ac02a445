import { readFile } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { mayPass } from '../db/dialect.ts';
import type { Database } from '../db/open.ts';
import { dayOf } from '../domain/calendar.ts';
import { IMPORT_SOURCES, type ImportMapping, type ImportSource } from '../domain/import.ts';
import { readMapping } from '../domain/inputs/import-mapping.ts';
import { canonicalTimeZone } from '../domain/time-zone.ts';
import { AppError, badInput } from '../errors.ts';
import { isCounting } from '../imports/begin.ts';
import { importJson } from '../imports/import-json.ts';
import { beginUndo, type Import, importsOf, isOver } from '../imports/imports.ts';
import { leaningOf, undoNoteOf } from '../imports/leaning.ts';
import { addImport } from '../imports/new-import.ts';
import { findOfFiles, importsToWorkOn, settleMachine } from '../imports/turns.ts';
import { ImportChild } from '../service/import-child.ts';
import type { ImportFault } from '../service/import-process.ts';
import { type Answer, DAMAGED, startProgress, stoppable, table, withServiceSettings } from './command.ts';
import { namedFiles } from './import-files.ts';
import { ImportProgress } from './import-progress.ts';
import { leftOutLines } from './left-out.ts';
import { websiteOption } from './website.ts';

const TELL_EVERY = 500;

/** The options of `import` with --website, as they are given. */
export interface HistoryOptions {
  readonly website?: string;
  readonly source?: string;
  readonly timezone?: string;
  readonly until?: string;
  readonly mapping?: string;
  readonly dryRun?: true;
  readonly follow?: true;
  readonly json?: true;
}

/** Imports files, and returns when the import is over. With --json, it is printed once a second until then. */
export async function importHistory(options: HistoryOptions, paths: readonly string[]): Promise<Answer> {
  const { website: named = '', json, dryRun } = options;
  const given = await readGiven(options, paths);
  return withServiceSettings(async (database, config) => {
    const website = await websiteOption(database, named);
    const machine = await settleMachine(config.dataDir);
    const files = given.files.map(file => ({ ...file, machine }));
    const idle = dryRun ? [] : await importsToWorkOn({ database, dataDir: config.dataDir, now: Date.now() });
    const left = findOfFiles(idle, website.id, files);
    if (left)
      console.error(`Import ${left.id} of these files was interrupted. It continues with its original options.`);
    const { id } =
      left ??
      (await addImport(
        database,
        { website: website.id, account: null, dryRun: dryRun === true, ...given, files },
        Date.now(),
      ));
    return runHere(database, config, website.id, id, json === true);
  });
}

/** Undoes an import, and returns when it is taken out. */
export async function undoFromHere(id: string): Promise<Answer> {
  return withServiceSettings(async (database, config) => {
    const undoing = await beginUndo(database, id).catch(error => {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      throw badInput({ id: [`There is no import ${id}; "import list --website" lists those of a website.`] });
    });
    return runHere(database, config, undoing.websiteId, undoing.id, false);
  });
}

async function runHere(
  database: Database,
  config: Config,
  website: number,
  id: number,
  isJson: boolean,
): Promise<Answer> {
  const progress = startProgress();
  const importing = new ImportProgress();
  const find = async (): Promise<Import> => {
    const [imports = []] = await importsOf(database, [website]);
    const living = await database.websites.findByPk(website, { attributes: ['id'] });
    const found = living && imports.find(one => one.id === id);
    if (!found) throw badInput({ website: ['The website was deleted meanwhile.'] });
    return found;
  };
  const telling = setInterval(async () => {
    const now = await find().catch(() => null);
    if (!now) return;
    if (isJson) console.log(JSON.stringify(importJson(now, null)));
    else progress.tell(importing.tell(now, performance.now()));
  }, TELL_EVERY).unref();
  let isStopped = false;
  let child: ImportChild | undefined;
  const stop = () => {
    isStopped = true;
    child?.stop();
  };
  try {
    await stoppable(stop, async () => {
      for (;;) {
        const idle = await importsToWorkOn({ database, dataDir: config.dataDir, now: Date.now() });
        const next = idle.find(one => one.id === id) ?? idle.find(one => one.websiteId === website && isCounting(one));
        if (next && next.id !== id) {
          progress.clear();
          console.error(`Import ${next.id} of this website was interrupted, and has to finish first.`);
        }
        if (next && !isStopped) {
          child = new ImportChild(next.id, config);
          const fault = await child.ended;
          if (fault && !isStopped) throw faultOf(next.id, fault);
        }
        if (isStopped || isOver(await find())) return;
        // The service may have begun with one of them.
        await new Promise(resolve => setTimeout(resolve, TELL_EVERY));
      }
    });
  } finally {
    clearInterval(telling);
    progress.clear();
  }
  const over = await find();
  if (isStopped && !isOver(over)) console.error(stopped(over));
  const [leaning = []] = await leaningOf(database, [website]);
  const note = over.state === 'undone' && !over.dryRun ? undoNoteOf(id, leaning) : null;
  if (over.state === 'failed' || isStopped) process.exitCode = 1;
  return { json: importJson(over, note), text: [textOf(over), ...(note === null ? [] : [note])].join('\n') };
}

const CONTINUE = 'Repeat the command to continue it, unless the service runs, which does so.';

function stopped({ id, dryRun }: Import): string {
  return `Import ${id} was stopped. ${dryRun ? 'Repeat the command to begin the dry run anew.' : CONTINUE}`;
}

function faultOf(id: number, { kind, message }: ImportFault): AppError {
  if (kind === 'damaged') return new AppError('UNAVAILABLE', `Import ${id} was interrupted. ${DAMAGED} ${message}`);
  const interrupted = `Import ${id} was interrupted. ${CONTINUE}`;
  return mayPass(kind)
    ? new AppError(
        'UNAVAILABLE',
        `${interrupted} The database does not respond, is busy, or its disk is full: ${message}`,
      )
    : new AppError('INTERNAL', `${interrupted} ${message}`);
}

async function readGiven(options: HistoryOptions, paths: readonly string[]) {
  const { source, timezone, until, mapping } = options;
  if (paths.length === 0) throw badInput({ file: ['Name at least one file to import.'] });
  if (source !== undefined && !(IMPORT_SOURCES as readonly string[]).includes(source))
    throw badInput({ source: [`"${source}" is not a source; choose ${IMPORT_SOURCES.join(', ')}.`] });
  const zone = timezone === undefined ? null : canonicalTimeZone(timezone);
  if (timezone !== undefined && zone === null)
    throw badInput({ timezone: [`"${timezone}" is not a time zone; use one such as Europe/Paris.`] });
  const day = until === undefined ? null : dayOf(until);
  if (until !== undefined && day === null)
    throw badInput({ until: [`"${until}" is not a date; enter one as YYYY-MM-DD, such as 2026-01-31.`] });
  return {
    source: (source ?? null) as ImportSource | null,
    timezone: zone,
    until: day,
    mapping: mapping === undefined ? null : await mappingOf(mapping),
    files: await namedFiles(
      paths,
      { source: (source ?? null) as ImportSource | null, hasMapping: mapping !== undefined },
      text => console.error(text),
    ),
  };
}

async function mappingOf(path: string): Promise<ImportMapping> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw badInput({ mapping: [`${path} cannot be read (${cause.code}); name a readable file.`] });
  });
  const read = readMapping(text);
  if ('fault' in read) throw badInput({ mapping: [`${path}: ${read.fault}`] });
  return read.mapping;
}

/** Says why the import ends on a day. */
function lastDay(until: string, ownFrom: string | null): string {
  const own = ownFrom === null ? '' : `Footfall has counted this website itself since ${ownFrom}. `;
  return `${own}The import ends on ${until}; name another last day with --until.`;
}

function textOf(over: Import): string {
  const { id, state, error, dryRun, report, rows, counted, leftOutFor, badRows, from, to, source, until, ownFrom } =
    over;
  if (state === 'undone')
    return dryRun
      ? `The dry run ${id} is discarded.`
      : `Import ${id} (${source ?? 'unknown'}) is undone; none of its rows counts any more.`;
  const figure = (value: (typeof report)[number]['file']) =>
    value === null ? '-' : typeof value === 'number' ? String(value) : `${value.sum} in ${value.values} values`;
  const lines = [
    error ??
      `Import ${id} (${source ?? 'unknown'}) is ${dryRun && state === 'done' ? 'a dry run; nothing was counted' : state}.`,
    `${counted} of ${rows} rows${from === null || to === null ? '' : `, ${from} to ${to}`}.`,
    ...leftOutLines(leftOutFor),
    ...(leftOutFor.counted_here && until !== null ? [lastDay(until, ownFrom)] : []),
    ...badRows.map(({ file, line, reason }) => `${file}${line === 0 ? '' : `, line ${line}`}: ${reason}`),
  ];
  const compared = report.map(({ name, file, ours }) => ({ name, file: figure(file), ours: figure(ours) }));
  return [...lines, ...(compared.length > 0 ? [table(compared, '')] : [])].join('\n');
}
