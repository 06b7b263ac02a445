import { connect, type Socket } from 'node:net';

/*
 * Opens sockets from its own process: argument 1 is the port, 2 their number. Each sends one request and stays open.
 * Prints how many are open as JSON whenever it reads a line.
 */

const [port = 0, count = 0] = process.argv.slice(2).map(Number);
let answered = 0;
let open = 0;

/** This many connections are opened at once; more would fill the queue of the system instead of testing the service. */
const AT_ONCE = 200;

function openOne(): void {
  const socket: Socket = connect({ port, host: '127.0.0.1' });
  let isFirst = true;
  const next = () => {
    if (!isFirst) return;
    isFirst = false;
    if (started < count) {
      started++;
      openOne();
    }
  };
  socket.on('connect', () => {
    open++;
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  });
  socket.on('data', () => {
    if (isFirst) answered++;
    next();
  });
  socket.on('error', () => undefined);
  socket.on('close', hadError => {
    if (!hadError || !isFirst) open--;
    next();
  });
}

let started = Math.min(AT_ONCE, count);
for (let index = 0; index < started; index++) openOne();
process.stdin.on('data', () => process.stdout.write(`${JSON.stringify({ open, answered })}\n`));
