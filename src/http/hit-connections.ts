import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer } from './collect-answers.ts';
import { type HitRequest, readHit } from './hit-request.ts';

/** Where hits go that were read without Node's parser. */
export interface HitRoute {
  readonly paths: readonly string[];
  /** Answers a hit; never rejects. Returns null, without any effect, for one that Node's server is to answer. */
  readonly take: (request: HitRequest) => Promise<Answer> | null;
}

export interface HitConnectionOptions extends HitRoute {
  /** Takes over a connection; what it has sent since its last hit follows as an event `data`. */
  readonly serve: (socket: Socket) => void;
  /** The milliseconds that a connection is kept without a request. */
  readonly keepAlive: number;
}

interface Connection {
  readonly socket: Socket;
  /** What arrived while a hit is answered. */
  held: Buffer | null;
  isBusy: boolean;
  /** The client sends no more. */
  hasEnded: boolean;
  /** Removes the listeners. */
  readonly leave: () => void;
}

/**
 * Connections that have sent nothing but plain hits, one at a time. For a hit, Node's server costs more than all that the
 * collector does, so it gets a connection only when anything else arrives on it, and keeps it from then on.
 */
export class HitConnections {
  readonly #options: HitConnectionOptions;
  readonly #paths: ReadonlySet<string>;
  readonly #connections = new Set<Connection>();
  #isClosing = false;
  #last = { answer: null as Answer | null, second: 0, text: '' };

  constructor(options: HitConnectionOptions) {
    this.#options = options;
    this.#paths = new Set(options.paths);
  }

  /** Takes over a connection if its first bytes are a plain hit. Returns false, without any effect, if they are not. */
  add(socket: Socket, bytes: Buffer): boolean {
    const answering = this.#read(socket, bytes);
    if (!answering) return false;
    const take = (part: Buffer) => this.#take(connection, part);
    const end = () => this.#end(connection);
    const wait = () => void (connection.isBusy || socket.destroy());
    const close = () => this.#connections.delete(connection);
    const leave = () => void socket.off('data', take).off('end', end).off('timeout', wait).off('close', close);
    const connection: Connection = { socket, held: null, isBusy: false, hasEnded: false, leave };
    socket.on('data', take).on('end', end).on('timeout', wait).on('close', close);
    socket.setTimeout(this.#options.keepAlive);
    this.#connections.add(connection);
    this.#answer(connection, answering);
    return true;
  }

  /** Closes the connections that wait for a request, and others after their response; with `all`, these at once, too. */
  close(all: boolean): void {
    this.#isClosing = true;
    for (const { socket, isBusy } of this.#connections) if (all || !isBusy) socket.destroy();
  }

  /** A client that does not read its responses must not get more of them. */
  #read(socket: Socket, bytes: Buffer): Promise<Answer> | null {
    const hit = socket.writableLength > 0 ? null : readHit(bytes, this.#paths, socket);
    return hit && this.#options.take(hit);
  }

  #take(connection: Connection, part: Buffer): void {
    const { socket, isBusy, held } = connection;
    if (isBusy) {
      connection.held = held ? Buffer.concat([held, part]) : part;
      socket.pause();
      return;
    }
    const answering = this.#read(socket, part);
    if (answering) {
      this.#answer(connection, answering);
      return;
    }
    connection.leave();
    this.#connections.delete(connection);
    this.#options.serve(socket);
    socket.emit('data', part);
  }

  #answer(connection: Connection, answering: Promise<Answer>): void {
    const { socket } = connection;
    connection.isBusy = true;
    void answering.then(answer => {
      connection.isBusy = false;
      if (socket.destroyed) return;
      const { held } = connection;
      const isLast = this.#isClosing || (connection.hasEnded && !held);
      socket.write(
        isLast ? textOf(answer, 'Connection: close') : this.#textOf(answer),
        answer.body === '' ? 'latin1' : 'utf8',
      );
      if (isLast) socket.destroySoon();
      else if (held) {
        connection.held = null;
        socket.resume();
        this.#take(connection, held);
      }
    });
  }

  #end(connection: Connection): void {
    connection.hasEnded = true;
    if (!connection.isBusy) connection.socket.end();
  }

  /** Nearly all responses within a second are the same. */
  #textOf(answer: Answer): string {
    const second = Math.floor(Date.now() / 1000);
    if (this.#last.answer === answer && this.#last.second === second) return this.#last.text;
    const keepAlive = Math.floor(this.#options.keepAlive / 1000);
    const text = textOf(answer, `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAlive}`);
    this.#last = { answer, second, text };
    return text;
  }
}

/** Returns the response as Node's server would send it. */
function textOf({ status, headers, body }: Answer, connection: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const date = new Date().toUTCString();
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}Date: ${date}\r\n${connection}\r\n\r\n${body}`;
}
