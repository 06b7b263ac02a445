import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { isCountedFiltered } from '../domain/filter.ts';
import type { Statistic } from '../domain/statistic.ts';
import { PROPERTY, STATISTICS } from '../domain/statistics.ts';
import { FORM_KEYS } from '../domain/website-setting.ts';
import { WEBSITE_SETTINGS } from '../domain/website-settings.ts';
import * as account from './account/__generated__/operations.ts';
import * as forget from './forget/__generated__/operations.ts';
import * as imports from './imports/__generated__/operations.ts';
import { queryName, textOf } from './operation-text.ts';
import * as statistics from './statistics/__generated__/operations.ts';
import * as websites from './websites/__generated__/operations.ts';
import { drawWorld } from './world.ts';

const SOURCES = import.meta.dirname;
const ROOT = join(SOURCES, '../..');
const OUTDIR = join(ROOT, 'dist/dashboard');

/** Builds the web app into `outDir` and also compresses every text file, so that serving needs no compression. */
export async function buildDashboard(outDir: string = OUTDIR): Promise<void> {
  const world = JSON.stringify(drawWorld());
  const worldFile = `world-${createHash('sha256').update(world).digest('base64url').slice(0, 8)}.json`;
  const queries = namedQueries();
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    // Every page knows its base path; the app loads its own files relative to it.
    base: './',
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    define: {
      __QUERIES__: JSON.stringify(Object.fromEntries(queries.map(({ name, id }) => [name, id]))),
      __STATISTICS__: JSON.stringify([...STATISTICS, PROPERTY].map(entryOf)),
      __WEBSITE_SETTINGS__: JSON.stringify(WEBSITE_SETTINGS, [...FORM_KEYS]),
      __WORLD__: JSON.stringify(worldFile),
    },
    build: {
      outDir,
      emptyOutDir: true,
      manifest: true,
      target: ['chrome111', 'firefox115', 'safari16.4'],
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: { input: ['statistics.tsx', 'manage.tsx', 'plain.ts'].map(file => join(SOURCES, file)) },
    },
  });
  await writeFile(join(outDir, 'queries.json'), JSON.stringify(queries.map(({ id, text }) => [id, text])));
  const folder = join(outDir, 'assets');
  await writeFile(join(folder, worldFile), world);
  for (const name of await readdir(folder)) {
    if (!/\.(js|css|json|svg)$/.test(name)) continue;
    const text = await readFile(join(folder, name));
    await writeFile(join(folder, `${name}.gz`), gzipSync(text, { level: 9 }));
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(text));
  }
}

/** Returns all queries of the app; each id is a hash of the text, so that releases never confuse two queries. */
function namedQueries(): { readonly name: string; readonly id: string; readonly text: string }[] {
  const queries = [account, forget, imports, statistics, websites].flatMap(operations =>
    Object.values(operations).flatMap(operation => {
      const text = textOf(operation as { toString(): string });
      const name = queryName(text);
      return name === null ? [] : [{ name, id: createHash('sha256').update(text).digest('base64url'), text }];
    }),
  );
  const names = queries.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice) throw new Error(`Two queries of the app are called ${twice}; rename one.`);
  return queries;
}

/** Returns the part of a statistic that the app knows; see registry.ts. */
function entryOf(statistic: Statistic) {
  const { name, label, labels, description, metric, scope, column } = statistic;
  // A filter on a property names its key as well.
  const filterable = column !== undefined || statistic === PROPERTY;
  const countedFiltered = filterable || isCountedFiltered(statistic);
  return { name: name.toUpperCase(), label, labels, description, metric, scope, filterable, countedFiltered };
}

if (import.meta.main) {
  await buildDashboard();
  console.log('The dashboard is built.');
}
