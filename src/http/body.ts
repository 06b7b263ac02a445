import type { IncomingMessage } from 'node:http';

/** Thrown when a body is larger than its endpoint takes; the rest of it is not read. */
export class BodyTooLarge extends Error {
  readonly limit: number;
  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes; send less at once.`);
    this.limit = limit;
  }
}

/** Reads a request's body as UTF-8 text, at most `limit` bytes of it. Rejects with BodyTooLarge, or when the client goes away. */
export function readBody(request: IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    if (Number(request.headers['content-length'] ?? 0) > limit) return reject(new BodyTooLarge(limit));
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.removeAllListeners('data');
        request.pause();
        return reject(new BodyTooLarge(limit));
      }
      chunks.push(chunk);
    });
    request.on('end', () =>
      resolve((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString('utf8')),
    );
    request.on('error', reject);
    request.on('aborted', () => reject(new Error('The client went away before the body was complete.')));
  });
}
