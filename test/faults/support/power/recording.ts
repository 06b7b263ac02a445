import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { find } from '../../../support/programs.ts';
import { NotHere, type Place, type Scene } from '../../fault.ts';
import { type GatewayChild, type GatewayOptions, until } from '../gateway.ts';
import { Disk, type DiskKind, takeStock } from './disk.ts';
import { addMark, type Entry, readJournal } from './journal.ts';

const SOURCE = fileURLToPath(new URL('./recorder.c', import.meta.url));
/** Nothing here depends on a disk, and rebuilt files are written a thousand times. */
const MEMORY = '/dev/shm';
const ROOM = 2 ** 30;

/** What a process has promised: hits by their numbers, the name of a finished backup, that a copy is made before an upgrade, how an import will end. */
export type Promised =
  | { readonly hits: readonly number[] }
  | { readonly backup: string }
  /** The first migration of an upgrade: nothing is changed before a copy is safe. */
  | { readonly upgrade: string }
  | { readonly import: number; readonly ends: 'done' | 'undone' };

/** Everything that was changed below a folder, from a first state on. */
export interface Recording {
  /** Where it was recorded. */
  readonly place: Place;
  readonly entries: readonly Entry[];
  /** Returns a disk in the first state. */
  disk(kind: DiskKind): Disk;
}

/** Records what the processes that are launched with `options` change in a folder of their own. */
export class Recorder {
  /** The data directory, which does not exist yet, is in the recorded folder. */
  readonly place: Place;
  readonly options: Pick<GatewayOptions, 'preload'> & { readonly env: Readonly<Record<string, string>> };
  readonly #root: string;
  readonly #journal: string;
  #stock: ReturnType<typeof takeStock>;

  /** `database` replaces an SQLite database in the recorded folder. Throws NotHere without a compiler. */
  constructor(scene: Scene, database?: Pick<Place, 'engine' | 'url' | 'server'>) {
    const gcc = find('gcc');
    if (!gcc || process.platform !== 'linux')
      throw new NotHere('Linux and gcc are needed (apt-get install gcc libc6-dev)');
    const folder = newFolder(scene, 'footfall-power-');
    this.#root = join(folder, 'root');
    this.#journal = join(folder, 'journal');
    mkdirSync(this.#root);
    writeFileSync(this.#journal, '');
    const preload = join(folder, 'recorder.so');
    execFileSync(gcc, ['-O2', '-shared', '-fPIC', '-o', preload, SOURCE, '-ldl'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const dataDir = join(this.#root, 'data');
    const { engine = 'SQLite', url = `sqlite:${dataDir}/footfall.db`, server = null } = database ?? {};
    this.place = { engine, url, dataDir, server, remove: async () => undefined };
    this.options = { preload, env: { POWER_ROOT: this.#root, POWER_JOURNAL: this.#journal } };
    this.#stock = takeStock(this.#root);
  }

  /** Takes what is there now as the first state. */
  async begin(): Promise<void> {
    await this.#over();
    this.#stock = takeStock(this.#root);
    writeFileSync(this.#journal, '');
  }

  /** Notes a promise that was made just now. */
  promise(promised: Promised): void {
    addMark(this.#journal, promised);
  }

  /** Takes what `write` puts into an empty folder as the first state, instead of what is there. */
  replace(write: (folder: string) => void): void {
    // The folder itself is known by its number.
    for (const name of readdirSync(this.#root)) rmSync(join(this.#root, name), { recursive: true });
    write(this.#root);
    this.#stock = takeStock(this.#root);
    writeFileSync(this.#journal, '');
  }

  /** Returns everything when the last recorded process has ended. Throws if a file was written past the recorder. */
  async end(): Promise<Recording> {
    await this.#over();
    const entries = readJournal(this.#journal);
    const [root, stock] = [this.#root, this.#stock];
    const disk = (kind: DiskKind) => new Disk(kind, root, stock);
    const last = disk('strict');
    for (const entry of entries) last.play(entry);
    const wrong = last.differences();
    if (wrong.length > 0) throw new Error(`The recording is not complete: ${wrong.slice(0, 5).join(' ')}`);
    return { place: this.place, entries, disk };
  }

  /** Kills a service between two changes: one that was made but not noted would be missing. */
  async kill(gateway: GatewayChild): Promise<void> {
    execFileSync('flock', [this.#journal, 'sh', '-c', `kill -9 ${gateway.pid}`]);
    await gateway.kill();
  }

  /** A killed service leaves processes behind, which end a little later. */
  async #over(): Promise<void> {
    const environment = `POWER_JOURNAL=${this.#journal}\0`;
    const isRecorded = (pid: string) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(environment);
      } catch {
        return false;
      }
    };
    await until(async () => !readdirSync('/proc').some(isRecorded), 'the recorded processes have ended');
  }
}

/** Returns a new folder, in memory if there is room, that is removed when the scene is over. */
export function newFolder(scene: Scene, prefix: string): string {
  const folder = realpathSync(mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), prefix)));
  scene.later(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}
