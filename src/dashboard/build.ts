import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { minify } from '@swc/core';
import { build } from 'vite';
import { readPlace } from '../collect/place-record.ts';
import { readPlaceRecords } from '../collect/place-records.ts';
import { isCountedFiltered } from '../domain/filter.ts';
import { LANGUAGES } from '../domain/languages.ts';
import type { Statistic } from '../domain/statistic.ts';
import { PROPERTY, STATISTICS } from '../domain/statistics.ts';
import { FORM_KEYS } from '../domain/website-setting.ts';
import { WEBSITE_SETTINGS } from '../domain/website-settings.ts';
import { APP_FILES, compiledMessages } from '../messages/catalogues.ts';
import * as account from './account/__generated__/operations.ts';
import * as forget from './forget/__generated__/operations.ts';
import { drawGlyphs } from './glyphs.ts';
import * as imports from './imports/__generated__/operations.ts';
import { queryName, textOf } from './operation-text.ts';
import { drawPositions } from './positions.ts';
import * as statistics from './statistics/__generated__/operations.ts';
import * as websites from './websites/__generated__/operations.ts';
import { drawWorld } from './world.ts';

const SOURCES = import.meta.dirname;
const ROOT = join(SOURCES, '../..');
/** Characters of the id of a query, of 6 bits each: no two queries share them by chance, and the app has all ids. */
const ID_LENGTH = 9;
/** Devices whose pointer can hover; a finger cannot. */
const HOVERS = '(hover: hover)';
const NO_PRELOADING = 'export const __vitePreload = load => load();';
const OUTDIR = join(ROOT, 'dist/dashboard');

/** Builds the web app into `outDir` and also compresses every text file, so that serving needs no compression. */
export async function buildDashboard(outDir: string = OUTDIR): Promise<void> {
  const maps = (['110m', '50m'] as const).map(detail => {
    const { width, height, shapes } = drawWorld(detail);
    const text = JSON.stringify({ width, height, shapes });
    return { text, file: `world-${hashOf(text).slice(0, 8)}.json` };
  });
  const glyphs = JSON.stringify(drawGlyphs());
  const glyphsFile = `glyphs-${hashOf(glyphs).slice(0, 8)}.json`;
  const queries = namedQueries();
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    // Every page knows its base path; the app loads its own files relative to it.
    base: './',
    logLevel: 'warn',
    plugins: [
      { name: 'shorter-texts', transform: shortened },
      // What later parts share with others is there already, so nothing is loaded before them.
      {
        name: 'no-preloading',
        enforce: 'pre',
        load: id => (id.includes('vite/preload-helper') ? NO_PRELOADING : null),
      },
      // Vite's own minifier leaves a hundredth more to transfer.
      {
        name: 'smaller-chunks',
        async generateBundle(_, bundle) {
          for (const chunk of Object.values(bundle)) {
            if (chunk.type === 'chunk')
              chunk.code = (await minify(chunk.code, { module: true, compress: { passes: 3 } })).code;
          }
        },
      },
    ],
    css: {
      postcss: {
        plugins: [
          { postcssPlugin: 'steady-fonts', Declaration: { 'font-display': keepFont } },
          // Otherwise, what a finger presses counts as hovered, which Chromium draws before it dispatches the press.
          {
            postcssPlugin: 'hover-by-pointers',
            Rule(rule, { AtRule }) {
              const over = rule.selectors.filter(selector => selector.includes(':hover'));
              if (over.length === 0 || (rule.parent as { params?: string }).params === HOVERS) return;
              const others = rule.selectors.filter(selector => !selector.includes(':hover'));
              if (others.length > 0) rule.before(rule.clone({ selectors: others }));
              const media = new AtRule({ name: 'media', params: HOVERS });
              rule.replaceWith(media);
              media.append(rule.clone({ selectors: over }));
            },
          },
        ],
      },
    },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    define: {
      __QUERIES__: JSON.stringify(Object.fromEntries(queries.map(({ name, id }) => [name, id]))),
      __STATISTICS__: JSON.stringify([...STATISTICS, PROPERTY].map(entryOf)),
      __WEBSITE_SETTINGS__: JSON.stringify(WEBSITE_SETTINGS, [...FORM_KEYS]),
      __GLYPHS__: JSON.stringify(glyphsFile),
      __WORLDS__: JSON.stringify(maps.map(({ file }) => file)),
    },
    build: {
      outDir,
      emptyOutDir: true,
      manifest: true,
      target: ['chrome111', 'firefox115', 'safari16.4'],
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: ['statistics.tsx', 'manage.tsx', 'plain.ts'].map(file => join(SOURCES, file)),
        checks: { pluginTimings: false },
        // Browsers load six files of one server at once, and a page needed more.
        output: { codeSplitting: { groups: [{ name: 'shared', test: /\.(tsx?|m?js)$/, minShareCount: 2 }] } },
      },
    },
  });
  await writeFile(join(outDir, 'queries.json'), JSON.stringify(queries.map(({ id, text }) => [id, text])));
  const folder = join(outDir, 'assets');
  for (const { file, text } of maps) await writeFile(join(folder, file), text);
  await writeFile(join(folder, glyphsFile), glyphs);
  await writeMessages(outDir);
  for (const name of await readdir(folder)) {
    if (!/\.(js|css|json|svg)$/.test(name)) continue;
    const text = await readFile(join(folder, name));
    await writeFile(join(folder, `${name}.gz`), gzipSync(text, { level: 9 }));
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(text));
  }
}

/** Text keeps the font that it is first drawn in; a font that arrives later, which would move everything, serves the next page. */
function keepFont(display: { value: string }): void {
  if (display.value !== 'optional') display.value = 'optional';
}

/**
 * Operations are sent on one line; the texts of metrics describe the API, as the app has its own in every language; and
 * nobody reads what a library says of mistakes that the app does not make.
 */
function shortened(code: string, file: string): string | null {
  if (file.includes('/@lingui/core/')) return code.replace(/"Lingui: [^"]*"/g, '""');
  if (file.endsWith('/__generated__/operations.ts')) return code.replace(/`[^`]*`/g, text => text.replace(/\s+/g, ' '));
  return file.endsWith('/domain/metrics.ts') ? code.replace(/\b(label|description):\s*(['"]).*?\2,/gs, '') : null;
}

/** Writes the messages of every language for each part of the app, and `messages.json`, which names the files. */
async function writeMessages(outDir: string): Promise<void> {
  const names: Record<string, Record<string, string>> = {};
  for (const [app, files] of Object.entries(APP_FILES)) {
    for (const { code } of LANGUAGES) {
      const text = JSON.stringify(compiledMessages(code, files));
      const file = `assets/messages-${app}-${code}-${hashOf(text).slice(0, 8)}.json`;
      await writeFile(join(outDir, file), text);
      names[app] = { ...names[app], [code]: file };
    }
  }
  await writeFile(join(outDir, 'messages.json'), JSON.stringify(names));
}

/** Writes where the map shows cities and regions; the server looks them up. */
async function writePositions(): Promise<void> {
  const places = (await readPlaceRecords()).map(({ record, networks }) => {
    const { longitude, latitude } = record as { readonly longitude: number; readonly latitude: number };
    return { ...readPlace(record), longitude, latitude, networks };
  });
  await writeFile(join(OUTDIR, 'positions.txt'), drawPositions(places, drawWorld('110m').project));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Returns all queries of the app; each id is a hash of the text, so that releases never confuse two queries. */
function namedQueries(): { readonly name: string; readonly id: string; readonly text: string }[] {
  const queries = [account, forget, imports, statistics, websites].flatMap(operations =>
    Object.values(operations).flatMap(operation => {
      const text = textOf(operation as { toString(): string });
      const name = queryName(text);
      return name === null ? [] : [{ name, id: hashOf(text).slice(0, ID_LENGTH), text }];
    }),
  );
  const names = queries.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice) throw new Error(`Two queries of the app are called ${twice}; rename one.`);
  return queries;
}

/** Returns the part of a statistic that the app knows; see registry.ts. */
function entryOf(statistic: Statistic) {
  const { name, labels, metric, scope, column, lacking } = statistic;
  // A filter on a property names its key as well.
  const filterable = column !== undefined || statistic === PROPERTY;
  const countedFiltered = filterable || isCountedFiltered(statistic);
  return { name: name.toUpperCase(), labels, metric, scope, lacking, filterable, countedFiltered };
}

if (import.meta.main) {
  await buildDashboard();
  await writePositions();
  console.log('The dashboard is built.');
}
