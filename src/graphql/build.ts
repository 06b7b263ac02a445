import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const OUTDIR = join(import.meta.dirname, '../../dist/graphiql');

await mkdir(OUTDIR, { recursive: true });
const { outputFiles } = await build({
  entryPoints: [
    { in: join(import.meta.dirname, 'graphiql/main.ts'), out: 'graphiql' },
    { in: join(import.meta.dirname, 'graphiql/page.css'), out: 'graphiql' },
  ],
  outdir: OUTDIR,
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  define: { 'process.env.NODE_ENV': '"production"' },
  legalComments: 'eof',
  write: false,
});
for (const { path, contents } of outputFiles) {
  await writeFile(path, contents);
  console.log(`Built ${path}: ${contents.length} bytes.`);
}
