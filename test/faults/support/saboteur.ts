import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.ts';

/** The bytes of a file with columns in front of its header: a line that names the format, a length and a checksum. */
const LINE = 10;

type Damage = (path: string, files: readonly string[]) => void | Promise<void>;

/** Damages the files with columns below a DATA_DIR at random, as a disk, an operator or a wrong copy could. */
export class Saboteur {
  readonly #random: Random;
  readonly #root: string;
  /** Files as they were at an earlier moment. */
  readonly #older = new Map<string, Buffer>();
  /** How often each kind of damage was done. */
  readonly done: Record<string, number> = {};

  constructor(dataDir: string, random: Random) {
    this.#random = random;
    this.#root = join(dataDir, 'columns');
  }

  /** Returns the paths of all files with columns. */
  files(): string[] {
    return readdirSync(this.#root, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.seg'))
      .map(name => join(this.#root, name))
      .sort();
  }

  /** Keeps all files, to put them back later. */
  keepCopies(): void {
    for (const path of this.files()) this.#older.set(path, readFileSync(path));
  }

  /** Damages one file or folder; `onlyColumns` leaves everything else alone. */
  async strike(onlyColumns = false): Promise<void> {
    const name = this.#random.of(onlyColumns ? ['bytesOfColumns'] : Object.keys(this.#ways));
    const damage = this.#ways[name] as Damage;
    try {
      const files = this.files();
      if (files.length === 0 && name !== 'oldFile') return;
      await damage(this.#random.of(files), files);
      this.done[name] = (this.done[name] ?? 0) + 1;
    } catch (error) {
      // The gateway may remove the same file at this moment.
      if (!/ENOENT|EEXIST|ENOTEMPTY|ENOTDIR|EISDIR|ELOOP/.test((error as NodeJS.ErrnoException).code ?? ''))
        throw error;
    }
  }

  readonly #ways: Record<string, Damage> = {
    deleted: path => rmSync(path, { force: true }),
    truncated: path => truncateSync(path, this.#random.below(readFileSync(path).length)),
    bitInHeader: path => this.#flip(path, (from, header) => this.#random.below(from + header)),
    bitInColumns: path =>
      this.#flip(path, (from, header, length) => from + header + this.#random.below(length - from - header)),
    bytesOfColumns: path => {
      const bytes = readFileSync(path);
      this.#random.bytes(bytes.length).copy(bytes, Math.floor(bytes.length / 2));
      this.#put(path, bytes);
    },
    bytesAnywhere: path => {
      const bytes = readFileSync(path);
      this.#random.bytes(1 + this.#random.below(64)).copy(bytes, this.#random.below(bytes.length));
      this.#put(path, bytes);
    },
    lengthOfHeader: path => {
      const bytes = readFileSync(path);
      bytes.writeUInt32LE(0xfffffff0, bytes.indexOf(LINE) + 1);
      this.#put(path, bytes);
    },
    anotherFile: (path, files) => this.#put(path, readFileSync(this.#random.of(files))),
    sameMonthOfAnotherWebsite: (path, files) => {
      const alike = files.filter(
        other => dirname(other) !== dirname(path) && basename(other).split('-')[0] === basename(path).split('-')[0],
      );
      if (alike.length > 0) this.#put(path, readFileSync(this.#random.of(alike)));
    },
    olderContent: path => {
      const older = [...this.#older].filter(([other]) => dirname(other) === dirname(path));
      if (older.length > 0) this.#put(path, this.#random.of(older)[1]);
    },
    oldFile: () => {
      const [path, bytes] = this.#random.of([...this.#older]);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
    },
    furtherCopy: path => copyFileSync(path, join(dirname(path), `copy-${this.#random.below(1_000)}.seg`)),
    folderOfThatName: path => {
      rmSync(path);
      mkdirSync(path);
    },
    folderGone: path => rmSync(dirname(path), { recursive: true, force: true }),
    everythingGone: () => rmSync(this.#root, { recursive: true, force: true }),
    folderUnreadable: path => this.#hide(dirname(path)),
    everythingUnreadable: () => this.#hide(this.#root),
  };

  #flip(path: string, choose: (from: number, header: number, length: number) => number): void {
    const bytes = readFileSync(path);
    const from = bytes.indexOf(LINE) + 9;
    const at = choose(from, bytes.readUInt32LE(from - 8), bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << this.#random.below(8));
    this.#put(path, bytes);
  }

  /** Writes into the file that a reader may have open, or puts another in its place. */
  #put(path: string, bytes: Buffer): void {
    if (this.#random.below(2) === 0) writeFileSync(path, bytes);
    else {
      writeFileSync(`${path}.put`, bytes);
      renameSync(`${path}.put`, path);
    }
  }

  /** Makes a folder unreadable for a moment. Root may read everything, so something else takes its place. */
  async #hide(folder: string): Promise<void> {
    const aside = `${this.#root}-aside`;
    rmSync(aside, { recursive: true, force: true });
    renameSync(folder, aside);
    const way = this.#random.below(process.getuid?.() === 0 ? 2 : 3);
    if (way === 0) writeFileSync(folder, '');
    else if (way === 1) symlinkSync(basename(folder), folder);
    else mkdirSync(folder, { mode: 0 });
    await sleep(100 + this.#random.below(400));
    if (way === 2) chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
    renameSync(aside, folder);
  }
}
