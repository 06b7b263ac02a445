import { connect, type Socket } from 'node:net';

/*
 * Sends hits over keep-alive connections from its own process, so that the server under test and the sender do not
 * share an event loop; prints one JSON line. Each connection has one request in flight at a time, as in browsers.
 */

/** The load to send. `rate` is the total in requests per second; 0 sends as fast as responses arrive. */
export interface LoadOrder {
  readonly port: number;
  readonly path: string;
  readonly host: string;
  readonly connections: number;
  readonly seconds: number;
  readonly rate: number;
  readonly visitors: number;
  readonly pages: number;
  /** Hits per request; above 1, the body is that of the batch endpoint. */
  readonly batch: number;
  readonly key: string;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly perSecond: number;
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Number of responses by status. */
  readonly statuses: Record<string, number>;
}

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
];
const REFERRERS = [
  '',
  '',
  '',
  'https://www.google.com/',
  'https://duckduckgo.com/',
  'https://news.ycombinator.com/item?id=1',
];
const PREPARED = 40_000;

function prepare(order: LoadOrder): Buffer[] {
  const count = order.batch > 1 ? 200 : PREPARED;
  return Array.from({ length: count }, () => requestOf(order));
}

function requestOf(order: LoadOrder): Buffer {
  const hit = () => {
    const visitor = Math.floor(Math.random() * order.visitors);
    const page = `https://${order.host}/page-${Math.floor((order.pages + 1) ** Math.random()) - 1}`;
    const ip = `${20 + (visitor >> 16)}.${(visitor >> 8) & 255}.${visitor & 255}.7`;
    return {
      page,
      ip,
      agent: AGENTS[visitor % AGENTS.length] ?? '',
      referrer: REFERRERS[visitor % REFERRERS.length] ?? '',
    };
  };
  const first = hit();
  const body =
    order.batch > 1
      ? JSON.stringify({
          hits: Array.from({ length: order.batch }, hit).map(({ page, ip, agent, referrer }) => ({
            page,
            ip,
            user_agent: agent,
            referrer,
            language: 'de-DE',
            screen_resolution: '1920x1080',
          })),
        })
      : JSON.stringify({ page: first.page, referrer: first.referrer, screen_resolution: '1920x1080' });
  const headers = [
    `POST ${order.path} HTTP/1.1`,
    `Host: 127.0.0.1:${order.port}`,
    `User-Agent: ${first.agent}`,
    'Accept-Language: de-DE,de;q=0.9,en;q=0.8',
    `X-Forwarded-For: ${first.ip}`,
    'Content-Type: application/json',
    `Authorization: Bearer ${order.key}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${headers.join('\r\n')}\r\n\r\n${body}`);
}

async function run(order: LoadOrder): Promise<LoadResult> {
  const requests = prepare(order);
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  let sent = 0;
  const started = performance.now();
  const until = started + order.seconds * 1000;
  const sockets = await Promise.all(Array.from({ length: order.connections }, () => open(order.port)));
  await Promise.all(sockets.map(socket => drive(socket)));
  const seconds = (performance.now() - started) / 1000;

  function drive(socket: Socket): Promise<void> {
    return new Promise((resolve, reject) => {
      let begun = 0;
      let pending = '';
      const send = () => {
        const now = performance.now();
        if (now >= until) {
          socket.destroy();
          return resolve();
        }
        const due = order.rate > 0 ? started + (sent / order.rate) * 1000 : 0;
        if (due > now) return void setTimeout(send, due - now);
        begun = performance.now();
        socket.write(requests[sent++ % requests.length] as Buffer);
      };
      socket.on('data', data => {
        pending += data.toString('latin1');
        const end = pending.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(pending)?.[1] ?? 0);
        if (pending.length < end + 4 + length) return;
        const status = pending.slice(9, 12);
        statuses[status] = (statuses[status] ?? 0) + 1;
        latencies.push(performance.now() - begun);
        pending = '';
        send();
      });
      socket.on('error', reject);
      send();
    });
  }

  latencies.sort((a, b) => a - b);
  const at = (part: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? 0;
  return {
    requests: latencies.length,
    seconds,
    perSecond: latencies.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
    statuses,
  };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

if (import.meta.main) console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}') as LoadOrder)));
