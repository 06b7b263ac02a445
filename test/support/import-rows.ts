import type { CountedValue, Importer, ReadOptions, Row, SumsRow } from '../../src/imports/importer.ts';
import { beginningOf } from '../../src/imports/readers/text.ts';

const OPTIONS: ReadOptions = {
  timezone: null,
  until: null,
  mapping: null,
  domain: 'site-1.example',
  zone: 'UTC',
  now: Date.parse('2026-03-10T12:00:00Z'),
};

/** Returns what an importer reads from files with these contents, in pieces of a few bytes. */
export async function rowsOf(
  importer: Importer,
  files: Readonly<Record<string, string>>,
  more: Partial<ReadOptions> & { readonly named?: boolean } = {},
): Promise<{ readonly version: string; readonly rows: Row[] }> {
  const contents = Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  const beginnings = contents.map(({ name, bytes }) => ({ name, text: beginningOf(bytes.subarray(0, 65_536)) }));
  const recognised = importer.recognise(beginnings, more.named === true);
  if (!recognised) throw new Error('The files are not recognised.');
  const sources = contents.map(({ name, bytes }) => ({
    name,
    async *read() {
      for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
    },
  }));
  const rows: Row[] = [];
  for await (const some of importer.read(sources, { ...OPTIONS, ...more })) rows.push(...some);
  return { version: recognised.version, rows };
}

/** Returns all that rows of sums count, in their order; what those of a file add to the totals of a day is one, the last. */
export function countedIn(rows: readonly Row[]): (Pick<SumsRow, 'file' | 'day'> & CountedValue)[] {
  const all = rows.flatMap(row =>
    row.type === 'sums' ? row.counted.map(one => ({ file: row.file, day: row.day, ...one })) : [],
  );
  const days = Map.groupBy(
    all.filter(({ name }) => name === 'day'),
    ({ file, day }) => `${day} ${file}`,
  );
  return all.flatMap(one => {
    const ofDay = one.name === 'day' ? (days.get(`${one.day} ${one.file}`) ?? []) : [one];
    if (ofDay.at(-1) !== one) return [];
    const sums: Record<string, number> = {};
    for (const other of ofDay)
      for (const [metric, sum] of Object.entries(other.sums)) sums[metric] = (sums[metric] ?? 0) + sum;
    return [{ ...one, sums }];
  });
}
