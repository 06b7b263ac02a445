import type { ServerResponse } from 'node:http';

/** Sends a JSON response, successful or not; Express would hash each for an ETag that no client uses. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...cacheControl(response),
    'Content-Type': 'application/json; charset=utf-8',
    ...headers,
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

/** Returns the header that says how long caches keep a response, unless a stricter one is set already. */
export function cacheControl(response: ServerResponse, value = 'no-store'): Readonly<Record<string, string>> {
  return response.hasHeader('Cache-Control') ? {} : { 'Cache-Control': value };
}
