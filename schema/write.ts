import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PUBLISHED } from './published.ts';

/* Writes the published files; a command-line argument limits them to the paths that contain it. */

const [word = ''] = process.argv.slice(2);

for (const { path, render } of PUBLISHED.filter(published => published.path.includes(word))) {
  const file = join(import.meta.dirname, '..', path);
  const text = await render();
  const before = await readFile(file, 'utf8').catch(() => '');
  if (text !== before) await writeFile(file, text);
  console.log(`${path} ${text === before ? 'is up to date' : 'is written'}.`);
}
