import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { examples } from './examples.ts';

const BUILT = join(import.meta.dirname, '../../../dist/graphiql');

const TYPES = new Map([
  ['graphiql.js', 'text/javascript; charset=utf-8'],
  ['graphiql.css', 'text/css; charset=utf-8'],
]);

/** Everything is loaded from the service itself. GraphiQL's style sheet has the data: images and fonts. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const compress = promisify(gzip);

interface File {
  readonly body: Buffer;
  readonly tag: string;
}

/** Serves the GraphiQL page to clients that accept HTML, and its two files; returns false for any other request. */
export type GraphiqlHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export function createGraphiql(now: () => number): GraphiqlHandler {
  const files = new Map<string, Promise<File>>();

  async function sendFile(
    name: string,
    type: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const reading = files.get(name) ?? readBuilt(name);
    files.set(name, reading);
    const { body, tag } = await reading;
    response.setHeader('Content-Type', type);
    if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('ETag', tag);
    if (request.headers['if-none-match'] === tag) response.writeHead(304).end();
    else response.setHeader('Content-Encoding', 'gzip').setHeader('Content-Length', body.length).end(body);
  }

  return async (request, response) => {
    if (request.method !== 'GET') return false;
    const path = request.url?.split('?', 1)[0] ?? '';
    const name = path.slice(path.lastIndexOf('/') + 1);
    const type = TYPES.get(name);
    if (type === undefined && !request.headers.accept?.includes('text/html')) return false;
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (type !== undefined) {
      await sendFile(name, type, request, response);
      return true;
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', POLICY);
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('Cache-Control', 'no-store');
    response.end(page(now()));
    return true;
  };
}

/** Reads a built file as gzip, its only form: every browser that runs this JavaScript supports gzip. */
async function readBuilt(name: string): Promise<File> {
  const text = await readFile(join(BUILT, name)).catch(() => `/* GraphiQL is not built; run npm run build. */`);
  const body = await compress(text);
  return { body, tag: `"${createHash('sha256').update(body).digest('base64url')}"` };
}

/** Returns the page; its files have relative addresses, so that it works below any path. */
function page(now: number): string {
  // Only `<` can end the text of a script element, and JSON can escape it.
  const tabs = JSON.stringify(examples(now)).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>GraphiQL - Footfall</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="graphql/graphiql.css">
</head>
<body>
<div id="graphiql"><noscript>GraphiQL needs JavaScript.</noscript></div>
<script type="application/json" id="examples">${tabs}</script>
<script src="graphql/graphiql.js"></script>
</body>
</html>
`;
}
