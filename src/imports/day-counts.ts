import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dateOf } from '../domain/calendar.ts';
import type { ReportLine } from '../domain/import.ts';
import { folderOf } from './folder.ts';
import { TOTALS } from './tally.ts';

/** The totals of days (since 1970-01-01), in the order of TOTALS. */
export type DayCounts = ReadonlyMap<number, readonly number[]>;

const NONE: readonly number[] = TOTALS.map(() => 0);

/** Keeps what the files say about each day until it is compared. */
export async function saveDays(dataDir: string, id: number, days: DayCounts): Promise<void> {
  await mkdir(folderOf(dataDir, id), { recursive: true });
  await writeFile(pathOf(dataDir, id), JSON.stringify([...days]), { flush: true });
}

/** Returns it; null if it is gone. */
export async function readDays(dataDir: string, id: number): Promise<DayCounts | null> {
  const text = await readFile(pathOf(dataDir, id), 'utf8').catch(() => null);
  return text === null ? null : new Map(JSON.parse(text) as [number, number[]][]);
}

function pathOf(dataDir: string, id: number): string {
  return join(folderOf(dataDir, id), 'days');
}

/** Returns the first total of a day that is not what the files say; null if all are. Only `known` totals are compared. */
export function wrongDay(
  file: DayCounts,
  ours: DayCounts,
  known: ReadonlySet<string>,
  isWrong: (file: number, ours: number) => boolean,
): ReportLine | null {
  for (const day of new Set([...file.keys(), ...ours.keys()]))
    for (const [at, name] of TOTALS.entries()) {
      const [expected, found] = [(file.get(day) ?? NONE)[at] ?? 0, (ours.get(day) ?? NONE)[at] ?? 0];
      if (known.has(name) && isWrong(expected, found))
        return { name: `${name} of ${dateOf(day)}`, file: expected, ours: found };
    }
  return null;
}
