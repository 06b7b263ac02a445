import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { addUnknownHosts } from '../../src/db/unknown-hosts.ts';
import { STATISTICS } from '../../src/domain/statistics.ts';
import type { WebsiteSetting } from '../../src/domain/website-setting.ts';
import { WEBSITE_SETTINGS } from '../../src/domain/website-settings.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { inSnakeCase } from '../../src/rest/snake-case.ts';
import { eachDatabase } from '../support/databases.ts';
import { foldAll, hitOf } from '../support/hits.ts';
import { FORGET_ROWS } from '../support/parity-of-forget.ts';
import { IMPORT_ROWS } from '../support/parity-of-imports.ts';
import { PATH_ROWS } from '../support/parity-of-paths.ts';
import { type RestServer, startRest } from '../support/rest.ts';

// biome-ignore lint/suspicious/noExplicitAny: raw responses are compared.
type Json = any;

const SETTINGS = (WEBSITE_SETTINGS as readonly WebsiteSetting[]).filter(({ rest }) => rest !== undefined);
const FIELDS = SETTINGS.map(setting => (setting.kind === 'secret' ? setting.shown : setting.name));
const SHARE = 'prefix createdAt expiresAt lastUsedAt';
const WEBSITE = `{ id domain ${FIELDS.join(' ')} createdAt updatedAt }`;

/** Returns the expected REST share for a GraphQL share. */
function restShareOf({ createdAt, expiresAt, lastUsedAt, ...share }: Json): Json {
  const [created_at, expires_at, last_used_at] = [createdAt, expiresAt, lastUsedAt].map(
    time => time?.replace('Z', '000Z') ?? null,
  );
  return { ...share, created_at, expires_at, last_used_at };
}

/** Returns the expected REST website for a GraphQL website. */
function restOf(website: Json): Json {
  const settings = SETTINGS.map(setting => {
    if (setting.kind === 'secret') return [setting.restShown, website[setting.shown]];
    const value = website[setting.name];
    if (setting.kind === 'flag') return [setting.rest, value ? 1 : 0];
    if (setting.kind === 'choice') return [setting.rest, setting.options.map(option => option.value).indexOf(value)];
    if (setting.kind === 'lines') return [setting.rest, value.length ? value.join('\n') : null];
    return [setting.rest, value];
  });
  return {
    id: Number(website.id),
    domain: website.domain,
    url: website.domain,
    ...Object.fromEntries(settings),
    created_at: website.createdAt.replace('Z', '000Z'),
    updated_at: website.updatedAt.replace('Z', '000Z'),
  };
}

/** For each row of the route table, requests the same data over REST and GraphQL; both responses in REST form. */
const ROWS: Record<string, (rest: RestServer, id: number) => Promise<{ rest: Json; graphql: Json }>> = {
  'GET /websites': async rest => {
    const { body } = await rest.call('GET', '/websites?search=parity&sort_by=domain&sort=asc&per_page=25');
    const { websites } = (await rest.ask(
      `{ websites(search: "parity", sortBy: DOMAIN, sort: ASC, perPage: 25) { rows ${WEBSITE} total page perPage lastPage } }`,
    )) as Json;
    const { total, current_page: page, per_page: perPage, last_page: lastPage } = body.meta;
    return {
      rest: { rows: body.data, total, page, perPage, lastPage },
      graphql: { ...websites, rows: websites.rows.map(restOf) },
    };
  },
  'GET /websites/{id}': async (rest, id) => ({
    rest: (await rest.call('GET', `/websites/${id}`)).body.data,
    graphql: restOf(((await rest.ask(`{ website(id: ${id}) ${WEBSITE} }`)) as Json).website),
  }),
  'POST /websites': async rest => {
    const made = await rest.call('POST', '/websites', {
      body: { domain: 'made-by-rest.example', privacy: 2, password: 'p', email: 1, exclude_ips: '::1\n10.0.0.0/8' },
    });
    const { createWebsite } = (await rest.ask(
      `mutation { createWebsite(input: { domain: "made-by-graphql.example", privacy: PASSWORD, password: "p", emailReports: true, excludeIps: ["::1", "10.0.0.0/8"] }) ${WEBSITE} }`,
    )) as Json;
    const same = { id: 0, domain: '', url: '', created_at: '', updated_at: '' };
    return { rest: { ...made.body.data, ...same }, graphql: { ...restOf(createWebsite), ...same } };
  },
  'PUT /websites/{id}': (rest, id) => update('PUT', rest, id),
  'PATCH /websites/{id}': (rest, id) => update('PATCH', rest, id),
  'DELETE /websites/{id}': async rest => {
    const ids = [];
    for (const domain of ['gone-1.example', 'gone-2.example'])
      ids.push((await rest.call('POST', '/websites', { body: { domain } })).body.data.id);
    const gone = await rest.call('DELETE', `/websites/${ids[0]}`);
    const { deleteWebsite } = (await rest.ask(`mutation { deleteWebsite(id: ${ids[1]}) }`)) as Json;
    return { rest: gone.body.data.id - ids[0], graphql: Number(deleteWebsite) - ids[1] };
  },
  'GET /unregistered-hosts': async rest => {
    const day = Math.floor(Date.now() / 86_400_000);
    const hosts = new Map([
      ['one.unknown.example', 3],
      ['two.unknown.example', 5],
    ]);
    await addUnknownHosts(rest.database.dialect, { day, seenAt: 0, hosts });
    const { unregisteredHosts } = (await rest.ask('{ unregisteredHosts { host hits lastDay } }')) as Json;
    assert.equal(unregisteredHosts.length, 2);
    return { rest: (await rest.call('GET', '/unregistered-hosts')).body.data, graphql: inSnakeCase(unregisteredHosts) };
  },
  'GET /websites/{id}/hits': (rest, id) => hits('', rest, id),
  'GET /websites/{id}/hits.csv': (rest, id) => hits('.csv', rest, id),
  'GET /websites/{id}/hits.json': (rest, id) => hits('.json', rest, id),
  'GET /websites/{id}/shares': async (rest, id) => {
    await rest.call('POST', `/websites/${id}/shares`, { body: { name: 'Sheet' } });
    const { website } = (await rest.ask(`{ website(id: ${id}) { shares { id name ${SHARE} } } }`)) as Json;
    const { body } = await rest.call('GET', `/websites/${id}/shares`);
    return { rest: body.data.map(shareOf), graphql: website.shares.map(restShareOf).map(shareOf) };
  },
  'POST /websites/{id}/shares': async (rest, id) => {
    const input = { name: ' A sheet ', expires_at: '2999-01-31T01:00:00+01:00' };
    const { body } = await rest.call('POST', `/websites/${id}/shares`, { body: input });
    const { createShare } = (await rest.ask(
      `mutation { createShare(website: ${id}, input: { name: "A sheet", expiresAt: "2999-01-31T00:00:00Z" }) { token link pageLink share { id name ${SHARE} } } }`,
    )) as Json;
    const { share, token, link, pageLink } = createShare;
    return { rest: shareOf(body.data), graphql: shareOf({ ...restShareOf(share), token, link, page_link: pageLink }) };
  },
  'DELETE /websites/{id}/shares/{share}': async (rest, id) => {
    const ids = [];
    for (const name of ['one', 'two'])
      ids.push((await rest.call('POST', `/websites/${id}/shares`, { body: { name } })).body.data.id);
    const { body } = await rest.call('DELETE', `/websites/${id}/shares/${ids[0]}`);
    const { deleteShare } = (await rest.ask(`mutation { deleteShare(id: "${ids[1]}") }`)) as Json;
    return { rest: body.data.id === ids[0], graphql: deleteShare === ids[1] };
  },
  ...PATH_ROWS,
  ...IMPORT_ROWS,
  ...FORGET_ROWS,
  'GET /stats/{id}': async (rest, id) => {
    const answers = { rest: [] as Json[], graphql: [] as Json[] };
    for (const { name } of STATISTICS) {
      const query = `name=${name}&from=2026-03-09&to=2026-03-12&search=&sort_by=value&sort=asc&per_page=25&page=1`;
      const { body } = await rest.call('GET', `/stats/${id}?${query}`);
      const { total, current_page: page, per_page: perPage, last_page: lastPage } = body;
      answers.rest.push({ rows: body.data, total, page, perPage, lastPage });
      answers.graphql.push(await statsOf(rest, id, name));
    }
    assert.ok(
      STATISTICS.every((statistic, index) => 'skipEmpty' in statistic || answers.graphql[index].total > 0),
      'every statistic has something to compare',
    );
    return answers;
  },
  'GET /stats/{id}.csv': async (rest, id) => {
    const { text } = await rest.call(
      'GET',
      `/stats/${id}.csv?name=country&from=2026-03-09&to=2026-03-12&sort_by=value&sort=asc`,
    );
    const { rows } = await statsOf(rest, id, 'country');
    const lines = rows.map(({ value, count }: Json) => `${value},${count}\r\n`);
    return { rest: text, graphql: `value,count\r\n${lines.join('')}` };
  },
  'GET /stats/{id}.json': async (rest, id) => {
    const { body } = await rest.call(
      'GET',
      `/stats/${id}.json?name=country&from=2026-03-09&to=2026-03-12&sort_by=value&sort=asc`,
    );
    return { rest: body, graphql: (await statsOf(rest, id, 'country')).rows };
  },
};

/** Returns a share as REST responds, without what differs between two shares. */
function shareOf({ id: _, prefix, token, link, page_link, ...share }: Json): Json {
  const same = [link, page_link].map(url => url?.replace(token, 'TOKEN'));
  return { ...share, prefix: prefix.slice(0, 4), created_at: share.created_at.length, links: same };
}

async function statsOf(rest: RestServer, id: number, name: string): Promise<Json> {
  const { website } = (await rest.ask(
    `{ website(id: ${id}) { stats(name: ${name.toUpperCase()}, from: "2026-03-09", to: "2026-03-12", sortBy: VALUE, sort: ASC, perPage: 25) { rows { value count } total page perPage lastPage } } }`,
  )) as Json;
  return JSON.parse(JSON.stringify(website.stats));
}

/** GraphQL has no hits, so the hits exported by REST must add up to GraphQL's counts. */
async function hits(format: string, rest: RestServer, id: number): Promise<{ rest: Json; graphql: Json }> {
  const { text, body } = await rest.call('GET', `/websites/${id}/hits${format}?from=2026-03-09&to=2026-03-12`);
  const pages: string[] = body
    ? body.flatMap((hit: Json) => (hit.kind === 'pageview' ? [hit.page] : []))
    : text.split('\r\n').flatMap(line => (line.includes(',pageview,') ? (line.split(',')[5] ?? '') : []));
  const counts = Map.groupBy(pages.sort(), page => page);
  return {
    rest: [...counts].map(([value, found]) => ({ value, count: found.length })),
    graphql: (await statsOf(rest, id, 'page')).rows,
  };
}

async function update(method: string, rest: RestServer, id: number): Promise<{ rest: Json; graphql: Json }> {
  const { body } = await rest.call(method, `/websites/${id}`, {
    body: { timezone: 'Asia/Tokyo', exclude_params: `a\n${method}`, privacy: 0 },
  });
  const { updateWebsite } = (await rest.ask(
    `mutation { updateWebsite(id: ${id}, input: { timezone: "Asia/Tokyo", excludeParams: ["a", "${method}"], privacy: PUBLIC }) ${WEBSITE} }`,
  )) as Json;
  return { rest: body.data, graphql: restOf(updateWebsite) };
}

describe('the parity test', () => {
  it('has a row for every route', () => {
    assert.deepEqual(Object.keys(ROWS).sort(), ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
  });
});

eachDatabase('REST and GraphQL respond alike', open => {
  let rest: RestServer;
  let id: number;
  beforeAll(async () => {
    rest = await startRest(await open());
    for (const domain of ['parity-1.example', 'parity-2.example', 'other.example'])
      id = (await rest.call('POST', '/websites', { body: { domain } })).body.data.id;
    const values = { page: '/p', referrer: 'duckduckgo.com', campaign: 'spring', country: 'DE:Germany', os: 'Linux' };
    const time = Date.parse('2026-03-10T23:30:00Z');
    await foldAll(rest.database, rest.place, [
      [
        hitOf({ website: id, time, values }),
        hitOf({ website: id, time: time + 3_600_000, visitor: '00000000000000bb', values: { page: '/q' } }),
        hitOf({ website: id, time: time + 60_000, kind: 'event', values: { page: '/p', event: 'Signup' } }),
      ],
    ]);
  });
  afterAll(() => rest.close());

  for (const [row, answers] of Object.entries(ROWS))
    it(`to ${row}`, async () => {
      const { rest: said, graphql } = await answers(rest, id);
      assert.deepEqual(said, graphql);
    });
});
