import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../random.ts';
import { FileContent } from './content.ts';
import type { Entry } from './journal.ts';

/**
 * What a sync makes durable besides the data of its file. `strict`: names only with the folder they are in, as POSIX
 * says; until then, any of them. `journal`: all names so far, in their order, as ext4, XFS and Btrfs do.
 */
export type DiskKind = 'strict' | 'journal';

class Folder {
  readonly now = new Map<string, Item>();
  readonly durable = new Map<string, Item>();
}

type Item = Folder | FileContent;

interface NameChange {
  readonly folder: Folder;
  readonly name: string;
  /** Null when nothing has the name any more. */
  readonly item: Item | null;
}

/** A disk that a journal is played to: what programs see, and what of it would be there after a power cut. */
export class Disk {
  readonly #kind: DiskKind;
  readonly #root: string;
  readonly #top = new Folder();
  readonly #items = new Map<bigint, Item>();
  /** Changes of names that no sync has made durable, in order; those of a rename are one. */
  #pending: (readonly NameChange[])[] = [];

  /** Begins with what `takeStock` found below `root`, as durable. */
  constructor(kind: DiskKind, root: string, stock: Stock) {
    this.#kind = kind;
    this.#root = root;
    this.#fill(this.#top, stock);
  }

  play(entry: Entry): void {
    const { kind, inode, offset, path, other, data } = entry;
    if (kind === 'create' || kind === 'mkdir') this.#create(path, inode, kind === 'mkdir');
    else if (kind === 'write') this.#fileOf(inode)?.write(offset, data);
    else if (kind === 'resize') this.#fileOf(inode)?.resize(offset);
    else if (kind === 'sync') this.#sync(inode);
    else if (kind === 'unlink' || kind === 'rmdir') this.#change([{ ...this.#placeOf(path), item: null }]);
    else if (kind === 'link') this.#change([{ ...this.#placeOf(other), item: this.#itemAt(path) }]);
    else if (kind === 'rename')
      this.#change([
        { ...this.#placeOf(path), item: null },
        { ...this.#placeOf(other), item: this.#itemAt(path) },
      ]);
  }

  /** Writes to `target`, an empty folder, what could be there after a cut at this moment. */
  cut(target: string, random: Random): void {
    const names = random.of(['lost', 'kept', 'some'] as const);
    const data = random.of(['lost', 'kept', 'some'] as const);
    const found = new Map<Folder, Map<string, Item>>();
    const inside = (folder: Folder) => {
      const known = found.get(folder) ?? new Map(folder.durable);
      found.set(folder, known);
      return known;
    };
    for (const { folder, name, item } of this.#survivors(names, random))
      if (item) inside(folder).set(name, item);
      else inside(folder).delete(name);
    write(this.#top, target, inside, content => content.after(data, random));
  }

  /** Returns sentences about files that differ from what was played: something was written past the recorder. */
  differences(): string[] {
    const wrong: string[] = [];
    const compare = (folder: Folder, path: string) => {
      const names = readdirSync(path).filter(isKept);
      for (const name of new Set([...names, ...folder.now.keys()])) {
        const [item, at] = [folder.now.get(name), join(path, name)];
        if (!item || !names.includes(name)) wrong.push(`${at} ${item ? 'does not exist' : 'was not recorded'}.`);
        else if (item instanceof Folder) compare(item, at);
        else if (!item.now().equals(readFileSync(at))) wrong.push(`${at} has other bytes than were recorded.`);
      }
    };
    compare(this.#top, this.#root);
    return wrong;
  }

  #survivors(which: 'lost' | 'kept' | 'some', random: Random): readonly NameChange[] {
    if (which === 'lost') return [];
    if (which === 'kept') return this.#pending.flat();
    if (this.#kind === 'journal') return this.#pending.slice(0, random.below(this.#pending.length + 1)).flat();
    const lost = new Map<Folder, Set<string>>();
    return this.#pending.flatMap(change => {
      const isOnLost = change.some(({ folder, name }) => lost.get(folder)?.has(name));
      if (!isOnLost && random.below(2) === 0) return change;
      for (const { folder, name } of change) lost.set(folder, (lost.get(folder) ?? new Set()).add(name));
      return [];
    });
  }

  #create(path: string, inode: bigint, isFolder: boolean): void {
    const place = this.#placeOf(path);
    const before = place.folder.now.get(place.name);
    // Two calls may have created it at once; only one did.
    if (before && before === this.#items.get(inode)) return;
    const item = isFolder ? new Folder() : new FileContent();
    this.#items.set(inode, item);
    this.#change([{ ...place, item }]);
  }

  #sync(inode: bigint): void {
    const item = this.#items.get(inode);
    const hadNews = item instanceof FileContent ? item.sync() || this.#isNamed(item) : true;
    if (this.#kind === 'journal') {
      // Data within a file is synced without the journal of the file system.
      if (hadNews) this.#settle(() => true);
    } else if (item instanceof Folder) this.#settle(change => change.some(({ folder }) => folder === item));
  }

  #isNamed(item: Item): boolean {
    return this.#pending.some(change => change.some(each => each.item === item));
  }

  #settle(isDue: (change: readonly NameChange[]) => boolean): void {
    for (const { folder, name, item } of this.#pending.filter(isDue).flat())
      if (item) folder.durable.set(name, item);
      else folder.durable.delete(name);
    this.#pending = this.#pending.filter(change => !isDue(change));
  }

  #change(changes: readonly NameChange[]): void {
    for (const { folder, name, item } of changes)
      if (item) folder.now.set(name, item);
      else folder.now.delete(name);
    this.#pending.push(changes);
  }

  #placeOf(path: string): { folder: Folder; name: string } {
    const parts = path
      .slice(this.#root.length + 1)
      .split('/')
      .filter(Boolean);
    const name = parts.pop() ?? '';
    let folder = this.#top;
    for (const part of parts) {
      const next = folder.now.get(part);
      if (!(next instanceof Folder)) throw new Error(`${path} is not in a folder that was recorded.`);
      folder = next;
    }
    return { folder, name };
  }

  #itemAt(path: string): Item {
    const { folder, name } = this.#placeOf(path);
    const item = folder.now.get(name);
    if (!item) throw new Error(`${path} was not recorded.`);
    return item;
  }

  #fileOf(inode: bigint): FileContent | null {
    const item = this.#items.get(inode);
    return item instanceof FileContent ? item : null;
  }

  #fill(folder: Folder, { inode, inside }: Stock): void {
    this.#items.set(inode, folder);
    for (const { name, inode, content } of inside) {
      const item = content instanceof Buffer ? new FileContent(content) : new Folder();
      if (item instanceof Folder) this.#fill(item, content as Stock);
      else this.#items.set(inode, item);
      folder.now.set(name, item);
      folder.durable.set(name, item);
    }
  }
}

/** A folder with everything in it. */
interface Stock {
  readonly inode: bigint;
  readonly inside: readonly { readonly name: string; readonly inode: bigint; readonly content: Buffer | Stock }[];
}

export function takeStock(path: string): Stock {
  const inside = readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => isKept(name))
    .map(entry => {
      const at = join(path, entry.name);
      const content = entry.isDirectory() ? takeStock(at) : readFileSync(at);
      return { name: entry.name, inode: inodeOf(at), content };
    });
  return { inode: inodeOf(path), inside };
}

function inodeOf(path: string): bigint {
  return statSync(path, { bigint: true }).ino;
}

function write(
  folder: Folder,
  path: string,
  inside: (folder: Folder) => ReadonlyMap<string, Item>,
  contentOf: (file: FileContent) => Buffer,
): void {
  for (const [name, item] of inside(folder)) {
    const at = join(path, name);
    if (item instanceof Folder) {
      mkdirSync(at, { mode: 0o700 });
      write(item, at, inside, contentOf);
    } else writeFileSync(at, contentOf(item), { mode: 0o600 });
  }
}

/** SQLite makes the memory that its connections share anew. */
function isKept(name: string): boolean {
  return !name.endsWith('-shm');
}
