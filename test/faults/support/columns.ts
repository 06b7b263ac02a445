import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../../src/db/open.ts';

/** A module that lets a gateway pack columns every half second. */
export const PACE = new URL('./pace.ts', import.meta.url).href;

const DAY = 86_400_000;
/** The byte that ends the first line of a file, and the bytes between it and the header. */
const LINE = 10;
const SIZES = 8;

/** Returns true when every day that can be packed is in a file below the DATA_DIR as it is in the database. */
export async function arePacked({ dialect }: Database, dataDir: string): Promise<boolean> {
  const days = await dialect.all<{ website: number; day: number }>(
    `SELECT DISTINCT website_id AS website, day FROM visit WHERE day < ${Math.floor(Date.now() / DAY) - 2}`,
  );
  const late = await dialect.all<{ website: number; day: number; version: number }>(
    'SELECT website_id AS website, day, version FROM late_day',
  );
  const versions = new Map(late.map(({ website, day, version }) => [`${website} ${day}`, version]));
  const packed = packedDays(dataDir);
  return days.every(({ website, day }) => packed.has(`${website} ${day} ${versions.get(`${website} ${day}`) ?? 0}`));
}

/** Returns each packed day as `website day version`. It reads files that are still being changed, and trusts nothing. */
function packedDays(dataDir: string): Set<string> {
  const packed = new Set<string>();
  const root = join(dataDir, 'columns');
  for (const name of namesIn(root)) {
    try {
      const bytes = readFileSync(join(root, name));
      const from = bytes.indexOf(LINE) + 1;
      const json = bytes.subarray(from + SIZES, from + SIZES + bytes.readUInt32LE(from)).toString();
      const header = JSON.parse(json) as { packed: { day: number; version: number }[] };
      for (const { day, version } of header.packed) packed.add(`${name.split('/').at(-2)} ${day} ${version}`);
    } catch {
      // A damaged or removed file has no days.
    }
  }
  return packed;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.seg'));
  } catch {
    return [];
  }
}
