import { type IncomingMessage, METHODS } from 'node:http';
import type { Socket } from 'node:net';
import { hasLongBody } from './long-body.ts';

export interface ArrivalOptions {
  /** Takes over a connection whose first bytes are a plain hit; returns false, without any effect, for any other. */
  readonly takeHits: (socket: Socket, bytes: Buffer) => boolean;
  /** Takes over a connection; what it has sent so far follows as an event `data`. */
  readonly serve: (socket: Socket) => void;
  /** Responds to a connection that is too late, or that has ended in the middle of its headers. */
  readonly refuse: (socket: Socket, status: string) => void;
  /** In milliseconds: what a connection's first request may take, 0 for any time, and the time between two checks. */
  readonly timeouts: { readonly request: number; readonly check: number };
  /** The length beyond which the server is to refuse headers. */
  readonly longest: number;
}

/** A connection whose first request may not be complete. */
interface Arrival {
  readonly since: number;
  /** The part of the headers that has arrived; null once the server has the connection. */
  head: string | null;
  request: IncomingMessage | null;
  /** Removes the listeners that wait for more. */
  readonly leave: () => void;
}

const BLANK_LINE = '\r\n\r\n';
const LONGEST_METHOD = Math.max(...METHODS.map(({ length }) => length));
const NAME = "[\\w!#$%&'*+.^`|~-]+";
const VALUE = '[\\t -~\\x80-\\xff]*';
const FIELDS = `(?:${NAME}:${VALUE}\\r\\n)*(?:${NAME}(?::${VALUE}\\r?)?|\\r)?`;
/**
 * Headers that HTTP allows, as far as they have arrived. Anything else is for the server to refuse at once. They are
 * tested again with each part: the time grows only with their length, to about 40 µs for 16 kB.
 */
const BEGINNING = new RegExp(
  `^(?:[A-Z]{1,${LONGEST_METHOD}}|(?:${METHODS.join('|')}) [ -~]*(?:(?<= HTTP/1\\.[01])\\r(?:\\n${FIELDS})?)?)$`,
);

const ignore = () => undefined;

/**
 * New connections, until the headers of their first request are complete. Node would keep a parser for each from the
 * start, which takes twice as much memory as the rest of a connection, although many connections never send a request.
 * Node's clock starts only when Node gets the connection. If that is later than one check after its opening, the connection
 * is therefore still refused here unless its first request is complete in time.
 */
export class Arrivals {
  readonly #options: ArrivalOptions;
  /** The oldest first. */
  readonly #arrivals = new Map<Socket, Arrival>();
  #checks: NodeJS.Timeout | null = null;

  constructor(options: ArrivalOptions) {
    this.#options = options;
  }

  add(socket: Socket): void {
    const take = (part: Buffer) => this.#take(socket, part);
    const end = () => this.#end(socket);
    const leave = () => void socket.off('data', take).off('end', end);
    this.#arrivals.set(socket, { since: performance.now(), head: '', request: null, leave });
    socket.on('data', take).on('end', end).on('error', ignore);
    socket.on('close', () => this.#arrivals.delete(socket));
    this.#checks ??= setInterval(() => this.#refuseLate(), this.#options.timeouts.check).unref();
  }

  /** Notes the first request of a connection; the server reports all requests. */
  began(request: IncomingMessage): void {
    const arrival = this.#arrivals.get(request.socket);
    if (arrival) arrival.request ??= request;
  }

  /** Closes the connections that have sent nothing; with `all`, also those that are in the middle of their headers. */
  close(all: boolean): void {
    for (const [socket, { head }] of this.#arrivals) if (all || head === '') socket.destroy();
  }

  #take(socket: Socket, part: Buffer): void {
    const arrival = this.#arrivals.get(socket) as Arrival;
    let head = arrival.head ?? '';
    const isWhole = head === '' && part.includes(BLANK_LINE);
    if (!isWhole) {
      head += part.toString('latin1');
      arrival.head = head;
      if (head.length <= this.#options.longest && !head.includes(BLANK_LINE) && BEGINNING.test(head)) return;
    }
    arrival.leave();
    arrival.head = null;
    if (isWhole && this.#options.takeHits(socket, part)) return void this.#arrivals.delete(socket);
    if (performance.now() - arrival.since < this.#options.timeouts.check) this.#arrivals.delete(socket);
    this.#options.serve(socket);
    socket.emit('data', isWhole ? part : Buffer.from(head, 'latin1'));
  }

  #end(socket: Socket): void {
    const { head, leave } = this.#arrivals.get(socket) as Arrival;
    leave();
    this.#arrivals.delete(socket);
    if (head === '') socket.end();
    else this.#options.refuse(socket, '400 Bad Request');
  }

  #refuseLate(): void {
    const { timeouts, refuse } = this.#options;
    const latest = performance.now() - timeouts.request;
    for (const [socket, { since, request, leave }] of this.#arrivals) {
      if (timeouts.request === 0 || since > latest) break;
      leave();
      this.#arrivals.delete(socket);
      if (!request?.complete && !hasLongBody(socket)) refuse(socket, '408 Request Timeout');
    }
    if (this.#arrivals.size > 0 || !this.#checks) return;
    clearInterval(this.#checks);
    this.#checks = null;
  }
}
