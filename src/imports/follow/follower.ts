import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ImportedHits } from '../../collect/imported.ts';
import { openPlaces } from '../../collect/place.ts';
import { Salts } from '../../collect/salts.ts';
import { type FollowedLog, readFollowedLog } from '../../db/rollups/followed-logs.ts';
import { retriedTransaction } from '../../db/transaction.ts';
import type { Hit } from '../../domain/stored-hit.ts';
import { localDay } from '../../domain/time-zone.ts';
import { FoldConflict } from '../../fold/fold-conflict.ts';
import { foldPieceOfLog, type LogPiece } from '../../fold/followed-hits.ts';
import type { KnownWebsites } from '../../websites/known.ts';
import type { ImportContext } from '../context.ts';
import { FileFault } from '../fault.ts';
import type { ReadLine } from '../sources/access-log/request.ts';
import { byRotation, logOf } from '../sources/access-log/rotation.ts';
import { readLogLine } from '../sources/access-log.ts';
import { ImportedLines } from './imported-lines.ts';
import { LiveLog, type LogReader } from './live-log.ts';

const NO_LOG = 'It does not begin with lines of an access log, which have a request each; name the access log.';
const PACKED = /\.(?:gz|bz2|zst|xz|zip)$/;

/** What a follower has done since it began. */
export interface Followed {
  counted: number;
  crawled: number;
  readonly leftOutFor: Record<string, number>;
}

interface FollowerOptions {
  readonly website: number;
  readonly path: string;
  /** Null for the zone of the website. */
  readonly timezone: string | null;
  /** Gets sentences for people. */
  readonly tell?: (text: string) => void;
}

/** Counts the lines of a log as they are written, also behind its rotations, each exactly once. */
export class LogFollower {
  readonly followed: Followed = { counted: 0, crawled: 0, leftOutFor: {} };
  readonly #context: ImportContext;
  readonly #websites: KnownWebsites;
  readonly #options: FollowerOptions;
  readonly #salts: Salts;
  readonly #places;
  /** The log at the path, which may have been renamed since. */
  #log: LiveLog | null = null;
  #reader: (LogReader & { readonly fingerprint: string; readonly at: number }) | null = null;
  /** The rotated files as they were when nothing was left to read. */
  readonly #done = new Map<string, string>();
  readonly #imported: ImportedLines;

  constructor(context: ImportContext, websites: KnownWebsites, options: FollowerOptions) {
    this.#context = context;
    this.#websites = websites;
    this.#options = options;
    this.#imported = new ImportedLines(context, options.website);
    this.#salts = new Salts(context.database, context.now);
    this.#places = openPlaces({ path: context.geoDb, warn: () => undefined });
  }

  /** Counts the next lines; returns false if there are none at the moment. It can be stopped anywhere and called again. */
  async step(): Promise<boolean> {
    const { path, tell } = this.#options;
    if (!(await this.#imported.look(tell))) return false;
    if (this.#log && !(await this.#log.isSame())) await this.close();
    // What was held open goes first: nobody else can read it once it is packed.
    if (this.#log && (await this.#advance(this.#log))) return true;
    if (await this.#stepRotated()) return true;
    const inode = await inodeOf(path);
    if (this.#log && inode !== null && inode !== this.#log.inode) await this.close();
    this.#log ??= await LiveLog.open(path);
    return this.#log !== null && (await this.#advance(this.#log));
  }

  async close(): Promise<void> {
    await this.#log?.close();
    this.#log = null;
  }

  /** Goes on with files that were rotated before they were read to the end; those before the first known one are history. */
  async #stepRotated(): Promise<boolean> {
    const { path, website } = this.#options;
    const name = basename(path);
    const names = await readdir(dirname(path)).catch(() => []);
    let isKnown = false;
    for (const other of names.filter(one => isRotated(one, name)).sort(byRotation)) {
      const file = join(dirname(path), other);
      const state = await stateOf(file);
      if (this.#done.get(state) === other) {
        isKnown = true;
        continue;
      }
      const log = await LiveLog.open(file);
      if (!log) continue;
      try {
        isKnown ||= (await readFollowedLog(this.#context.database.dialect, website, log.fingerprint)) !== undefined;
        if (!isKnown) continue;
        if (await this.#advance(log)) return true;
        this.#done.set(state, other);
      } finally {
        await log.close();
      }
    }
    return false;
  }

  async #advance(log: LiveLog): Promise<boolean> {
    const { database } = this.#context;
    const { website, timezone } = this.#options;
    const known = this.#websites.byId(website);
    if (!known) throw new Error('The website is deleted.');
    const { fingerprint } = log;
    const followed = await readFollowedLog(database.dialect, website, fingerprint);
    const from = followed?.position ?? 0;
    if (await this.#passImported(log, followed)) return true;
    const { lines, to } = await log.linesFrom(from);
    // A file that is truncated has lines of its own from then on.
    if (to === from || !(await log.isSame())) return false;
    const reader = lines.length === 0 ? null : await this.#readerOf(log, from, timezone ?? known.timezone);
    // If these lines are not counted, another reader must read them, because what a line says can depend on those before.
    this.#reader = null;
    const counts = { counted: 0, crawled: 0, leftOut: [] as string[] };
    const hits = reader ? await this.#hitsOf(lines, reader.read, counts) : [];
    await this.#context.stepped?.('read');
    if (!(await this.#fold({ fingerprint, from, to, hits, isSkipped: false }))) return true;
    this.#reader = reader?.isSettled ? { ...reader, fingerprint, at: to } : null;
    this.followed.counted += counts.counted;
    this.followed.crawled += counts.crawled;
    const { leftOutFor } = this.followed;
    for (const reason of counts.leftOut) leftOutFor[reason] = (leftOutFor[reason] ?? 0) + 1;
    await this.#context.stepped?.('written');
    return true;
  }

  /** Goes behind the lines of a log that imports have; returns false if these have none behind its position. */
  async #passImported(log: LiveLog, followed: FollowedLog | undefined): Promise<boolean> {
    const { path, tell } = this.#options;
    const part = await this.#imported.behind(log, followed);
    if (!part || !(await log.isSame())) return false;
    const { fingerprint } = log;
    const piece = { fingerprint, from: followed?.position ?? 0, to: part.to, hits: [] };
    if (await this.#fold({ ...piece, isSkipped: followed === undefined }))
      tell?.(`An import has ${path} up to line ${part.lines}; counting from the next line on.`);
    return true;
  }

  /** Returns a reader of the lines from a position on: the one that has read those before, or a new one. */
  async #readerOf(log: LiveLog, from: number, zone: string): Promise<LogReader> {
    if (this.#reader?.fingerprint === log.fingerprint && this.#reader.at === from) return this.#reader;
    const reader = await log.readerAt(from, zone);
    if (!reader) throw new FileFault(this.#options.path, null, NO_LOG);
    return reader;
  }

  async #hitsOf(
    lines: readonly string[],
    read: ReadLine,
    counts: { counted: number; crawled: number; leftOut: string[] },
  ): Promise<Hit[]> {
    const website = this.#websites.byId(this.#options.website);
    if (!website) return [];
    const { now, spamList } = this.#context;
    const saltOf = (day: number) => this.#salts.known(day) ?? '';
    const taking = new ImportedHits({ website, places: this.#places, spamList, now, saltOf }, this.#websites);
    const hits: Hit[] = [];
    for (const line of lines) {
      if (line === '') continue;
      const row = readLogLine(line, read, website.domain);
      if (row === null) continue;
      if (typeof row === 'string' || row.type === 'left out') {
        counts.leftOut.push(typeof row === 'string' ? 'bad' : row.reason);
        continue;
      }
      const { day } = localDay(row.hit.time, website.timezone);
      if (this.#salts.known(day) === undefined) await this.#salts.load(day);
      await taking.prepare([row.hit]);
      const hit = taking.take(row.hit, row.given);
      if ('status' in hit) counts.leftOut.push(hit.status === 'dropped' ? hit.reason : 'bad');
      else {
        hits.push(hit);
        if (hit.kind === 'crawl') counts.crawled++;
        else counts.counted++;
      }
    }
    return hits;
  }

  async #fold(read: Omit<LogPiece, 'imports'>): Promise<boolean> {
    const { database } = this.#context;
    const piece = { ...read, imports: this.#imported.imports };
    for (;;)
      try {
        const remember = await retriedTransaction(database.dialect, tx =>
          foldPieceOfLog(tx, database.dialect, this.#options.website, piece, this.#context),
        );
        remember?.();
        return remember !== null;
      } catch (error) {
        if (!(error instanceof FoldConflict)) throw error;
      }
  }
}

function isRotated(name: string, of: string): boolean {
  return name !== of && !PACKED.test(name) && logOf(name) === logOf(of);
}

async function inodeOf(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  return found && `${found.dev}:${found.ino}`;
}

async function stateOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found ? `${found.dev}:${found.ino}:${found.size}:${found.mtimeMs}` : path;
}
