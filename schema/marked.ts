import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page as it is, with the part between its marks as it ought to be; throws when the marks are gone. `path` is from the root. */
export function renderMarked(path: string, mark: string, part: string): string {
  const [start, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const text = readFileSync(join(import.meta.dirname, '..', path), 'utf8');
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (after === undefined)
    throw new Error(`${path} has lost its ${start} or ${end}; put both where the table belongs.`);
  return `${before}${start}\n${part}\n${end}${after}`;
}
