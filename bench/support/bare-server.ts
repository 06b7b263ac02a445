import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/* The reference: what Node itself takes to read a JSON body and answer 202. Prints its port. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(202, { 'Content-Length': '0' }).end();
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
