import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a page with a new part between its marks; `path` is relative to the root. Throws if a mark is missing. */
export function renderMarked(path: string, mark: string, part: string): string {
  const [start, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const text = readFileSync(join(import.meta.dirname, '..', path), 'utf8');
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`${path} has no ${start} or no ${end}; put both where the table belongs.`);
  return `${before}${start}\n${part}\n${end}${after}`;
}
