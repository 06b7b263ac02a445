import { join } from 'node:path';
import { type FollowedLog, type ImportsOfLogs, importsOfLogs } from '../../db/rollups/followed-logs.ts';
import { readRowHashes } from '../../db/rollups/import-rows.ts';
import { DAY } from '../../domain/calendar.ts';
import type { ImportContext } from '../context.ts';
import { rowHash } from '../hash.ts';
import { Repeats } from '../repeats.ts';
import { settleRowKey } from '../row-key.ts';
import type { LiveLog } from './live-log.ts';

/** Clocks of machines differ by less. */

/** How much of a log is imported. */
interface ImportedPart {
  /** The place behind the last line that an import has; 0 if there is none. */
  readonly to: number;
  /** The number of lines up to there. */
  readonly lines: number;
}

/**
 * Knows which lines of logs the imports of a website have, whatever their files were called and however they were packed or divided:
 * an import has a log as it was, so that what is new comes behind its last line.
 */
export class ImportedLines {
  readonly #context: ImportContext;
  readonly #website: number;
  #done: ImportsOfLogs['done'] = [];
  #atWork: number | null = null;
  /** The imports that were compared with a log, each behind its fingerprint. */
  readonly #compared = new Set<string>();

  constructor(context: ImportContext, website: number) {
    this.#context = context;
    this.#website = website;
  }

  /** The imports of logs that count. */
  get imports(): number[] {
    return this.#done.map(({ id }) => id);
  }

  /** Reads which imports there are. Returns false while one is at work, whose lines are not known yet; `tell` gets that once. */
  async look(tell?: (text: string) => void): Promise<boolean> {
    const { database, now } = this.#context;
    const { done, atWork } = await importsOfLogs(database.dialect, this.#website, now());
    if (atWork !== null && atWork !== this.#atWork)
      tell?.(`Import ${atWork} of this website is running; counting continues when it is over.`);
    this.#done = done;
    this.#atWork = atWork;
    return atWork === null;
  }

  /** Returns the part of a log that is imported, if it ends behind what was counted; otherwise null, and does not look again. */
  async behind(log: LiveLog, followed: FollowedLog | undefined): Promise<ImportedPart | null> {
    // A position was written when all imports before it had been compared.
    const since = (followed?.updatedAt ?? 0) - DAY;
    const fresh = this.#done
      .filter(({ finishedAt }) => finishedAt === null || finishedAt >= since)
      .filter(({ id }) => !this.#compared.has(`${log.fingerprint} ${id}`));
    if (fresh.length === 0) return null;
    const part = await this.#partOf(
      log,
      fresh.map(({ id }) => id),
    );
    if (part.to > (followed?.position ?? 0)) return part;
    for (const { id } of fresh) this.#compared.add(`${log.fingerprint} ${id}`);
    return null;
  }

  async #partOf(log: LiveLog, imports: readonly number[]): Promise<ImportedPart> {
    const { database, dataDir, mostInMemory, signal } = this.#context;
    const key = await settleRowKey(database);
    const path = join(dataDir, 'imports', `followed-${process.pid}`);
    const repeats = await Repeats.of(readRowHashes(database.dialect, this.#website, imports), path, mostInMemory);
    let found: ImportedPart = { to: 0, lines: 0 };
    let before = 0;
    try {
      for (let from = 0; !repeats.isEmpty; ) {
        signal?.throwIfAborted();
        const { lines, to } = await log.linesFrom(from);
        if (to === from) break;
        const last = lines.reduce((last, line, at) => (repeats.take(rowHash(key, line)) ? at : last), -1);
        if (last >= 0) found = { to: await log.endOf(from, last + 1), lines: before + last + 1 };
        before += lines.length;
        from = to;
      }
    } finally {
      repeats.close();
    }
    return found;
  }
}
