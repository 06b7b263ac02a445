import type { IncomingMessage } from 'node:http';

/*
 * What all surfaces read of a request in the same way.
 */

/** The API key that is sent: empty when it cannot be one, null when none is sent. Other schemes than Bearer are for a proxy in front. */
export function keyIn({ headers: { authorization = '' } }: IncomingMessage): string | null {
  const [scheme = '', ...words] = authorization.trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'bearer') return null;
  return words.length === 1 ? (words[0] ?? '') : '';
}

/** Where the service is reached: its public origin, and the host that this request names. */
export type Own = readonly [origin: string, host: string | undefined];

/**
 * Whether a request says that a page of another site has sent it. A link may lead here; all else that a browser sends from
 * there may not. A proxy may have changed what the service is called, but not for both headers.
 */
export function isForeign({ method, headers }: IncomingMessage, [ownOrigin, host]: Own): boolean {
  const { origin } = headers;
  const isLink = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
  if (headers['sec-fetch-site'] === 'cross-site' && !isLink) return true;
  if (origin === undefined || origin === ownOrigin) return false;
  return host === undefined || URL.parse(origin)?.host !== host;
}

/** A body is larger than is taken; `size` is what it has at least, in bytes. */
export class BodyTooLarge extends Error {
  readonly size: number;
  constructor(limit: number, size: number) {
    super(`The body is larger than ${limit} bytes; send less at a time.`);
    this.size = size;
  }
}

/**
 * The whole body, of at most `limit` bytes. Rejects with BodyTooLarge, after which the rest flows past unread and the answer
 * has to close the connection; or with another error when the client goes away.
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
      // A close follows each whole body too, and making an error takes longer than answering.
      if (!request.complete) reject(new Error('The body ended before it was complete.'));
    };
    request.on('close', stop);
    request.on('error', stop);
    if (request.destroyed) stop();
  });
}
