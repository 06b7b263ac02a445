import type { ReadOptions, Row, SourceFile } from '../../importer.ts';
import { firstCells, readCsv, wrongCells } from '../../readers/csv.ts';
import { checkColumns, HitFields } from './fields.ts';

/** Returns whether a text is CSV with the columns of hits. */
export function isHitsCsv(text: string): boolean {
  const head = firstCells(text.replace(/^\uFEFF/, ''));
  return head.includes('time') && head.includes('page');
}

/** Reads hits as CSV; a head names the fields. Throws FileFault. */
export async function* readCsvHits(file: SourceFile, options: ReadOptions): AsyncGenerator<readonly Row[]> {
  const fields = new HitFields(options);
  let head: readonly string[] | undefined;
  for await (const { rows, lines } of readCsv(file)) {
    let start = 0;
    if (!head) {
      head = (rows[0] as readonly string[]).map(cell => cell.trim());
      checkColumns(file.name, head, options.mapping);
      start = 1;
    }
    const found: Row[] = [];
    for (let at = start; at < rows.length; at++) {
      const cells = rows[at] as readonly string[];
      const place = { file: file.name, line: lines[at] as number };
      const read =
        wrongCells(cells, head.length) ?? fields.read(Object.fromEntries(head.map((name, at) => [name, cells[at]])));
      if (typeof read === 'string') found.push({ type: 'bad', ...place, reason: read });
      else {
        const { id } = read.hit;
        found.push({ type: 'hit', ...place, identity: id === '' ? JSON.stringify(cells) : `id ${id}`, ...read });
      }
    }
    yield found;
  }
}
