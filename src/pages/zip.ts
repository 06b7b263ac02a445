import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive; its text is read only once the files before it are written. */
export interface ZipFile {
  readonly name: string;
  readonly text: AsyncIterable<string>;
}

const LARGEST = 0xffff_ffff;
/** Sizes follow the content (bit 3), and names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1 January 1980: the earliest date of the format, so that equal files make equal archives. */
const DATE = 0x21;

/**
 * Yields the bytes of a zip archive, holding no more than a piece of one file in memory. Throws the errors of reading,
 * and RangeError for files beyond 4 GB, which would need another format.
 */
export async function* zipped(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer, void> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, text } of files) {
    const path = Buffer.from(name);
    const start = offset;
    const head = Buffer.concat([record('PK\x03\x04', fieldsOf({ crc: 0, packed: 0, size: 0 }, path)), path]);
    yield head;
    offset += head.length;

    const sum = { crc: 0, packed: 0, size: 0 };
    const deflate = createDeflateRaw();
    const source = Readable.from(measured(text, sum));
    const done = pipeline(source, deflate);
    // Awaited below; an error reaches the loop first.
    done.catch(() => undefined);
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      sum.packed += chunk.length;
      yield chunk;
    }
    await done;
    const descriptor = record('PK\x07\x08', [
      [4, sum.crc],
      [4, sum.packed],
      [4, sum.size],
    ]);
    yield descriptor;
    offset += sum.packed + descriptor.length;
    if (sum.size > LARGEST || offset > LARGEST) throw new RangeError('A zip archive can have at most 4 GB.');
    const rest: Field[] = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, start],
    ];
    directory.push(record('PK\x01\x02', [[2, 20], ...fieldsOf(sum, path), ...rest]), path);
  }
  const central = Buffer.concat(directory);
  yield central;
  const count = directory.length / 2;
  yield record('PK\x05\x06', [
    [4, 0],
    [2, count],
    [2, count],
    [4, central.length],
    [4, offset],
    [2, 0],
  ]);
}

type Field = readonly [bytes: 2 | 4, value: number];

/** Returns the fields that the header of a file and its entry in the directory share. */
function fieldsOf(
  sum: { readonly crc: number; readonly packed: number; readonly size: number },
  path: Buffer,
): Field[] {
  return [
    [2, 20],
    [2, FLAGS],
    [2, DEFLATE],
    [2, 0],
    [2, DATE],
    [4, sum.crc],
    [4, sum.packed],
    [4, sum.size],
    [2, path.length],
    [2, 0],
  ];
}

function record(signature: string, fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(4 + fields.reduce((sum, [length]) => sum + length, 0));
  let at = bytes.write(signature, 'latin1');
  for (const [length, value] of fields) at = bytes.writeUIntLE(value, at, length);
  return bytes;
}

async function* measured(text: AsyncIterable<string>, sum: { crc: number; size: number }) {
  for await (const piece of text) {
    const bytes = Buffer.from(piece);
    sum.crc = crc32(bytes, sum.crc);
    sum.size += bytes.length;
    yield bytes;
  }
}
