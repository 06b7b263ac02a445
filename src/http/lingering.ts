import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

export const LINGERING = {
  /** The milliseconds that a client has to read its response and to stop sending. */
  patience: 5_000,
  /** The connections that linger at the same time; beyond it, the oldest is cut off. */
  connections: 500,
  /** The milliseconds between two turns of reading, and the parts of at most 64 KiB that are read in each. */
  turn: 5,
  parts: 2,
};

/** A body of at most this many bytes usually arrives together with its headers. */
const WITH_HEADERS = 8 * 1024;

/**
 * Connections that are closed while their client may still be sending. Closing one at once would reset it, and most
 * clients would report the reset instead of the response. So only the sending side is closed, and what arrives is
 * discarded in small turns, which all these connections share, until the client closes its side.
 */
export class Lingering {
  /** The oldest first. */
  readonly #connections = new Set<Socket>();
  /** Connections that continue in one of the next turns. */
  readonly #waiting: Socket[] = [];
  #turns: NodeJS.Timeout | null = null;
  /** The parts that may still be read in this turn. */
  #left = 0;

  /** Closes the connection once its client has read the response, provided that the request's body was not read. */
  after(request: IncomingMessage, response: ServerResponse): void {
    const { headers, socket } = request;
    if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= WITH_HEADERS) return;
    const { writeHead } = response;
    response.writeHead = ((...head: Parameters<typeof writeHead>) => {
      if (!request.complete) response.shouldKeepAlive = false;
      return writeHead.apply(response, head);
    }) as typeof writeHead;
    // Node calls this after the last response of a connection.
    socket.destroySoon = () => {
      if (request.complete) Socket.prototype.destroySoon.call(socket);
      else this.close(socket);
    };
  }

  /** Sends what was written to the socket, and closes it once its client has done so. */
  close(socket: Socket): void {
    if (socket.destroyed || this.#connections.has(socket)) return;
    const [oldest] = this.#connections;
    if (oldest && this.#connections.size >= LINGERING.connections) oldest.destroy();
    this.#connections.add(socket);
    // From here on nothing is parsed.
    socket.removeAllListeners('data').removeAllListeners('end').pause();
    socket.on('data', (part: Buffer<ArrayBuffer>) => {
      // Frees it at once; tens of megabytes would wait for V8 to collect them. A part of a larger buffer is shared.
      if (part.length === part.buffer.byteLength) part.buffer.transfer(0);
      this.#left--;
      if (this.#left > 0) return;
      socket.pause();
      this.#waiting.push(socket);
    });
    // The parser has read past the stream, which would otherwise still wait for what it asked for.
    socket.push('');
    socket.on('end', () => socket.destroy());
    const patience = setTimeout(() => socket.destroy(), LINGERING.patience);
    socket.once('close', () => {
      clearTimeout(patience);
      this.#connections.delete(socket);
    });
    socket.end();
    this.#waiting.push(socket);
    this.#turns ??= setInterval(() => this.read(), LINGERING.turn);
  }

  /** Lets the connections that have waited for longest read on. */
  read(): void {
    this.#left = LINGERING.parts;
    for (const socket of this.#waiting.splice(0, LINGERING.parts)) socket.resume();
    if (this.#connections.size > 0 || !this.#turns) return;
    clearInterval(this.#turns);
    this.#turns = null;
  }
}

/** A connection of Node's server, with the response that is being sent on it; further ones wait for their turn. */
type ServerSocket = Socket & { readonly _httpMessage?: ServerResponse<IncomingMessage> | null };

/**
 * Connections that get a response although they sent no request that could be handled: after the responses to earlier
 * requests. Thousands of them can be due at the same moment, so they are closed in turns, between which others are served.
 */
export class Unanswered {
  /** Node reports every further part that arrives after one that it could not parse. */
  readonly #added = new WeakSet<Socket>();
  readonly #due: { readonly socket: Socket; readonly status: string }[] = [];
  readonly #lingering: Lingering;

  constructor(lingering: Lingering) {
    this.#lingering = lingering;
  }

  add(socket: Socket, status: string): void {
    if (this.#added.has(socket)) return;
    this.#added.add(socket);
    socket.pause();
    this.#afterResponses(socket, status);
  }

  #afterResponses(socket: ServerSocket, status: string): void {
    const { _httpMessage: response } = socket;
    // The request that cannot be parsed may itself wait for the rest of its body; the status takes the place of its response.
    if (response && (response.headersSent || response.req.complete))
      response.once('close', () => this.#afterResponses(socket, status));
    else if (this.#due.push({ socket, status }) === 1) setImmediate(() => this.close());
  }

  close(): void {
    for (const { socket, status } of this.#due.splice(0, 50)) {
      if (!socket.writable) continue;
      const body = JSON.stringify({ message: `${status.slice(4)}.` });
      const headers = `Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
      socket.write(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`);
      // Clients that were too slow, or have closed their side, are not waited for.
      if (status.startsWith('408') || socket.readableEnded) Socket.prototype.destroySoon.call(socket);
      else this.#lingering.close(socket);
    }
    if (this.#due.length > 0) setImmediate(() => this.close());
  }
}
