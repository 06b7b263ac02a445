import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY } from '../domain/calendar.ts';

const KEPT = 7 * DAY;
const MARK = '!';

/**
 * Files on this machine's disk that record, better than a remote database can, whether a killed process had begun to
 * transmit the end of a mail: writing one byte takes microseconds and survives the process.
 */
export class Journal {
  readonly #folder: string;
  /** A crash of the machine loses unwritten data, so notes count only until the next boot. */
  readonly #boot = bootId();
  /** Kept open from the hand-over to the end, since opening a file takes longer than writing to it. */
  readonly #files = new Map<string, number>();

  /** Opens the journal of all processes that share this DATA_DIR. */
  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'mail');
  }

  /** Prepares the attempt with this claim. */
  async begin(claim: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#note(claim, 'open'), String(process.pid), { flag: 'wx' });
  }

  /**
   * Takes the right to transmit the end of the mail; throws when the attempt was taken for dead. Call the returned
   * function immediately before the end is transmitted.
   */
  async handOver(claim: string): Promise<() => void> {
    const gone = this.#note(claim, 'gone');
    await rename(this.#note(claim, 'open'), gone);
    const file = openSync(gone, 'a');
    this.#files.set(claim, file);
    return () => void writeSync(file, MARK);
  }

  /** Forgets the attempt; the database has its result. */
  async end(claim: string): Promise<void> {
    const file = this.#files.get(claim);
    if (file !== undefined) closeSync(file);
    this.#files.delete(claim);
    await Promise.all([rm(this.#note(claim, 'open'), { force: true }), rm(this.#note(claim, 'gone'), { force: true })]);
  }

  /**
   * Returns true if an attempt that went silent transmitted the end of its mail; null when that is unknown, as after
   * a crash of the machine. After false, `handOver` of that attempt throws, should its process wake up again.
   */
  async wasHandedOver(claim: string): Promise<boolean | null> {
    const [open, gone, dead] = [this.#note(claim, 'open'), this.#note(claim, 'gone'), this.#note(claim, 'dead')];
    // If two processes rename the same file, exactly one succeeds.
    if ((await isRenamed(open, dead)) || existsSync(dead)) return false;
    const noted = await readFile(gone, 'utf8').catch(() => null);
    if (noted === null) return null;
    if (noted.endsWith(MARK)) return true;
    // A live process may be halted just before the mark; only from a dead one is nothing to follow.
    if (isAlive(Number(noted))) return null;
    return (await isRenamed(gone, dead)) ? false : null;
  }

  /** Forgets attempts that are too old to matter. */
  async sweep(now: number): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) {
      const file = join(this.#folder, name);
      const known = await stat(file).catch(() => null);
      if (known && known.mtimeMs < now - KEPT) await rm(file, { force: true });
    }
  }

  #note(claim: string, state: 'open' | 'gone' | 'dead'): string {
    return join(this.#folder, `${claim}.${this.#boot}.${state}`);
  }
}

function isRenamed(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(
    () => true,
    () => false,
  );
}

/** Returns true also for a process that may not be signalled; a reused process id errs towards "unknown". */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().slice(0, 8);
  } catch {
    return 'boot';
  }
}
