import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configTable } from '../src/config.ts';

const START = '<!-- config -->';
const END = '<!-- /config -->';

/** The README as it is, with the table of variables as it ought to be; throws when it has no place for the table. */
export function renderReadme(): string {
  const text = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const [before, rest] = text.split(START);
  const after = rest?.split(END)[1];
  if (after === undefined)
    throw new Error(`README.md has lost its ${START} or ${END}; put both where the table belongs.`);
  return `${before}${START}\n${configTable()}\n${END}${after}`;
}
