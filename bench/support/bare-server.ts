import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/* The reference: Node's own cost of reading a JSON body and returning 202. Prints its port. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(202, { 'Content-Length': '0' }).end();
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
