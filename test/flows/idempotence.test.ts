import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { openDatabase } from '../../src/db/open.ts';
import { removeClientIds } from '../../src/jobs/retention.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const HOST = 'ids.example';
const HOUR = 3_600_000;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

eachDatabase('A hit with an id', open => {
  const running = new Set<TestGateway>();
  // The clock stands still, so that no minute passes while a gateway starts.
  const begun = Date.now();
  let ahead = 0;
  afterAll(async () => {
    for (const gateway of running) await gateway.stop();
  });
  async function start(place: Place): Promise<TestGateway> {
    const gateway = await startTestGateway(place, {}, () => begun + ahead);
    running.add(gateway);
    return gateway;
  }
  async function stop(gateway: TestGateway): Promise<void> {
    running.delete(gateway);
    await gateway.stop();
  }
  /** Sends the hit, waits until it is folded, and returns the collector's response. */
  async function send(gateway: TestGateway, id: string): Promise<string> {
    const outcome = await post(gateway, { page: `https://${HOST}/${id}`, id });
    await gateway.drain();
    return outcome;
  }
  async function post({ url }: TestGateway, hit: object): Promise<string> {
    const response = await fetch(`${url}/api/event`, {
      method: 'POST',
      headers: { 'User-Agent': AGENT, 'Content-Type': 'application/json' },
      body: JSON.stringify(hit),
    });
    assert.equal(response.status, 202);
    return response.headers.get('x-footfall-dropped') ?? 'accepted';
  }
  async function counted({ graphql }: TestGateway): Promise<{ pages: Record<string, number>; repeats: number }> {
    const { website } = await graphql<{
      website: { stats: { rows: { value: string; count: number }[] }; dropped: { reason: string; hits: number }[] };
    }>(
      `{ website(domain: "${HOST}") { stats(name: PAGE, from: "1970-01-01", to: "2150-01-01") { rows { value count } } dropped(from: "1970-01-01", to: "2150-01-01") { reason hits } } }`,
    );
    const repeats = website.dropped.filter(({ reason }) => reason === 'DUPLICATE').map(({ hits }) => hits);
    return {
      pages: Object.fromEntries(website.stats.rows.map(({ value, count }) => [value, count])),
      repeats: repeats.reduce((sum, hits) => sum + hits, 0),
    };
  }

  it('counts once within 48 hours, on any gateway and after any number of restarts', async () => {
    const place = await open();
    const elsewhere = { url: place.url, dataDir: (await open()).dataDir };
    let first = await start(place);
    await first.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain: HOST }) });
    const second = await start(elsewhere);

    assert.equal(await send(first, 'a'), 'accepted');
    assert.equal(await send(first, 'a'), 'duplicate', 'this process remembers it');
    assert.equal(await send(second, 'a'), 'accepted', 'the other one learns it when it folds');
    assert.deepEqual(await counted(first), { pages: { '/a': 1 }, repeats: 2 });

    await stop(first);
    first = await start(place);
    assert.equal(await send(first, 'a'), 'accepted');
    assert.equal(await send(first, 'b'), 'accepted');
    assert.deepEqual(await counted(second), { pages: { '/a': 1, '/b': 1 }, repeats: 3 });

    await stop(first);
    ahead = 48 * HOUR - 60_000;
    await forget(place);
    first = await start(place);
    await send(first, 'a');
    assert.deepEqual((await counted(first)).pages, { '/a': 1, '/b': 1 }, 'a minute before 48 hours have passed');

    await stop(first);
    ahead = 73 * HOUR;
    await forget(place);
    first = await start(place);
    await send(first, 'a');
    assert.deepEqual((await counted(first)).pages, { '/a': 2, '/b': 1 }, 'once it need not be known any more');
  });

  it('counts whatever ids strangers sent before it, if a key sent it, and whatever engagements had its id', async () => {
    const gateway = await start(await open());
    await gateway.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain: HOST }) });
    const publicly = (id: string, more: object = {}) => post(gateway, { page: `https://${HOST}/public`, id, ...more });
    const keyed = async (id: string) => {
      const response = await fetch(`${gateway.url}/api/event/batch`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ hits: [{ page: `https://${HOST}/order`, id, event: { name: 'Order' } }] }),
      });
      return ((await response.json()) as { results: { status: string }[] }).results[0]?.status;
    };
    for (const id of ['order-1', 'order-2']) {
      await publicly(id, { engagement: 0 });
      await publicly(id, { engagement: 0 });
      await publicly(id, { engagement: 5 });
      assert.equal(await publicly(id), 'accepted', 'an engagement has no part in it');
      assert.equal(await publicly(id), 'duplicate');
      if (id === 'order-2') await gateway.drain();
      assert.equal(await keyed(id), 'accepted');
      assert.equal(await keyed(id), 'dropped');
    }
    assert.equal(await publicly('a', { engagement: 5 }), 'accepted');
    assert.equal(await publicly('a', { engagement: 5 }), 'duplicate', 'the seconds count once');
    await gateway.drain();
    const { website } = await gateway.graphql<{ website: { summary: Record<string, { value: number }> } }>(
      `{ website(domain: "${HOST}") { summary(from: "1970-01-01", to: "2150-01-01") { pageviews { value } events { value } } } }`,
    );
    assert.deepEqual(website.summary, { pageviews: { value: 2 }, events: { value: 2 } });
  });

  /** Runs the background work that is otherwise due every few hours. */
  async function forget({ url }: Place): Promise<void> {
    const database = openDatabase(url);
    await removeClientIds(database, begun + ahead, new AbortController().signal);
    await database.close();
  }
});
