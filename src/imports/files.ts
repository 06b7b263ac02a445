import { createReadStream, type ReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { FileFault } from './fault.ts';
import type { Beginning, NoteRow, SourceFile } from './importer.ts';
import { unpackBzip2 } from './readers/bzip2.ts';
import { beginningOf, inUtf8 } from './readers/text.ts';
import { bounded, type OnRead, Room, type StoredFile } from './unpacked.ts';
import { entriesOf, type ZippedFile } from './zip.ts';

const PIECE = 64 * 1024;
const BEGINNING = 64 * 1024;
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/**
 * Returns the files that importers read, with those of a zip in the order of their names; `onRead` is called with how many bytes
 * of the files as they were sent are read. Throws FileFault.
 */
export async function sourceFiles(
  stored: readonly StoredFile[],
  most: number,
  onRead: OnRead = () => undefined,
): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const room = new Room(most);
  for (const file of stored) {
    const head = await headOf(file);
    const packed = PACKED.find(({ beginnings }) => beginnings.some(one => startsWith(head, one)));
    if (startsWith(head, ZIP))
      files.push(...(await entriesOf(file, room, onRead)).map(entry => unpackedEntry(entry, room)));
    else if (packed) files.push(unpackedFile(file, packed, room, onRead));
    else {
      room.reach(file, file.bytes);
      files.push({ name: file.name, read: () => plain(file, onRead) });
    }
  }
  return withOwnNames(files).map(inUtf8);
}

/** Gives files of equal names, such as those of two folders, a name of their own each, by which rows are kept apart. */
function withOwnNames(files: readonly SourceFile[]): SourceFile[] {
  const taken = new Set<string>();
  return files.map(file => {
    let { name } = file;
    for (let no = 2; taken.has(name); no++) name = `${no}/${file.name}`;
    taken.add(name);
    return name === file.name ? file : { name, read: () => file.read() };
  });
}

async function* plain({ path }: StoredFile, onRead: OnRead): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(path, { highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
    onRead(piece.length);
    yield piece;
  }
}

/**
 * Returns files that call `look` after each piece that is read of them: readers can find nothing for long, as in lines
 * without text, while an import is undone.
 */
export function lookedAfter(files: readonly SourceFile[], look: () => Promise<void>): SourceFile[] {
  return files.map(file => ({
    name: file.name,
    async *read() {
      for await (const piece of file.read()) {
        yield piece;
        await look();
      }
    },
  }));
}

/** Files that have something in them, and notes on those that have nothing. */
export interface FilledFiles {
  readonly files: readonly SourceFile[];
  readonly beginnings: readonly Beginning[];
  readonly notes: readonly NoteRow[];
}

/** Divides files by whether they are empty. Throws FileFault, also if all of them are. */
export async function filledFiles(files: readonly SourceFile[]): Promise<FilledFiles> {
  const beginnings = await beginningsOf(files);
  const isFilled = (at: number) => beginnings[at]?.text.trim() !== '';
  const [first] = files;
  if (first && !files.some((_, at) => isFilled(at)))
    throw new FileFault(first.name, null, 'The file is empty; export it again.');
  const reason = 'The file is empty, and was left out.';
  return {
    files: files.filter((_, at) => isFilled(at)),
    beginnings: beginnings.filter((_, at) => isFilled(at)),
    notes: files.flatMap(({ name }, at) => (isFilled(at) ? [] : [{ type: 'note', file: name, line: 0, reason }])),
  };
}

/** Returns the beginning of each file. Throws FileFault. */
export async function beginningsOf(files: readonly SourceFile[]): Promise<Beginning[]> {
  const beginnings: Beginning[] = [];
  for (const file of files) {
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of file.read()) {
      pieces.push(piece);
      length += piece.length;
      if (length >= BEGINNING) break;
    }
    beginnings.push({ name: file.name, text: beginningOf(Buffer.concat(pieces).subarray(0, BEGINNING)) });
  }
  return beginnings;
}

type Open = (start: number) => Readable;

/** How packed files begin, what their names end in, and how they are unpacked. */
const PACKED: readonly {
  readonly beginnings: readonly (readonly number[])[];
  readonly ending: string;
  readonly unpack: (open: Open, bytes: number) => AsyncIterable<Buffer>;
  /** False where Node cannot unpack it. */
  readonly isKnown?: boolean;
}[] = [
  {
    beginnings: [[0x1f, 0x8b]],
    ending: '.gz',
    unpack: open => through(open(0), zlib.createGunzip({ chunkSize: PIECE })),
  },
  {
    beginnings: [
      [0x28, 0xb5, 0x2f, 0xfd],
      [0x50, 0x2a, 0x4d, 0x18],
    ],
    ending: '.zst',
    unpack: unpackZstd,
    // Node has it since 22.15.
    isKnown: typeof zlib.createZstdDecompress === 'function',
  },
  { beginnings: [[0x42, 0x5a, 0x68]], ending: '.bz2', unpack: open => unpackBzip2(open(0)) },
];

/** Node stops behind a frame, of which pzstd writes many. */
async function* unpackZstd(open: Open, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; ) {
    const frames = zlib.createZstdDecompress({ chunkSize: PIECE });
    yield* through(open(at), frames);
    if (frames.bytesWritten === 0) throw new Error('a frame is empty');
    at += frames.bytesWritten;
  }
}

async function* through(packed: Readable, unpacking: Transform): AsyncGenerator<Buffer> {
  const unpacked = packed.pipe(unpacking);
  packed.on('error', error => unpacked.destroy(error));
  try {
    yield* unpacked;
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

type Packed = (typeof PACKED)[number];

function checkKnown(file: string, { ending, isKnown = true }: Packed): void {
  if (!isKnown)
    throw new FileFault(file, null, `Node ${process.versions.node} cannot unpack ${ending}; unpack the file first.`);
}

/** Returns a file of a zip; one that is packed once more, as old logs are, is unpacked as well. */
function unpackedEntry(entry: ZippedFile, room: Room): SourceFile {
  const { name, bytes } = entry;
  if (/\.zip$/i.test(name))
    throw new FileFault(name, null, 'It is a zip in a zip; unpack the outer one and import what is in it.');
  const packed = PACKED.find(({ ending }) => name.endsWith(ending));
  if (!packed) return entry;
  checkKnown(name, packed);
  const open: Open = start => Readable.from(behind(entry.read(), start), { objectMode: false });
  // It has its own bytes besides those of the entry.
  const unpacked = { name };
  const read = () => bounded(unpacked, packed.unpack(open, bytes), { room, packed: bytes });
  return { name: name.slice(0, -packed.ending.length), read };
}

/** Yields what comes behind so many bytes. */
async function* behind(pieces: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const piece of pieces) {
    if (left < piece.length) yield piece.subarray(left);
    left = Math.max(0, left - piece.length);
  }
}

function unpackedFile(file: StoredFile, packed: Packed, room: Room, onRead: OnRead): SourceFile {
  const { ending, unpack } = packed;
  checkKnown(file.name, packed);
  async function* read() {
    let [from, read] = [0, 0];
    let stream: ReadStream | undefined;
    const open = (start: number) => {
      from = start;
      stream = createReadStream(file.path, { highWaterMark: PIECE, start });
      return stream;
    };
    for await (const piece of bounded(file, unpack(open, file.bytes), { room, packed: file.bytes })) {
      // A stream that begins behind a frame has read some of it before.
      const now = Math.max(read, from + (stream?.bytesRead ?? 0));
      onRead(now - read);
      read = now;
      yield piece;
    }
  }
  return { name: basename(file.name, ending), read };
}

async function headOf({ path, name }: StoredFile): Promise<Buffer> {
  try {
    const file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close());
    return buffer.subarray(0, bytesRead);
  } catch (cause) {
    throw new FileFault(name, null, 'The file is gone or cannot be read; import it again.', cause);
  }
}

function startsWith(bytes: Buffer, beginning: readonly number[]): boolean {
  return beginning.every((byte, at) => bytes[at] === byte);
}
