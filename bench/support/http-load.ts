import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/* Sends requests in turn over keep-alive connections from its own process; prints one JSON line. */

interface Order {
  readonly port: number;
  readonly requests: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

const order = JSON.parse(await text(process.stdin)) as Order;
const requests = order.requests.map(request => Buffer.from(request));
let sent = 0;
const until = performance.now() + order.seconds * 1000;
const statuses: Record<string, number> = {};
let answered = 0;

await Promise.all(Array.from({ length: order.connections }, drive));
console.log(JSON.stringify({ perSecond: answered / order.seconds, statuses }));

function drive(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: order.port, host: '127.0.0.1', noDelay: true }, () => send());
    const send = () => socket.write(requests[sent++ % requests.length] as Buffer);
    let pending = '';
    socket.on('error', reject);
    socket.on('data', data => {
      pending += data.toString('latin1');
      const end = pending.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = pending.slice(0, end);
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      const complete =
        length === undefined ? pending.endsWith('0\r\n\r\n') : pending.length >= end + 4 + Number(length);
      if (!complete) return;
      const status = pending.slice(9, 12);
      statuses[status] = (statuses[status] ?? 0) + 1;
      pending = '';
      answered++;
      if (performance.now() < until) send();
      else {
        socket.destroy();
        resolve();
      }
    });
  });
}
