import assert from 'node:assert/strict';
import fc from 'fast-check';
import { STATISTICS } from '../../src/domain/statistics.ts';
import type { TestGateway } from '../support/gateway.ts';
import { type FuzzRequest, requests, SOUND, VICTIM } from './requests.ts';

/** These depend on the time of a hit, which differs slightly between two gateways. */
const BY_THE_CLOCK = ['pageviews_hours', 'visitors_hours', 'pageviews', 'visitors'];

/**
 * Sends the same random requests to all gateways, which are empty and on different engines: none may return a 5xx, all
 * responses and counts must be equal, and valid hits are counted once whatever they were sent with. Throws when this
 * does not hold.
 */
export async function fuzz(
  gateways: readonly TestGateway[],
  { seed, runs }: { readonly seed: number; readonly runs: number },
): Promise<{ readonly statuses: Readonly<Record<string, number>>; readonly neighbours: number }> {
  const statuses: Record<string, number> = {};
  const wanted = new Map<string, number>();
  for (const gateway of gateways)
    for (const domain of [SOUND, VICTIM])
      await gateway.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain }) });

  const key = gateways[0]?.key ?? '';
  await fc.assert(
    fc.asyncProperty(requests(key), async request => {
      // Hits become visible with a delay, which differs between gateways.
      if (readsStatistics(request)) await Promise.all(gateways.map(gateway => gateway.drain()));
      const answers = await Promise.all(gateways.map(gateway => send(gateway, request)));
      const [first = { status: 0, text: '' }, ...others] = answers;
      statuses[first.status] = (statuses[first.status] ?? 0) + 1;
      for (const { status, text } of answers) assert.ok(status > 0 && status < 500, `${status} ${text.slice(0, 500)}`);
      for (const other of others) assert.deepEqual(other, first, 'the engines respond alike');
      if (first.status === 202) for (const path of request.neighbours) wanted.set(path, (wanted.get(path) ?? 0) + 1);
    }),
    { seed, numRuns: runs, endOnFailure: false },
  );

  const counted = await Promise.all(gateways.map(readAll));
  for (const all of counted) {
    const pages = new Map(Object.entries(all[`${SOUND} page`] ?? {}));
    for (const [path, times] of wanted) assert.equal(pages.get(path), times, `the neighbour ${path} is counted`);
    assert.deepEqual(all, counted[0], 'the engines count alike');
  }
  return { statuses, neighbours: wanted.size };
}

function readsStatistics({ path, body }: FuzzRequest): boolean {
  return path.includes('/stats/') || (path === '/graphql' && String(body).includes('stats'));
}

async function send(
  { url }: TestGateway,
  { method, path, headers, body }: FuzzRequest,
): Promise<{ status: number; text: string }> {
  const response = await fetch(url + path, { method, headers, body, redirect: 'manual' });
  const text = await response.text();
  const dropped = response.headers.get('x-footfall-dropped') ?? '';
  // After a rejected request, the engines number differently, and times differ.
  const alike = text
    .replace(/"(\w*_at|\w*At|request_id|requestId)":("[^"]*"|null)/g, '"$1":…')
    .replace(/"id":"?\d+"?/g, '"id":…');
  return { status: response.status, text: `${dropped} ${alike}` };
}

/** Returns the count of each value of the statistics of both websites. */
async function readAll(gateway: TestGateway): Promise<Record<string, Record<string, number>>> {
  await gateway.drain();
  const all: Record<string, Record<string, number>> = {};
  for (const [id, domain] of [SOUND, VICTIM].entries()) {
    for (const { name } of STATISTICS.filter(statistic => !BY_THE_CLOCK.includes(statistic.name))) {
      const rows: Record<string, number> = Object.create(null);
      for (let page = 1, last = 1; page <= last; page++) {
        const query = `name=${name}&from=1970-01-01&to=2150-12-31&per_page=100&sort_by=value&page=${page}`;
        const { status, body } = await gateway.rest(`/stats/${id + 1}?${query}`);
        assert.equal(status, 200);
        const { data, last_page } = body as { data: { value: string; count: number }[]; last_page: number };
        for (const { value, count } of data) rows[value] = count;
        last = last_page;
      }
      all[`${domain} ${name}`] = rows;
    }
  }
  return all;
}
