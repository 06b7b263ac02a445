import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { readBody } from '../../src/http/body.ts';
import { LINGERING } from '../../src/http/lingering.ts';
import { createHttpServer } from '../../src/http/server.ts';

const usual = { ...LINGERING };
const MB = 1_000_000;
/** More than the system keeps of a connection that nobody reads. */
const MUCH = 8 * MB;

describe('a connection whose request was refused before its body was read', () => {
  let server: Server;
  let port = 0;
  let accepted: Socket[];
  let paths: string[];

  beforeEach(async () => {
    Object.assign(LINGERING, usual);
    accepted = [];
    paths = [];
    server = createHttpServer('', {
      exact: new Map([
        ['/read', async (request, response) => void response.end(String(await readBody(request, MUCH)).slice(0, 9))],
      ]),
      other: (request, response) => {
        paths.push(request.url ?? '');
        response.writeHead(413).end('Too large.');
      },
    }).listen(0, '127.0.0.1');
    server.on('connection', socket => accepted.push(socket));
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterEach(() => {
    Object.assign(LINGERING, usual);
    server.closeAllConnections();
    server.close();
  });

  const headers = (length: number, path = '/') =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;

  /** Opens a connection that stays open until the test closes it, and sends the text. */
  async function say(text: string): Promise<{ socket: Socket; heard: () => string; ended: Promise<unknown> }> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let heard = '';
    socket.on('data', part => {
      heard += part;
    });
    const ended = once(socket, 'end');
    socket.write(text);
    await once(socket, 'connect');
    return { socket, heard: () => heard, ended };
  }

  it('is not reset while its client still sends', async () => {
    const { socket, heard, ended } = await say(headers(MUCH));
    await ended;
    assert.match(heard(), /^HTTP\/1.1 413 [\s\S]*\r\nConnection: close\r\n[\s\S]*\r\n\r\n[\s\S]*Too large/);
    // What the client sends after that is taken, so that clients that read only afterwards get the response as well.
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.end(Buffer.alloc(MUCH), resolve);
    });
    if (!accepted[0]?.closed) await once(accepted[0] as Socket, 'close');
    assert.ok((accepted[0]?.bytesRead ?? 0) >= MUCH);
  });

  it('is not read but in its turns', async () => {
    LINGERING.parts = 0;
    const { socket, ended } = await say(headers(MUCH));
    socket.write(Buffer.alloc(MUCH));
    await ended;
    while (socket.bytesWritten === 0 || socket.writableNeedDrain === false) await setImmediate();
    assert.ok((accepted[0]?.bytesRead ?? MUCH) < MB, `${accepted[0]?.bytesRead} bytes were read`);
    const closed = once(accepted[0] as Socket, 'close');
    socket.on('error', () => undefined).destroy();
    LINGERING.parts = usual.parts;
    await closed;
  });

  it('is closed when its client does not close it in time', async () => {
    LINGERING.patience = 50;
    const { socket, ended } = await say(headers(MUCH));
    await ended;
    if (!accepted[0]?.closed) await once(accepted[0] as Socket, 'close');
    socket.on('error', () => undefined).destroy();
  });

  it('makes room for newer ones when there are many', async () => {
    LINGERING.connections = 2;
    const clients = [];
    for (let index = 0; index < 3; index++) {
      const client = await say(headers(MUCH));
      await client.ended;
      clients.push(client);
    }
    if (!accepted[0]?.closed) await once(accepted[0] as Socket, 'close');
    assert.deepEqual(
      accepted.map(socket => socket.destroyed),
      [true, false, false],
    );
    for (const { socket } of clients) socket.on('error', () => undefined).destroy();
  });

  it('serves no further request', async () => {
    const { socket, heard, ended } = await say(headers(20_000));
    await ended;
    socket.end(`${'x'.repeat(20_000)}${headers(0, '/second')}`);
    await once(socket, 'close');
    assert.deepEqual([paths, heard().match(/HTTP\/1.1/g)?.length], [['/'], 1]);
  });

  it('stays open after a small body, or one that was read to its end', async () => {
    const { socket, heard } = await say(`${headers(9)}${'x'.repeat(9)}`);
    const answers = async (count: number) => {
      while ((heard().match(/HTTP\/1.1 /g)?.length ?? 0) < count) await once(socket, 'data');
    };
    await answers(1);
    socket.write(`${headers(MB, '/read')}${'y'.repeat(MB)}`);
    await answers(2);
    socket.write(`${headers(0, '/third')}`);
    await answers(3);
    assert.deepEqual([paths, heard().includes('Connection: close')], [['/', '/third'], false]);
    socket.destroy();
  });
});
