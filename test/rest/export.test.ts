import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, describe, it } from 'vitest';
import type { Cell } from '../../src/domain/csv.ts';
import { type RowFile, sendRows } from '../../src/rest/export.ts';

const csv: RowFile = { format: 'csv', columns: ['value', 'count'], headers: { 'X-Also': 'yes' } };

describe('Rows', () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** A response that a file is sent to, and its outcome. */
  async function serve(file: RowFile, pages: () => AsyncGenerator<readonly (readonly Cell[])[], void>) {
    const sent = Promise.withResolvers<unknown>();
    const answers: ServerResponse[] = [];
    const server = createServer((request, response) => {
      answers.push(response);
      sendRows(file, pages(), request, response).then(sent.resolve, error => {
        sent.resolve(error);
        response.destroy();
      });
    });
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    return { port, url: `http://127.0.0.1:${port}/`, sent: sent.promise, answers };
  }
  async function* some(...pages: readonly (readonly (readonly Cell[])[])[]) {
    yield* pages;
  }

  it('are CSV with one header line, or JSON with one row per line; unknown values are empty or null', async () => {
    const pages = () =>
      some(
        [
          ['/', 3],
          ['a,b', null],
        ],
        [],
        [['/c', 1]],
      );
    const { url } = await serve(csv, pages);
    const answer = await fetch(url);
    assert.deepEqual(
      [answer.headers.get('content-type'), answer.headers.get('x-also')],
      ['text/csv; charset=utf-8', 'yes'],
    );
    assert.equal(await answer.text(), 'value,count\r\n/,3\r\n"a,b",\r\n/c,1\r\n');
    const json = await serve({ ...csv, format: 'json' }, pages);
    const text = await (await fetch(json.url)).text();
    assert.equal(text, '[\n{"value":"/","count":3},\n{"value":"a,b","count":null},\n{"value":"/c","count":1}\n]\n');
    const none = await serve({ ...csv, format: 'json' }, () => some([]));
    assert.deepEqual(await (await fetch(none.url)).json(), []);
  });

  it('are not read beyond the first page for HEAD', async () => {
    let read = 0;
    const { url, sent } = await serve(csv, async function* () {
      for (; read < 5; ) {
        read++;
        yield [['/', read]];
      }
    });
    const { status, headers } = await fetch(url, { method: 'HEAD' });
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/csv; charset=utf-8']);
    assert.equal(await sent, undefined);
    assert.equal(read, 1);
  });

  it('wait for a slow client without adding a listener for each wait', async () => {
    const row = [['x'.repeat(100_000), 1]] as const;
    const counts: number[] = [];
    const file = await serve(csv, async function* () {
      for (let page = 0; page < 40; page++) {
        const [answer] = file.answers;
        counts.push(['close', 'error', 'drain'].reduce((sum, name) => sum + (answer?.listenerCount(name) ?? 0), 0));
        yield row;
      }
    });
    assert.equal((await (await fetch(file.url)).text()).length, 'value,count\r\n'.length + 40 * 100_004);
    assert.equal(counts.at(-1), counts[1]);
  });

  it('are no longer read after the client disconnects', async () => {
    let left = false;
    const { port, sent } = await serve(csv, async function* () {
      try {
        for (;;) yield [['x'.repeat(100_000), 1]];
      } finally {
        left = true;
      }
    });
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    // The client reads nothing from here on, so the server is waiting when it disconnects.
    socket.pause();
    socket.destroy();
    assert.equal(await sent, undefined);
    assert.equal(left, true);
  });

  it('throw the errors of reading, before and after the status is sent', async () => {
    const fault = new Error('away');
    const early = await serve(csv, async function* () {
      yield* some();
      throw fault;
    });
    await assert.rejects(fetch(early.url));
    assert.equal(await early.sent, fault);
    assert.equal(early.answers[0]?.headersSent, false);
    const late = await serve(csv, async function* () {
      yield [['/', 1]];
      throw fault;
    });
    await assert.rejects(fetch(late.url).then(answer => answer.text()));
    assert.equal(await late.sent, fault);
    assert.equal(late.answers[0]?.headersSent, true);
  });
});
