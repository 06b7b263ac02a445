import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { lazy } from '../domain/lazy.ts';
import { cacheControl } from './json.ts';

/** Lets pages that isolate themselves (COEP) load the tracker. */
const POLICY = { 'Cross-Origin-Resource-Policy': 'cross-origin' };

/** Returns a handler for the built tracker, compressed when it is first asked for and cacheable for a day by any browser and proxy. */
export function createScriptEndpoint(path: URL): (request: IncomingMessage, response: ServerResponse) => void {
  const plain = readFileSync(path);
  const bodies = {
    br: lazy(() => brotliCompressSync(plain)),
    gzip: lazy(() => gzipSync(plain)),
    identity: () => plain,
  };
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 20)}"`;
  const fixed = {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Access-Control-Allow-Origin': '*',
    ...POLICY,
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
    ETag: etag,
  };
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...POLICY, Allow: 'GET, HEAD', 'Content-Length': '0' }).end();
      return;
    }
    const headers = { ...fixed, ...cacheControl(response, 'public, max-age=86400') };
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
    const body = bodies[encoding]();
    response.writeHead(200, {
      ...headers,
      'Content-Length': body.length,
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
