import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const OUTFILE = join(import.meta.dirname, '../../dist/tracker/script.js');

/** Returns the tracker as browsers load it: one classic script, minified, for browsers from 2019 on. */
export async function bundleTracker(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'script.ts')],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2019',
    legalComments: 'none',
    // Keeps esbuild from putting "use strict" in front, on which nothing depends.
    tsconfigRaw: {},
    write: false,
  });
  return outputFiles
    .map(file => file.text)
    .join('')
    .trim();
}

if (import.meta.main) {
  const script = await bundleTracker();
  await mkdir(dirname(OUTFILE), { recursive: true });
  await writeFile(OUTFILE, script);
  console.log(`The tracker is built: ${script.length} bytes, ${gzipSync(script, { level: 9 }).length} bytes gzip.`);
}
