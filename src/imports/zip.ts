import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { FileFault } from './fault.ts';
import type { SourceFile } from './importer.ts';
import { bomb, bounded, isBomb, type OnRead, type Room, type StoredFile } from './unpacked.ts';

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
        `The zip has ${zip.entryCount} files; import at most ${MOST_ENTRIES} at a time.`,
      );
    const entries: ZippedFile[] = [];
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      const { fileName, uncompressedSize, compressedSize } = entry;
      if (JUNK.test(fileName) || uncompressedSize === 0) continue;
      const name = `${file.name}/${fileName}`;
      if (entry.isEncrypted()) throw new FileFault(name, null, 'The zip is encrypted; use one without a password.');
      unpacked += uncompressedSize;
      if (isBomb(uncompressedSize, compressedSize)) throw bomb(name);
      // Entries can share their bytes, so that each of them alone is harmless.
      if (isBomb(unpacked, file.bytes)) throw bomb(file.name);
      const packing = compressedSize / uncompressedSize;
      const read = () => readEntry(file, zipped, entry, room, bytes => onRead(bytes * packing));
      const zipped: ZippedFile = { name, bytes: uncompressedSize, read };
      room.reach(zipped, uncompressedSize);
      entries.push(zipped);
    }
    if (entries.length === 0) throw new FileFault(file.name, null, 'The zip has no files with content.');
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  });
}

async function* readEntry(
  file: StoredFile,
  zipped: ZippedFile,
  entry: Entry,
  room: Room,
  onRead: OnRead,
): AsyncGenerator<Buffer> {
  const zip = await openZip(file);
  try {
    const stream = await zip.openReadStreamPromise(entry).catch(cause => {
      throw damaged(file, cause);
    });
    try {
      let checksum = 0;
      for await (const piece of bounded(zipped, stream, { room, packed: entry.compressedSize })) {
        checksum = crc32(piece, checksum);
        onRead(piece.length);
        yield piece;
      }
      if (checksum !== entry.crc32) throw damaged(zipped, new Error('its checksum is wrong'));
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

function damaged({ name }: Pick<StoredFile, 'name'>, cause: unknown): FileFault {
  return new FileFault(
    name,
    null,
    'The zip is damaged, or packed in an unusual way; download it again, or unpack it and import what is in it.',
    cause,
  );
}
