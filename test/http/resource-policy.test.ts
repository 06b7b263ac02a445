import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { onSqlite } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const USUAL = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' };

onSqlite('Tracker and collector', open => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(await open(), { COLLECT_PATH: '/assets/note', TRACKER_PATH: '/assets/main.js' });
    await gateway.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain: 'a.example' }) });
  });
  afterAll(() => gateway.stop());

  it('let pages that isolate themselves load every response', async () => {
    for (const [path, init, status] of [
      ['/api/event', { method: 'POST', body: '{"page":"https://a.example/"}' }, 202],
      ['/api/event', { method: 'POST', body: '{"page":"https://nobody.example/"}' }, 202],
      ['/assets/note', { method: 'POST', body: '{' }, 400],
      ['/api/event', { method: 'OPTIONS' }, 204],
      ['/api/event', { method: 'PUT' }, 405],
      ['/api/event/batch', { method: 'POST', body: '{}' }, 401],
      ['/api/pixel.gif?page=https://a.example/', {}, 200],
      ['/api/pixel.gif?page=nonsense', {}, 422],
      ['/js/script.js', {}, 200],
      ['/assets/main.js', { method: 'HEAD' }, 200],
      ['/js/script.js', { method: 'POST' }, 405],
    ] as const) {
      const response = await fetch(gateway.url + path, { ...init, headers: USUAL });
      await response.text();
      assert.equal(response.status, status, path);
      assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin', `${path}: ${status}`);
    }
  });
});
