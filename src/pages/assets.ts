import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RequestHandler } from 'express';
import sirv from 'sirv';

/** The files that a page loads, by their paths below the base path. */
export interface Entry {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Modules and fonts that the page needs at once. */
  readonly preloads: readonly string[];
}

/** The built web app. */
export interface Assets {
  /** Returns the files of an entry of the app. Throws when the app was not built. */
  entry(name: string): Entry;
  /** Serves the files of the app by their names, which change with their content. */
  readonly files: RequestHandler;
}

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly assets?: readonly string[];
}

/** The folder of the built app. */
export const APP = new URL('../../dist/dashboard/', import.meta.url);

/** Returns a function from the id of an app query to its text; the function throws when the app was not built. */
export function openQueries(folder: URL): (id: string) => string | undefined {
  let texts: ReadonlyMap<string, string> | undefined;
  return id => {
    texts ??= new Map(JSON.parse(readFileSync(new URL('queries.json', folder), 'utf8')) as [string, string][]);
    return texts.get(id);
  };
}

/** Opens the app in the folder it was built into. */
export function openAssets(folder: URL): Assets {
  let manifest: Readonly<Record<string, Chunk>> | undefined;

  return {
    entry(name) {
      manifest ??= readManifest(folder);
      const chunk = manifest[name];
      if (!chunk) throw new Error(`The web app has no entry ${name}; run npm run build.`);
      const all = withImports(chunk, manifest);
      return {
        scripts: [chunk.file],
        styles: [...new Set(all.flatMap(({ css = [] }) => css))],
        preloads: [
          ...all.slice(1).map(({ file }) => file),
          ...all.flatMap(({ assets = [] }) => assets.filter(asset => /-latin-wght-normal/.test(asset))),
        ],
      };
    },
    files: serveFiles(fileURLToPath(new URL('assets/', folder))),
  };
}

function serveFiles(folder: string): RequestHandler {
  if (!existsSync(folder)) return (_request, _response, next) => next();
  return sirv(folder, {
    immutable: true,
    maxAge: 31_536_000,
    brotli: true,
    gzip: true,
    setHeaders: response => void response.setHeader('Cross-Origin-Resource-Policy', 'same-origin'),
  });
}

function readManifest(folder: URL): Record<string, Chunk> {
  try {
    return JSON.parse(readFileSync(new URL('.vite/manifest.json', folder), 'utf8'));
  } catch (cause) {
    throw new Error('The web app was not built; run npm run build.', { cause });
  }
}

function withImports(chunk: Chunk, manifest: Readonly<Record<string, Chunk>>): readonly Chunk[] {
  const all = new Set([chunk]);
  for (const one of all) {
    for (const name of one.imports ?? []) {
      const imported = manifest[name];
      if (imported) all.add(imported);
    }
  }
  return [...all];
}
