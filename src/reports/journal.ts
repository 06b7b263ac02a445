import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Files on this machine's disk that record, better than a remote database can, whether a killed process had begun to
 * transmit the end of a mail: writing one byte takes microseconds and survives the process.
 */
export interface Journal {
  /** Prepares the attempt with this claim. */
  begin(claim: string): Promise<void>;
  /**
   * Takes the right to transmit the end of the mail; throws when the attempt was taken for dead. Call the returned
   * function immediately before the end is transmitted.
   */
  handOver(claim: string): Promise<() => void>;
  /** Forgets the attempt; the database has its result. */
  end(claim: string): Promise<void>;
  /**
   * Returns true if an attempt that went silent transmitted the end of its mail; null when that is unknown, as after
   * a crash of the machine. After false, `handOver` of that attempt throws, should its process wake up again.
   */
  wasHandedOver(claim: string): Promise<boolean | null>;
  /** Forgets attempts that are too old to matter. */
  sweep(now: number): Promise<void>;
}

const KEPT = 7 * 86_400_000;
const MARK = '!';

/** Opens the journal of all processes that share this DATA_DIR. */
export function openJournal(dataDir: string): Journal {
  const folder = join(dataDir, 'mail');
  // A crash of the machine loses unwritten data, so notes count only until the next boot.
  const boot = bootId();
  const open = (claim: string) => join(folder, `${claim}.${boot}.open`);
  const gone = (claim: string) => join(folder, `${claim}.${boot}.gone`);
  const dead = (claim: string) => join(folder, `${claim}.${boot}.dead`);
  /** Kept open from the hand-over to the end, since opening a file takes longer than writing to it. */
  const files = new Map<string, number>();
  return {
    async begin(claim) {
      await mkdir(folder, { recursive: true });
      await writeFile(open(claim), String(process.pid), { flag: 'wx' });
    },
    async handOver(claim) {
      await rename(open(claim), gone(claim));
      const file = openSync(gone(claim), 'a');
      files.set(claim, file);
      return () => void writeSync(file, MARK);
    },
    async end(claim) {
      const file = files.get(claim);
      if (file !== undefined) closeSync(file);
      files.delete(claim);
      await Promise.all([rm(open(claim), { force: true }), rm(gone(claim), { force: true })]);
    },
    async wasHandedOver(claim) {
      // If two processes rename the same file, exactly one succeeds.
      if ((await isRenamed(open(claim), dead(claim))) || (await exists(dead(claim)))) return false;
      const noted = await readFile(gone(claim), 'utf8').catch(() => null);
      if (noted === null) return null;
      if (noted.endsWith(MARK)) return true;
      // A live process may be halted just before the mark; only from a dead one is nothing to follow.
      if (isAlive(Number(noted))) return null;
      return (await isRenamed(gone(claim), dead(claim))) ? false : null;
    },
    async sweep(now) {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) {
        const file = join(folder, name);
        const known = await stat(file).catch(() => null);
        if (known && known.mtimeMs < now - KEPT) await rm(file, { force: true });
      }
    },
  };
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

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().slice(0, 8);
  } catch {
    return 'boot';
  }
}
