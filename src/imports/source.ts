import { hash } from 'node:crypto';
import { join } from 'node:path';
import { ImportedHits } from '../collect/imported.ts';
import { openPlaces } from '../collect/place.ts';
import type { ImportRow } from '../db/models/import.ts';
import { readFollowedLog } from '../db/rollups/followed-logs.ts';
import { readRowHashes } from '../db/rollups/import-rows.ts';
import { latestDay } from '../domain/calendar.ts';
import type { ImportMapping, ImportSource } from '../domain/import.ts';
import { SUMS_COLUMNS } from '../domain/import-mapping.ts';
import { KnownWebsites } from '../websites/known.ts';
import type { ImportContext } from './context.ts';
import { EarlierSums } from './earlier-sums.ts';
import { FileFault } from './fault.ts';
import { FileDays, type Overlaps, type RepeatedDays } from './file-days.ts';
import { filledFiles, lookedAfter, sourceFiles } from './files.ts';
import { folderOf, settleSecret } from './folder.ts';
import { groupBySource, whyNotTogether } from './grouping.ts';
import type { Beginning, Importer, Recognised, Row } from './importer.ts';
import { Judge, type Verdict } from './judge.ts';
import { Once } from './once.ts';
import type { ReadingProgress } from './reading-progress.ts';
import { LISTED, recognise } from './registry.ts';
import { Repeats } from './repeats.ts';
import { settleRowKey } from './row-key.ts';
import type { StoredOptions } from './stored-options.ts';
import { SumsJudge } from './sums-judge.ts';
import { withoutExcluded } from './sums-values.ts';
import type { StoredFile } from './unpacked.ts';

/** What decides about rows of sums: each by itself, and whether earlier imports have counted it. */
export interface SumsSource {
  readonly judge: SumsJudge;
  readonly earlier: EarlierSums;
}

/** The rows of an import; they are the same, in the same order, every time. Hits are iterated with what becomes of them. */
export interface JudgedRows extends AsyncIterable<readonly Verdict[]> {
  readonly importer: Importer;
  readonly recognised: Recognised;
  /** The number of files that are read. */
  readonly files: number;
  readonly rows: AsyncIterable<readonly Row[]>;
  /** Null for hits. */
  readonly sums: SumsSource | null;
  /** The days of files that count in another one. */
  readonly repeated: RepeatedDays;
  /** The parameters that are not part of pages. */
  readonly params: readonly string[];
  /** The imports of the same source and kind that count already. */
  readonly earlier: readonly number[];
  /** Returns those of them that have rows which were left out, once all rows are read, and before `close`. */
  leansOn(): Promise<number[]>;
  /** Call this when no more rows are needed. */
  close(): Promise<void>;
}

const NO_OVERLAPS: Overlaps = { repeated: {}, notes: [] };

/** Opens the files of an import. `until` is the last day that counts. Throws FileFault. */
export async function openRows(
  context: ImportContext,
  row: ImportRow,
  until: number | null,
  progress?: ReadingProgress,
): Promise<JudgedRows> {
  const { database, maxBytes, now, mostInMemory } = context;
  const { repeated: known, params: had, ...options } = JSON.parse(row.options) as StoredOptions;
  const sent = await sourceFiles(JSON.parse(row.files) as StoredFile[], maxBytes, progress?.take);
  const { files, beginnings, notes } = await filledFiles(sent);
  const found = recognise(
    beginnings,
    row.source ?? (options.mapping ? generalSource(beginnings, options.mapping) : null),
  );
  if (!found) throw unrecognised(beginnings, row);
  const { importer, recognised } = found;
  const websites = new KnownWebsites(database, { every: 60_000, report: () => undefined });
  await websites.refresh();
  const website = websites.byId(row.websiteId);
  if (!website) throw new FileFault(files[0]?.name ?? 'The file', null, 'The website is deleted.');
  const today = latestDay(context.databaseTime());
  const earlier = await earlierImports(context, row, found);
  const isSums = recognised.kind === 'sums';
  const folder = folderOf(context.dataDir, row.id);
  const counted = readRowHashes(database.dialect, row.websiteId, isSums ? [] : earlier);
  const repeats = await Repeats.of(counted, join(folder, 'repeats'), mostInMemory);
  const ids = new Once({ folder: join(folder, 'ids'), mostInMemory });
  const judge = new Judge({
    until,
    repeats,
    ids,
    rowKey: await settleRowKey(database),
    keepsHashes: row.dryRun === 0 || files.length > 1,
    hits: isSums ? null : await importedHits(),
  });

  async function importedHits() {
    if (!website) return null;
    const secret = await settleSecret(context.dataDir, row.id);
    const salts = new Map<number, string>();
    const saltOf = (day: number) => {
      let salt = salts.get(day);
      if (salt === undefined) {
        salt = hash('sha256', `${secret}\0${day}`, 'hex').slice(0, 32);
        salts.set(day, salt);
      }
      return salt;
    };
    const places = openPlaces({ path: context.geoDb, warn: () => undefined });
    return new ImportedHits({ website, places, spamList: context.spamList, now, saltOf }, websites);
  }

  const { domain } = website;
  const params = had ?? website.params;
  const zone = options.timezone ?? website.timezone;
  const followed = (fingerprint: string) => readFollowedLog(database.dialect, row.websiteId, fingerprint);
  const watched = lookedAfter(files, async () => {
    context.signal?.throwIfAborted();
    await progress?.tell();
  });
  async function* read(more: readonly Row[] = []): AsyncGenerator<readonly Row[]> {
    if (notes.length + more.length > 0) yield [...notes, ...more];
    const given = { ...options, domain, zone, now: now(), folder, mostInMemory, followed };
    for await (const some of importer.read(watched, given)) yield isSums ? withoutExcluded(some, params) : some;
  }
  const comparesFiles = known === undefined && isSums && files.length > 1;
  progress?.begin(recognised.kind, comparesFiles ? 2 : 1);
  const overlaps = comparesFiles ? await overlapsOf(read(), context.signal, progress) : NO_OVERLAPS;
  const repeated = known ?? overlaps.repeated;
  const rows = read(overlaps.notes);
  const sums = isSums
    ? { judge: new SumsJudge(today, until, repeated), earlier: new EarlierSums(database, row.websiteId, earlier) }
    : null;

  async function leansOn(): Promise<number[]> {
    if (sums) return sums.earlier.found;
    const found: number[] = [];
    for (const id of earlier)
      for await (const body of readRowHashes(database.dialect, row.websiteId, [id])) {
        if (!repeats.hasTakenOf(body)) continue;
        found.push(id);
        break;
      }
    return found;
  }

  return {
    importer,
    recognised,
    files: files.length,
    rows,
    sums,
    repeated,
    params,
    earlier,
    leansOn,
    async *[Symbol.asyncIterator]() {
      for await (const some of rows) yield await judge.judgeAll(some);
    },
    async close() {
      repeats.close();
      ids.close();
      await websites.stop();
    },
  };
}

/** Reads all files to find out which of them overlap. */
async function overlapsOf(
  rows: AsyncIterable<readonly Row[]>,
  signal: AbortSignal | undefined,
  progress: ReadingProgress | undefined,
): Promise<Overlaps> {
  const days = new FileDays();
  for await (const some of rows) {
    signal?.throwIfAborted();
    days.add(some);
    await progress?.tell(0);
  }
  return days.overlaps();
}

/** Returns the imports of the same source and kind that count already. */
async function earlierImports(
  { database }: ImportContext,
  { id, websiteId }: ImportRow,
  { importer: { source }, recognised: { kind } }: Pick<JudgedRows, 'importer' | 'recognised'>,
): Promise<number[]> {
  const others = await database.imports.findAll({
    where: { websiteId, source, kind, state: 'done', dryRun: 0 },
    attributes: ['id'],
    raw: true,
  });
  return others.map(other => other.id).filter(other => other !== id);
}

/** Returns the general format that a mapping is for, if no source is named. */
function generalSource(files: readonly Beginning[], mapping: ImportMapping): ImportSource {
  const isOfHits = Object.keys(mapping).some(name => !SUMS_COLUMNS.includes(name));
  return isOfHits || files.every(({ text }) => /^\uFEFF?\s*\{/.test(text)) ? 'hits' : 'csv';
}

/** Says which of the files is not understood, if the others are. */
function unrecognised(files: readonly Beginning[], { source }: ImportRow): FileFault {
  const name = files[0]?.name ?? 'The file';
  if (source !== null)
    return new FileFault(
      name,
      null,
      `It is not an export of ${source}; choose "Recognise it by the files" under "More choices" (leave out source in the API and on the command line) and import it again.`,
    );
  const why = whyNotTogether(groupBySource(files.map(({ name, text }) => ({ name, beginnings: [{ name, text }] }))));
  if (why) return new FileFault(why.file.name, null, why.reason);
  const known = LISTED.map(({ label }) => label).join(', ');
  return new FileFault(
    name,
    null,
    `It is not recognised as an export of any tool that can be imported. If it is from one of these, choose the tool under "More choices" (as source in the API and on the command line) and import it again: ${known}.`,
  );
}
