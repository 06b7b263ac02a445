import { connect, type Socket } from 'node:net';

/*
 * Floods a gateway from its own process until it is killed: argument 1 is the port, 2 the number of half-open sockets,
 * 3 the number of bodies sent at the same time. Every half-open socket sends a part of its headers and is opened again
 * when it is closed. Every body is larger than its path allows, and is sent until the gateway closes the connection.
 * Prints how many sockets are open and how many bodies were refused, as JSON, whenever it reads a line.
 */

const [port = 0, count = 0, bodies = 0] = process.argv.slice(2).map(Number);
const tally = { open: 0, opened: 0, refused: 0, cut: 0, megabytes: 0 };
const PART = Buffer.alloc(65_536, 0x20);

/** This many half-open sockets are opened every 20 ms; more would fill the queue of the system instead. */
const AT_ONCE = 50;

function openHalf(): void {
  tally.open++;
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('connect', () => {
    tally.opened++;
    socket.write('POST /api/event HTTP/1.1\r\nHost: x\r\n');
  });
  socket.resume();
  socket.on('error', () => undefined);
  socket.on('close', () => void tally.open--);
}

setInterval(() => {
  for (let some = 0; some < AT_ONCE && tally.open < count; some++) openHalf();
}, 20);

const MB = 1_000_000;
/** A path, the type of its body, and the length it declares; null for a body in chunks. */
const BODIES: readonly (readonly [path: string, type: string, length: number | null])[] = [
  ['/api/event', 'application/json', 100 * MB],
  ['/graphql', 'application/json', 5 * MB],
  ['/api/v1/websites', 'application/json', 100 * MB],
  ['/graphql', 'application/json', null],
  ['/login', 'application/x-www-form-urlencoded', 100 * MB],
  ['/api/event', 'application/json', null],
  ['/api/event/batch', 'application/json', 100 * MB],
  ['/nothing', 'text/plain', 100 * MB],
];

function sendBody(turn: number): void {
  const [path, type, length] = BODIES[turn % BODIES.length] as (typeof BODIES)[number];
  const socket: Socket = connect({ port, host: '127.0.0.1' });
  let left = length ?? 100 * MB;
  let heard = '';
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      left -= PART.length;
      tally.megabytes += PART.length / MB;
      if (length === null) socket.write('10000\r\n');
      const isFull = !socket.write(PART);
      if (length === null) socket.write('\r\n');
      if (isFull) return;
    }
  };
  socket.on('connect', () => {
    const size = length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${size}\r\n\r\n`);
    more();
  });
  socket.on('drain', more);
  socket.on('data', part => {
    heard += part;
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (/^HTTP\/1.1 4/.test(heard)) tally.refused++;
    else tally.cut++;
    setTimeout(sendBody, 50, turn + 1);
  });
}

for (let index = 0; index < bodies; index++) setTimeout(sendBody, index * 10, index);
process.stdin.on('data', () =>
  process.stdout.write(`${JSON.stringify({ ...tally, megabytes: Math.round(tally.megabytes) })}\n`),
);
