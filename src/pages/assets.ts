import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { extname } from 'node:path';
import type { RequestHandler } from 'express';
import type { Language } from '../domain/languages.ts';
import { cacheControl } from '../http/json.ts';

/** The files that a page loads, by their paths below the base path. */
export interface Entry {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Modules and fonts that the page needs at once. */
  readonly preloads: readonly string[];
}

/** The built web app. */
export type Assets = ReturnType<typeof openAssets>;

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly assets?: readonly string[];
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

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
export function openAssets(folder: URL) {
  let manifest: Readonly<Record<string, Chunk>> | undefined;
  let messages: Readonly<Record<string, Readonly<Record<Language, string>>>> | undefined;

  return {
    /** Returns the files of an entry of the app. Throws when the app was not built. */
    entry(name: string): Entry {
      manifest ??= readBuilt(folder, '.vite/manifest.json') as NonNullable<typeof manifest>;
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
    /** Returns the file with the messages that a part of the app loads. Throws when the app was not built. */
    messages(app: string, language: Language): string {
      messages ??= readBuilt(folder, 'messages.json') as NonNullable<typeof messages>;
      const file = messages[app]?.[language];
      if (!file) throw new Error(`The web app has no messages of ${app} in ${language}; run npm run build.`);
      return file;
    },
    /** Serves the files of the app by their names, which change with their content. */
    files: serveFiles(new URL('assets/', folder)),
  };
}

/** Serves files from memory, all read at the first request; a request never holds a file open. */
function serveFiles(folder: URL): RequestHandler {
  let files: ReadonlyMap<string, Buffer> | undefined;
  return (request, response, next) => {
    files ??= new Map(namesIn(folder).map(name => [name, readFileSync(new URL(name, folder))]));
    const name = request.path.slice(1);
    const type = TYPES[extname(name)];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const encoding = encodingFor(request);
    const packed = encoding && files.get(`${name}.${encoding}`);
    const body = packed || files.get(name);
    if (!isRead || !type || !body) return next();
    response.writeHead(200, {
      'Content-Type': type,
      'Content-Length': body.length,
      // The file name changes with the content.
      ...cacheControl(response, 'public, max-age=31536000, immutable'),
      'Cross-Origin-Resource-Policy': 'same-origin',
      Vary: 'Accept-Encoding',
      ...(packed ? { 'Content-Encoding': encoding === 'gz' ? 'gzip' : encoding } : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

function namesIn(folder: URL): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function encodingFor(request: IncomingMessage): 'br' | 'gz' | null {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  return /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gz' : null;
}

function readBuilt(folder: URL, file: string): unknown {
  try {
    return JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
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
