import { readFileSync, renameSync } from 'node:fs';
import { access, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Files on this machine's disk that know, better than a database far away can, whether a process that was killed had begun
 * to transmit the end of a mail: renaming one takes microseconds and stays when the process does not.
 */
export interface Journal {
  /** Prepares for the attempt with this claim. */
  begin(claim: string): Promise<void>;
  /** Called in the same breath as the end of the mail is transmitted; throws when it cannot be noted. */
  handOver(claim: string): void;
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

/** The journal of all processes that share this DATA_DIR. */
export function openJournal(dataDir: string): Journal {
  const folder = join(dataDir, 'mail');
  // What was not on the disk yet when the machine went down is lost, so a note counts only until then.
  const boot = bootId();
  const open = (claim: string) => join(folder, `${claim}.${boot}.open`);
  const gone = (claim: string) => join(folder, `${claim}.${boot}.gone`);
  const dead = (claim: string) => join(folder, `${claim}.${boot}.dead`);
  return {
    async begin(claim) {
      await mkdir(folder, { recursive: true });
      await writeFile(open(claim), '', { flag: 'wx' });
    },
    handOver: claim => renameSync(open(claim), gone(claim)),
    async end(claim) {
      await Promise.all([rm(open(claim), { force: true }), rm(gone(claim), { force: true })]);
    },
    async wasHandedOver(claim) {
      // Of two renamings of one file one succeeds, whichever process is quicker.
      const isStopped = await rename(open(claim), dead(claim)).then(
        () => true,
        () => exists(dead(claim)),
      );
      if (isStopped) return false;
      return (await exists(gone(claim))) ? true : null;
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
