import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { allowLongBody } from '../../src/http/long-body.ts';
import { createHttpServer, type Handler, TIMEOUTS } from '../../src/http/server.ts';

const usual = { ...TIMEOUTS };

describe('a long body', () => {
  let server: Server;
  let standstill = 60_000;
  beforeAll(async () => {
    Object.assign(TIMEOUTS, { request: 500, check: 50 });
    const count: Handler = (request, response) => {
      let bytes = 0;
      request.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      request.on('end', () => response.end(`${bytes} bytes`)).on('error', () => undefined);
    };
    const long: Handler = (request, response) => {
      allowLongBody(request, standstill);
      count(request, response);
    };
    server = createHttpServer('', { exact: new Map([['/long', long]]), other: count }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    Object.assign(TIMEOUTS, usual);
    server.close();
  });

  function begin(path: string) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    let sent = 0;
    const more = () => {
      sent++;
      socket.write('1\r\na\r\n');
    };
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
    more();
    const dribble = setInterval(more, 10);
    const end = () => {
      clearInterval(dribble);
      socket.write('0\r\n\r\n');
      return sent;
    };
    // What is written after the answer ends the connection with an error, but the answer is there.
    let answer = '';
    socket.on('data', part => {
      clearInterval(dribble);
      answer += part;
    });
    const answered = new Promise<string>(resolve =>
      socket.once('close', () => {
        clearInterval(dribble);
        resolve(answer);
      }),
    );
    return { socket, answered, end };
  }

  it('may arrive for longer than that of any other request, which is cut off meanwhile', async () => {
    const upload = begin('/long');
    // The second one is later than all checks that could have cut off the first.
    assert.match(await begin('/other').answered, /^HTTP\/1\.1 408 /);
    assert.match(await begin('/other').answered, /^HTTP\/1\.1 408 /);
    const sent = upload.end();
    await once(upload.socket, 'data').catch(() => undefined);
    upload.socket.write('POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n');
    // A request that follows on the same connection is like any other.
    const [first = '', second = ''] = (await upload.answered).split(/(?=HTTP\/1\.1 408)/);
    assert.ok(first.endsWith(`${sent} bytes`), first);
    assert.match(second, /^HTTP\/1\.1 408 /);
  });

  it('is cut off when nothing arrives any more', async () => {
    // Many times the time between two parts, since this process may have to wait for its turn.
    standstill = 4_000;
    const { socket, answered } = begin('/long');
    const silent = connect((server.address() as AddressInfo).port, '127.0.0.1');
    silent.on('error', () => undefined);
    silent.write('POST /long HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n');
    await once(silent.resume(), 'close');
    assert.equal(socket.readyState, 'open');
    socket.destroy();
    await answered.catch(() => undefined);
  });
});
