import { beginningsOf } from '../../src/imports/files.ts';
import type { ReadOptions, Row } from '../../src/imports/importer.ts';
import { inUtf8 } from '../../src/imports/readers/text.ts';
import { recognise } from '../../src/imports/registry.ts';

const OPTIONS: ReadOptions = {
  timezone: null,
  until: null,
  mapping: null,
  domain: 'site-1.example',
  zone: 'UTC',
  now: Date.parse('2026-03-10T12:00:00Z'),
};

/** What the source of some files reads from them, without a database. */
export async function rowsOf(contents: Readonly<Record<string, string | Buffer>>, options: Partial<ReadOptions> = {}) {
  const files = Object.entries(contents).map(([name, content]) =>
    inUtf8({
      name,
      async *read() {
        const bytes = Buffer.from(content);
        // Pieces end in the middle of characters and rows.
        for (let at = 0; at < bytes.length; at += 97) yield bytes.subarray(at, at + 97);
      },
    }),
  );
  const found = recognise(await beginningsOf(files), null);
  if (!found) throw new Error('Nobody recognises the files.');
  const rows: Row[] = [];
  for await (const some of found.importer.read(files, { ...OPTIONS, ...options })) rows.push(...some);
  const hits = rows.flatMap(row => (row.type === 'hit' ? [row] : []));
  const bad = rows.flatMap(row => (row.type === 'bad' ? [`${row.line}: ${row.reason}`] : []));
  const leftOut = rows.flatMap(row => (row.type === 'left out' ? [row.reason] : []));
  return { source: found.importer.source, version: found.recognised.version, rows, hits, bad, leftOut };
}
