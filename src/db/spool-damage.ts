import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SpoolBatch } from './spool-segment.ts';
import type { SqliteFile } from './sqlite-file.ts';

/** Told in a whole sentence that a file of the spool is damaged, and where it is kept. */
export type ToldOfDamage = (error: Error) => void;

const BATCH = 'SELECT first, hits, body FROM batch WHERE first';

/** True when the disk gave back what no SQLite file can be, which trying again does not mend. */
export function isDamaged(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB';
}

/** Copies a damaged segment to the folder `damaged` beside it, since the spool goes on without it. Answers what to tell. */
export function keepAside(path: string, cause: unknown): Error {
  const kept = join(dirname(path), 'damaged', basename(path));
  let where = `it is kept as ${kept}`;
  try {
    mkdirSync(dirname(kept), { recursive: true });
    for (const suffix of ['', '-wal']) if (existsSync(path + suffix)) copyFileSync(path + suffix, kept + suffix);
  } catch (error) {
    where = `it could not be kept (${error})`;
  }
  return new Error(`The spool file ${path} is damaged; what can be read of it is counted, and ${where}.`, { cause });
}

/** Batches of a damaged segment from hit number `from` on: those before the first damage and those behind the last one. */
export async function salvageBatches(file: SqliteFile, from: number): Promise<SpoolBatch[]> {
  const one = (where: string, params: number[]) =>
    file.all<SpoolBatch>(`${BATCH} ${where} LIMIT 1`, params).then(
      ([row]) => row,
      () => undefined,
    );
  const found = new Map<number, SpoolBatch>();
  let row = await one('>= ? ORDER BY first', [from]);
  for (; row; row = await one('> ? ORDER BY first', [row.first])) found.set(row.first, row);
  row = await one('>= ? ORDER BY first DESC', [from]);
  for (; row && !found.has(row.first); row = await one('BETWEEN ? AND ? ORDER BY first DESC', [from, row.first - 1]))
    found.set(row.first, row);
  return [...found.values()].sort((a, b) => a.first - b.first);
}
