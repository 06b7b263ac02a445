import type { IncomingMessage } from 'node:http';

/*
 * The parts of a request that all surfaces read in the same way.
 */

/**
 * Returns the API key that was sent: empty if it is malformed, null if there is none. Schemes other than Bearer are
 * meant for a proxy in front.
 */
export function keyIn({ headers: { authorization = '' } }: IncomingMessage): string | null {
  const [scheme = '', ...words] = authorization.trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'bearer') return null;
  return words.length === 1 ? (words[0] ?? '') : '';
}

/** The addresses of the service: its public origin, and the host that this request names. */
export type Own = readonly [origin: string, host: string | undefined];

/**
 * Returns true if the headers say that a page of another site sent the request. Links from there are allowed; anything
 * else is not. A proxy may have changed the name of the service, but not in both headers.
 */
export function isForeign({ method, headers }: IncomingMessage, [ownOrigin, host]: Own): boolean {
  const { origin } = headers;
  const isLink = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
  if (headers['sec-fetch-site'] === 'cross-site' && !isLink) return true;
  if (origin === undefined || origin === ownOrigin) return false;
  return host === undefined || URL.parse(origin)?.host !== host;
}

/** A body over the limit; `size` is its least possible size in bytes. */
export class BodyTooLarge extends Error {
  readonly size: number;
  constructor(limit: number, size: number) {
    super(`The body is larger than ${limit} bytes; send less at a time.`);
    this.size = size;
  }
}

/**
 * Returns the whole body, of at most `limit` bytes. Rejects with BodyTooLarge, after which the rest is discarded and
 * the response has to close the connection, or with another error if the client disconnects.
 */
export function readLimited(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > limit) reject(new BodyTooLarge(limit, declared));
    request.on('data', (chunk: Buffer) => {
      const wasWithin = size <= limit;
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else if (wasWithin) reject(new BodyTooLarge(limit, size));
    });
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    const stop = () => {
      // A complete body is followed by a close too, and making an error takes longer than the response.
      if (!request.complete) reject(new Error('The body ended before it was complete.'));
    };
    request.on('close', stop);
    request.on('error', stop);
    if (request.destroyed) stop();
  });
}
