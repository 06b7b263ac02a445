import { fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { latestUsed } from '../domain/latest-used.ts';

/** Bytes that are read at once. */
const PAGE = 4096;
/** Pages that are kept, 8 MiB: look-ups of random addresses find all but two or three of theirs there. */
const MOST_PAGES = 2048;
/** Bytes at once of a file that is read whole. */
const CHUNK = 1 << 20;

/**
 * Returns a file as what readers of MaxMind's format take for a Buffer, with the methods that they call. Only pages that
 * were used last are in memory, so the file must stay as it is. Reading beyond its end throws a RangeError.
 */
export function openFileBytes(file: string): Buffer {
  const descriptor = openSync(file, 'r');
  const { size } = fstatSync(descriptor);
  const pages = Buffer.allocUnsafeSlow(PAGE * MOST_PAGES);
  /** Where in `pages` each page begins. */
  const places = latestUsed<number, number>(MOST_PAGES);
  /** A place without a page, because reading one failed. */
  let free: number | null = null;
  let place = 0;
  let number = -1;

  function at(offset: number): number {
    if (!(offset >= 0 && offset < size)) throw new RangeError(`Byte ${offset} is beyond the end of ${file}`);
    const wanted = Math.floor(offset / PAGE);
    if (wanted !== number) {
      place = places.get(wanted) ?? read(wanted);
      number = wanted;
    }
    return pages[place + offset - wanted * PAGE] as number;
  }

  function read(wanted: number): number {
    const into = free ?? (places.size < MOST_PAGES ? places.size * PAGE : (places.pop() as number));
    free = into;
    const bytes = readSync(descriptor, pages, into, PAGE, wanted * PAGE);
    if (bytes < Math.min(PAGE, size - wanted * PAGE)) throw new RangeError(`${file} is shorter than it was`);
    free = null;
    places.set(wanted, into);
    return into;
  }

  function slice(from: number, to: number): Buffer {
    const bytes = Buffer.allocUnsafe(to - from);
    for (let offset = from; offset < to; offset++) bytes[offset - from] = at(offset);
    return bytes;
  }

  function readUIntBE(offset: number, length: number): number {
    let value = 0;
    for (let end = offset + length; offset < end; offset++) value = value * 256 + at(offset);
    return value;
  }

  const methods = {
    length: size,
    slice,
    subarray: slice,
    toString: (encoding: BufferEncoding, from: number, to: number) => slice(from, to).toString(encoding),
    readUIntBE,
    readUInt8: at,
    readUInt16BE: (offset: number) => readUIntBE(offset, 2),
    readUInt32BE: (offset: number) => readUIntBE(offset, 4),
    readInt32BE: (offset: number) => readUIntBE(offset, 4) | 0,
    readFloatBE: (offset: number) => slice(offset, offset + 4).readFloatBE(),
    readDoubleBE: (offset: number) => slice(offset, offset + 8).readDoubleBE(),
  };
  // Only bytes by their offset need the proxy, which takes much longer than a method does.
  const bytes = new Proxy(Object.create(Buffer.prototype), { get: (_, key: string) => at(Number(key)) });
  return Object.create(bytes, Object.getOwnPropertyDescriptors(methods));
}

/** Reads a file to its end, so that the operating system has it in memory, and keeps nothing of it. */
export async function readThrough(file: string): Promise<void> {
  const handle = await open(file);
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    while ((await handle.read(chunk)).bytesRead > 0);
  } finally {
    await handle.close();
  }
}
