import { openSync, writeSync } from 'node:fs';
import { connect } from 'node:net';

/*
 * Sends hits from its own process, each for a unique page, and writes the number of every acknowledged hit to a file
 * before it sends the next: the file records what the service has promised, whatever happens to it. Starts at once,
 * ends on SIGTERM once the requests in flight have a response or are lost, and then prints one JSON line.
 */

export interface SendOrder {
  readonly port: number;
  readonly host: string;
  /** The prefix of every page. */
  readonly prefix: string;
  readonly connections: number;
  /** Hits per second. */
  readonly rate: number;
  readonly visitors: number;
  /** A file that gets a line for each acknowledged hit: its number. */
  readonly journal: string;
}

export interface SendResult {
  readonly sent: number;
  readonly acknowledged: number;
  /** Number of responses by status; `0` for requests without one, `202-dropped` for hits that were not counted. */
  readonly statuses: Record<string, number>;
  /** Milliseconds of the slowest acknowledged hit, and the 99th percentile. */
  readonly slowest: number;
  readonly p99: number;
}

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const ANSWER_PATIENCE = 20_000;

function send(order: SendOrder): void {
  const journal = openSync(order.journal, 'a');
  const statuses: Record<string, number> = {};
  const latencies: number[] = [];
  let sent = 0;
  let acknowledged = 0;
  let stopping = false;
  let open = 0;
  const started = performance.now();

  function drive(): void {
    if (stopping) return;
    open++;
    const socket = connect({ port: order.port, host: '127.0.0.1', noDelay: true });
    socket.setTimeout(ANSWER_PATIENCE, () => socket.destroy());
    let underWay = -1;
    let begun = 0;
    let pending = '';
    let timer: NodeJS.Timeout | undefined;
    const next = () => {
      if (stopping) return void socket.end();
      const due = started + (sent / order.rate) * 1000;
      const now = performance.now();
      if (due > now) {
        timer = setTimeout(next, due - now);
        return;
      }
      underWay = sent++;
      begun = now;
      socket.write(requestOf(order, underWay));
    };
    socket.on('connect', next);
    socket.on('data', data => {
      pending += data.toString('latin1');
      const end = pending.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(pending)?.[1] ?? 0);
      if (pending.length < end + 4 + length) return;
      const head = pending.slice(0, end);
      const dropped = /^x-footfall-dropped:/im.test(head);
      const status = head.slice(9, 12) + (dropped ? '-dropped' : '');
      count(status);
      if (status === '202') {
        writeSync(journal, `${underWay}\n`);
        acknowledged++;
        latencies.push(performance.now() - begun);
      }
      underWay = -1;
      pending = '';
      if (/connection: close/i.test(head)) socket.end();
      else next();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      if (underWay >= 0) count('0');
      open--;
      if (stopping) finish();
      else setTimeout(drive, 20 + Math.random() * 30);
    });
  }

  function count(status: string): void {
    statuses[status] = (statuses[status] ?? 0) + 1;
  }

  let finished = false;
  function finish(): void {
    if (open > 0 || finished) return;
    finished = true;
    latencies.sort((a, b) => a - b);
    const at = (part: number) => latencies[Math.floor((latencies.length - 1) * part)] ?? 0;
    const result: SendResult = { sent, acknowledged, statuses, slowest: at(1), p99: at(0.99) };
    process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
  }

  process.on('SIGTERM', () => {
    stopping = true;
    setTimeout(finish, 50);
    // A request still without a response after that counts as lost.
    setTimeout(() => process.exit(1), ANSWER_PATIENCE + 5_000).unref();
  });
  process.stdout.write('sending\n');
  for (let index = 0; index < order.connections; index++) drive();
}

function requestOf(order: SendOrder, number: number): string {
  const visitor = Math.floor(Math.random() * order.visitors);
  const body = JSON.stringify({
    page: `https://${order.host}/${order.prefix}-${number}`,
    referrer: visitor % 3 === 0 ? 'https://news.example/' : '',
    screen_resolution: '1920x1080',
  });
  return [
    'POST /api/event HTTP/1.1',
    `Host: 127.0.0.1:${order.port}`,
    `User-Agent: ${AGENT}`,
    'Accept-Language: de-DE,de;q=0.9',
    `X-Forwarded-For: 20.${(visitor >> 8) & 255}.${visitor & 255}.7`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

if (import.meta.main) send(JSON.parse(process.argv[2] ?? '{}') as SendOrder);
