import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { continueWhenAwaited } from './body.ts';

/** The requests whose body may take long, by their connection. */
const long = new WeakMap<Socket, IncomingMessage>();

/**
 * Lets the body of a request take as long as it needs, as files do, provided that some of it arrives at least every
 * `standstill` milliseconds. Call this only for callers who may send one. A client that waits for permission gets it.
 */
export function allowLongBody(request: IncomingMessage, standstill: number): void {
  long.set(request.socket, request);
  // Node's own timeout between requests comes back with the next one.
  request.socket.setTimeout(standstill);
  continueWhenAwaited(request);
}

/** Returns true while such a body is being sent on a connection. */
export function hasLongBody(socket: Socket): boolean {
  return long.get(socket)?.complete === false;
}
