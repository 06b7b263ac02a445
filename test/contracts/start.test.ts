import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { it } from 'vitest';

const FIRST = 'src/service/serve.ts';
/** What takes long to load, and what a gateway does without until it is ready. */
const LATER = [
  '@lingui/core',
  '@pothos/core',
  'express',
  'graphql',
  'graphql-yoga',
  'mysql2',
  'nodemailer',
  'piscina',
  'umzug',
];
/** The same of folders. */
const LATER_FOLDERS = /^src\/(accounts|counting|db\/columns|graphql|jobs|pages|rest|stats)\//;

it('A gateway is ready before what answers questions is loaded', async () => {
  const { metafile } = await build({
    entryPoints: [FIRST],
    bundle: true,
    write: false,
    outdir: 'unused',
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    metafile: true,
    logLevel: 'silent',
  });
  const loaded = new Set([FIRST]);
  for (const path of loaded) {
    const imports = metafile.inputs[path]?.imports ?? [];
    for (const { path: other, kind } of imports) if (kind === 'import-statement') loaded.add(other);
  }
  const packages = [...loaded].filter(name => !/^src\//.test(name));
  assert.ok(packages.includes('sequelize'), packages.join());
  assert.deepEqual(
    packages.filter(name => LATER.includes(name)),
    [],
  );
  assert.deepEqual(
    [...loaded].filter(name => LATER_FOLDERS.test(name)),
    [],
  );
});
