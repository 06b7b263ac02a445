import type { IncomingMessage, ServerResponse } from 'node:http';
import { LONGEST_HIT } from '../collect/raw-hit.ts';

/** The largest body that each kind of request may have, in bytes. */
export const BODY_LIMITS = {
  form: 8 * 1024,
  hit: LONGEST_HIT,
  batch: 2 * 1024 * 1024,
  rest: 64 * 1024,
  graphql: 100 * 1024,
};

/** A body over the limit; `size` is its least possible size in bytes. */
export class BodyTooLarge extends Error {
  readonly size: number;
  constructor(limit: number, size: number) {
    super(`The body is larger than ${limit} bytes; send less at a time.`);
    this.size = size;
  }
}

/** The responses to clients that send their body only after a 100 (Continue). */
const awaited = new WeakMap<IncomingMessage, ServerResponse>();

/** Lets a client that sent `Expect: 100-continue` wait until its body is read; if it is refused, none is sent. */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  awaited.set(request, response);
}

/** Asks such a client for its body; does nothing for any other. */
export function continueWhenAwaited(request: IncomingMessage): void {
  awaited.get(request)?.writeContinue();
}

/**
 * Returns the whole body, of at most `limit` bytes. Rejects with BodyTooLarge, at once if Content-Length says so, or with
 * another error if the client disconnects. Nothing is read beyond the limit; the server closes the connection.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > limit) return Promise.reject(new BodyTooLarge(limit, declared));
  continueWhenAwaited(request);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const take = (part: Buffer) => {
      size += part.length;
      if (size <= limit) return void parts.push(part);
      parts.length = 0;
      request.off('data', take).pause();
      reject(new BodyTooLarge(limit, size));
    };
    request.on('data', take);
    request.on('end', () => resolve(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)));
    const stop = () => {
      // A complete body is followed by a close too, and making an error takes longer than the response.
      if (!request.complete) reject(new Error('The body ended before it was complete.'));
    };
    request.on('close', stop);
    request.on('error', stop);
    if (request.destroyed) stop();
  });
}
