import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type Share, WHOLE } from '../../counting/chunks.ts';
import { COLUMNS, KINDS, type Numbers, type Part } from '../../counting/columns.ts';
import { fileOf, type Header, MAGIC, type PackedDay, type Place, PREFIX, paddingAfter } from './segment-format.ts';

/** Writes a part to a file, completely or not at all. It may not survive a power loss, but then it is noticed. */
export function writeSegment(
  path: string,
  part: Part,
  { packed, share = WHOLE }: { packed: readonly PackedDay[]; share?: Share },
): void {
  const places: Record<string, Place> = {};
  const pieces: Buffer[] = [];
  let at = 0;
  const put = (name: string, numbers: Numbers) => {
    const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    const width = numbers.BYTES_PER_ELEMENT as Place['width'];
    const only = onlyIn(numbers);
    places[name] = { at, length: numbers.length, width, checksum: crc32(bytes), only };
    if (only !== undefined) return;
    const padding = paddingAfter(bytes.length);
    pieces.push(bytes, padding);
    at += bytes.length + padding.length;
  };
  for (const kind of KINDS)
    for (const name of [...COLUMNS[kind].plain, ...COLUMNS[kind].ids]) {
      const { values, ids } = part.column(kind, name);
      put(`${kind}.${name}`, values);
      if (ids) put(`${kind}.${name}.ids`, ids);
    }
  const { firstDay, days, count, amounts } = part;
  put('amounts', Buffer.from(JSON.stringify(amounts)));
  const json = Buffer.from(
    JSON.stringify({ file: fileOf(path), firstDay, days, packed, share, count, places } satisfies Header),
  );
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32LE(json.length, 0);
  sizes.writeUInt32LE(crc32(json), 4);
  const temporary = `${path}.new`;
  try {
    const file = openSync(temporary, 'w');
    try {
      // All in one buffer would need the memory twice.
      for (const piece of [MAGIC, sizes, json, paddingAfter(PREFIX + json.length), ...pieces])
        writeFileSync(file, piece);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Returns the number that all of these equal; undefined if they differ or there are none. */
function onlyIn(numbers: Numbers): number | undefined {
  const [first] = numbers;
  return numbers.every(number => number === first) ? first : undefined;
}
