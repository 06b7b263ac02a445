import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { FileFault } from './fault.ts';
import type { SourceFile } from './importer.ts';
import { bomb, bounded, isBomb, type OnRead, Room, type StoredFile } from './unpacked.ts';

const MOST_ENTRIES = 1_000;
/** Folders, and what macOS and Windows put among the files of one. */
const JUNK = /\/$|^__MACOSX\/|(?:^|\/)(?:\.[^/]*|Thumbs\.db|desktop\.ini)$/i;

/** A file of a zip, with its bytes when it is unpacked. */
export interface ZippedFile extends SourceFile {
  readonly bytes: number;
}

/** Returns the files of a zip in the order of their names. Throws FileFault for a damaged one, and for a bomb. */
export async function entriesOf(file: StoredFile, room: Room, onRead: OnRead): Promise<ZippedFile[]> {
  return withZip(file, async zip => {
    if (zip.entryCount > MOST_ENTRIES)
      throw new FileFault(
        file.name,
        null,
        `The zip has ${zip.entryCount} files; send at most ${MOST_ENTRIES} at a time.`,
      );
    const entries: ZippedFile[] = [];
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      const { fileName, uncompressedSize, compressedSize } = entry;
      if (JUNK.test(fileName) || uncompressedSize === 0) continue;
      const name = `${file.name}/${fileName}`;
      if (entry.isEncrypted()) throw new FileFault(name, null, 'The zip is encrypted; send it without a password.');
      unpacked += uncompressedSize;
      if (isBomb(uncompressedSize, compressedSize)) throw bomb(name);
      // Entries can share their bytes, so that each of them alone is harmless.
      if (isBomb(unpacked, file.bytes)) throw bomb(file.name);
      room.take(name, uncompressedSize);
      const packing = compressedSize / uncompressedSize;
      const read = () => readEntry(file, name, entry, room.most, bytes => onRead(bytes * packing));
      entries.push({ name, bytes: uncompressedSize, read });
    }
    if (entries.length === 0) throw new FileFault(file.name, null, 'The zip has no files with content.');
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  });
}

async function* readEntry(
  file: StoredFile,
  name: string,
  entry: Entry,
  most: number,
  onRead: OnRead,
): AsyncGenerator<Buffer> {
  const zip = await openZip(file);
  try {
    const stream = await zip.openReadStreamPromise(entry).catch(cause => {
      throw damaged(file, cause);
    });
    try {
      for await (const piece of bounded({ name }, stream, { room: new Room(most), packed: entry.compressedSize })) {
        onRead(piece.length);
        yield piece;
      }
    } finally {
      stream.destroy();
    }
  } finally {
    zip.close();
  }
}

async function withZip<T>(file: StoredFile, work: (zip: ZipFile) => Promise<T>): Promise<T> {
  const zip = await openZip(file);
  try {
    return await work(zip);
  } catch (cause) {
    if (cause instanceof FileFault) throw cause;
    throw damaged(file, cause);
  } finally {
    zip.close();
  }
}

async function openZip(file: StoredFile): Promise<ZipFile> {
  try {
    return await openPromise(file.path, { lazyEntries: true, autoClose: false });
  } catch (cause) {
    throw damaged(file, cause);
  }
}

function damaged({ name }: StoredFile, cause: unknown): FileFault {
  return new FileFault(name, null, `The zip is damaged (${(cause as Error).message}); download it again.`, cause);
}
