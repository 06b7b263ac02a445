import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Files on this machine's disk that know, better than a database far away can, whether a process that was killed had begun
 * to transmit the end of a mail: writing one byte into one takes microseconds and stays when the process does not.
 */
export interface Journal {
  /** Prepares for the attempt with this claim. */
  begin(claim: string): Promise<void>;
  /**
   * Takes the right to transmit the end of the mail; throws when the attempt was taken for dead. What it answers is to be
   * called in the same breath as the end is transmitted.
   */
  handOver(claim: string): Promise<() => void>;
  /** Forgets the attempt: how it ended stands in the database. */
  end(claim: string): Promise<void>;
  /**
   * Whether the end of an attempt that is not heard of any more was transmitted; null when it is not known here, as after a
   * crash of the machine. Once false was answered, `handOver` of that attempt throws, should its process wake up again.
   */
  wasHandedOver(claim: string): Promise<boolean | null>;
  /** Forgets attempts that nobody asks about any more. */
  sweep(now: number): Promise<void>;
}

const KEPT = 7 * 86_400_000;
const MARK = '!';

/** The journal of all processes that share this DATA_DIR. */
export function openJournal(dataDir: string): Journal {
  const folder = join(dataDir, 'mail');
  // What was not on the disk yet when the machine went down is lost, so a note counts only until then.
  const boot = bootId();
  const open = (claim: string) => join(folder, `${claim}.${boot}.open`);
  const gone = (claim: string) => join(folder, `${claim}.${boot}.gone`);
  const dead = (claim: string) => join(folder, `${claim}.${boot}.dead`);
  /** Open from the hand-over to the end, since to open one takes longer than to write into it. */
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
      // Of two renamings of one file one succeeds, whichever process is quicker.
      if ((await isRenamed(open(claim), dead(claim))) || (await exists(dead(claim)))) return false;
      const noted = await readFile(gone(claim), 'utf8').catch(() => null);
      if (noted === null) return null;
      if (noted.endsWith(MARK)) return true;
      // It may be halted between its last look and the mark; only of one that is gone is it known that nothing follows.
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

/** True as well of a process that may not be signalled; a number that was given anew errs on the side of not knowing. */
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
