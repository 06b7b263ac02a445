import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, it } from 'vitest';
import { onSqlite } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { openVisitor } from '../support/visitor.ts';

onSqlite('the files of the web app', open => {
  let gateway: TestGateway;
  let script = '';
  const visitor = () => openVisitor(gateway.url);
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
    script = /<script type="module" src="([^"]+)"/.exec((await statisticsPage()).text)?.[1] ?? '';
  });
  afterAll(() => gateway.stop());

  async function statisticsPage() {
    await gateway.graphql('mutation { createWebsite(input: { domain: "open.example", privacy: PUBLIC }) { id } }');
    return visitor().get('/open.example');
  }

  it('are served compressed and immutable', async () => {
    const answer = await fetch(gateway.url + script, { headers: { 'Accept-Encoding': 'br' } });
    assert.equal(answer.headers.get('content-encoding'), 'br');
    assert.match(answer.headers.get('cache-control') ?? '', /immutable/);
    for (const path of ['/assets/..%2fpackage.json', '/assets/none.js', '/assets/%2e%2e%2f.vite%2fmanifest.json'])
      assert.equal((await visitor().get(path)).status, 404, path);
    assert.equal((await fetch(gateway.url + script, { method: 'POST' })).status, 404);
  });

  it('include where the map shows cities and regions', async () => {
    const positions = async (...places: string[]) => {
      const query = new URLSearchParams(places.map(place => ['of', place]));
      const answer = await fetch(`${gateway.url}/assets/positions?${query}`);
      return { status: answer.status, body: await answer.json() };
    };
    const { data } = (await positions('DE:Munich, Bavaria', 'DE:Nowhere', 'US:California')).body;
    const [munich, nowhere, california] = data;
    assert.equal(nowhere, null);
    assert.ok(munich[0] > california[0] && munich[1] < california[1], 'Munich is east and north of California.');
    for (const places of [[], Array(51).fill('DE:Bavaria')]) {
      const { status, body } = await positions(...places);
      assert.equal(status, 422);
      assert.equal(body.message, `The query names ${places.length} places; name 1 to 50, each in a parameter \`of\`.`);
    }
  });

  it.skipIf(process.platform !== 'linux')(
    'are served from memory, so that a client that goes away leaves no file open',
    async () => {
      const { port } = new URL(gateway.url);
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      socket.pause();
      socket.write(`GET ${script} HTTP/1.1\r\nHost: a.example\r\n\r\n`.repeat(200));
      // The first responses are under way when this one is.
      assert.equal((await fetch(gateway.url + script)).status, 200);
      socket.resetAndDestroy();
      const open = readdirSync('/proc/self/fd').flatMap(fd => {
        try {
          return [readlinkSync(`/proc/self/fd/${fd}`)];
        } catch {
          return [];
        }
      });
      assert.deepEqual(
        open.filter(file => file.includes('/assets/')),
        [],
      );
    },
  );
});
