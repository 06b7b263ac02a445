import { appendFileSync, readFileSync } from 'node:fs';

/** What the recorder notes, in the order of its numbers; a mark is noted by the test. */
const KINDS = ['create', 'write', 'resize', 'sync', 'rename', 'unlink', 'mkdir', 'rmdir', 'link', 'mark'] as const;
const HEAD = 32;

/** One change, or a mark between changes. */
export interface Entry {
  readonly kind: (typeof KINDS)[number];
  readonly inode: bigint;
  /** Where data was written, or the new size of the file. */
  readonly offset: number;
  /** A path, and the other one of `rename` and `link`. */
  readonly path: string;
  readonly other: string;
  /** What was written; of a mark, its JSON. */
  readonly data: Buffer;
}

export function readJournal(path: string): Entry[] {
  const bytes = readFileSync(path);
  const entries: Entry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [first, second] = [bytes.readUInt32LE(at + 4), bytes.readUInt32LE(at + 8)];
    const from = at + HEAD;
    const data = bytes.subarray(from + first, from + first + second);
    const kind = KINDS[bytes.readUInt32LE(at) - 1];
    if (!kind) throw new Error(`The journal is damaged at byte ${at}.`);
    entries.push({
      kind,
      inode: bytes.readBigUInt64LE(at + 16),
      offset: Number(bytes.readBigUInt64LE(at + 24)),
      path: bytes.toString('utf8', from, from + first),
      other: kind === 'rename' || kind === 'link' ? data.toString('utf8') : '',
      data,
    });
    at = from + first + second;
  }
  return entries;
}

/** Returns true for a sync of a path like this. */
export function isSyncOf(paths: RegExp | undefined, { kind, path }: Entry): boolean {
  return kind === 'sync' && paths?.test(path) === true;
}

/** Notes after everything that has happened so far what the service has promised. */
export function addMark(path: string, promise: unknown): void {
  const head = Buffer.alloc(HEAD);
  const text = Buffer.from(JSON.stringify(promise));
  head.writeUInt32LE(KINDS.indexOf('mark') + 1, 0);
  head.writeUInt32LE(text.length, 8);
  appendFileSync(path, Buffer.concat([head, text]));
}
