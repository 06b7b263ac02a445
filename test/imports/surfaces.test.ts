import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, it } from 'vitest';
import { eachDatabase, type Place } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { generateSums } from '../support/import-files.ts';

const DAY = 86_400_000;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

// biome-ignore lint/suspicious/noExplicitAny: raw responses are compared.
type Json = any;

eachDatabase('Imports over REST and GraphQL', (open, engine) => {
  let place: Place;
  let gateway: TestGateway;
  let website: string;
  beforeAll(async () => {
    place = await open();
    gateway = await startTestGateway(place);
    const { createWebsite } = await gateway.graphql<{ createWebsite: { id: string } }>(
      'mutation { createWebsite(input: { domain: "site-1.example" }) { id } }',
    );
    website = createWebsite.id;
  });
  afterAll(() => gateway.stop());

  const { csv, truth } = generateSums(5, { days: 20 });

  async function send(files: Readonly<Record<string, string>>, fields: Readonly<Record<string, string>> = {}) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const [name, content] of Object.entries(files)) form.append('file', new Blob([content]), name);
    const { status, body } = await gateway.rest(`/websites/${website}/imports`, { method: 'POST', body: form });
    return { status, body: body as Json };
  }

  /** Waits until an import is over. */
  async function over(id: number): Promise<Json> {
    for (;;) {
      const { body } = await gateway.rest(`/websites/${website}/imports/${id}`);
      const { data } = body as Json;
      if (data.finished_at !== null) return data;
      await sleep(100);
    }
  }

  /** Follows an import until its stream ends; returns what it told. */
  async function follow(id: number): Promise<Json[]> {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        Authorization: `Bearer ${gateway.key}`,
      },
      body: JSON.stringify({ query: `subscription { importProgress(id: "${id}") { state progress rows } }` }),
    });
    const told = [...(await response.text()).matchAll(/^data: (\{.*\})$/gm)];
    return told.map(([, json = '']) => JSON.parse(json).data.importProgress);
  }

  const ANSWERS = `query($id: ID!) { website(id: $id) {
    summary(from: "2025-11-01", to: "2026-01-31") { basis imported pageviews { value } }
    stats(name: PAGE, from: "2025-11-01", to: "2026-01-31") { basis sum totals { imported } rows { count imported } }
    filtered: stats(name: PAGE, from: "2025-11-01", to: "2026-01-31", filter: { name: PAGE, operator: IS, values: ["/"] }) { basis sum }
    timeseries(from: "2025-11-20", to: "2025-12-09", interval: DAY) { basis points { pageviews imported } }
  } }`;

  it('say in a dry run what they would do, and do it without the files being sent again', async () => {
    const { status, body } = await send({ 'sums.csv': csv }, { dry_run: '1' });
    assert.equal(status, 202);
    const dry = await over(body.data.id);
    assert.deepEqual([dry.state, dry.dry_run, dry.source, dry.kind], ['done', 1, 'csv', 'sums']);
    assert.deepEqual(dry.report[0], { name: 'pageviews', file: truth.totals.pageviews, ours: truth.totals.pageviews });
    await gateway.graphql('mutation($id: ID!) { createImport(upload: $id) { id state } }', { id: dry.id });
    const told = await follow(dry.id);
    assert.deepEqual([told.at(-1).state, told.at(-1).progress], ['DONE', 1]);
    for (const [at, { progress }] of told.entries()) assert.ok(at === 0 || progress >= told[at - 1].progress);
    const done = await over(dry.id);
    assert.deepEqual([done.state, done.error, done.progress, done.dry_run], ['done', null, 1, 0]);
    assert.equal(existsSync(join(place.dataDir, 'imports', String(done.id))), false);

    const { website: answers } = await gateway.graphql<Json>(ANSWERS, { id: website });
    const all = truth.totals.pageviews;
    assert.deepEqual(answers.summary, { basis: 'IMPORTED', imported: all, pageviews: { value: all } });
    assert.deepEqual([answers.stats.basis, answers.stats.sum, answers.stats.totals.imported], ['IMPORTED', all, all]);
    for (const { count, imported } of answers.stats.rows) assert.equal(imported, count);
    assert.deepEqual(answers.filtered, { basis: 'HITS', sum: 0 });
    assert.equal(answers.timeseries.basis, 'IMPORTED');
    for (const { pageviews, imported } of answers.timeseries.points) assert.equal(imported, pageviews);
  });

  it('are listed, and taken out again', async () => {
    const list = (await gateway.rest(`/websites/${website}/imports`)).body as Json;
    assert.deepEqual([list.data.length, list.meta.total], [1, 1]);
    const [{ id }] = list.data;
    const { body } = await send({ 'more.csv': `${csv}2026-01-31,page,/new,3,,,,,\n` });
    const more = await over(body.data.id);
    assert.deepEqual([more.state, more.counted, more.undo_note], ['done', 1, null]);
    const note = `Import ${more.id} (more.csv) left out rows because this import has them; to keep these rows without it, undo import ${more.id} as well, and import its files again.`;
    assert.equal((await over(id)).undo_note, note);
    const undoing = await gateway.rest(`/websites/${website}/imports/${id}`, { method: 'DELETE' });
    assert.deepEqual([undoing.status, (undoing.body as Json).data.undo_note], [202, note]);
    assert.deepEqual([(await over(id)).state, (await over(id)).undo_note], ['undone', note]);
    await gateway.rest(`/websites/${website}/imports/${more.id}`, { method: 'DELETE' });
    assert.equal((await over(more.id)).state, 'undone');
    const { website: answers } = await gateway.graphql<Json>(ANSWERS, { id: website });
    assert.deepEqual(answers.summary, { basis: 'ROLLUP', imported: 0, pageviews: { value: 0 } });
  });

  // Each import has a process of its own, which starts slowly while other tests run; no table matters here.
  it.skipIf(engine === 'MariaDB')('name what is wrong with the fields, and with the files', async () => {
    const refused = await send({ 'sums.csv': csv }, { source: 'nothing', until: '2026-02-30', dry_run: '2' });
    assert.equal(refused.status, 422);
    assert.deepEqual(Object.keys(refused.body.errors), ['source', 'until', 'dry_run']);
    assert.match((await send({})).body.errors.file[0], /No file was sent/);
    const { body } = await send({ 'notes.txt': 'nothing that any tool exports\n' });
    const failed = await over(body.data.id);
    assert.equal(failed.state, 'failed');
    assert.match(failed.error, /^notes\.txt: It is not recognised/);
    assert.deepEqual(await readdir(join(place.dataDir, 'imports')), ['machine']);
  });

  it('count the same address and agent as two visitors on one day, if only one of its hits is imported', async () => {
    const hit = { page: 'https://site-1.example/', ip: '203.0.113.9', user_agent: AGENT };
    // Noon of yesterday, so that no visit reaches into another day.
    const time = Math.floor(Date.now() / DAY) * DAY - DAY / 2;
    const timed = (minutes: number) => ({ ...hit, time: new Date(time + minutes * 60_000).toISOString() });
    await fetch(`${gateway.url}/api/event/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ hits: [timed(0), timed(2)] }),
    });
    const lines = [timed(1), timed(3)].map(one => JSON.stringify(one)).join('\n');
    const until = new Date(time + DAY).toISOString().slice(0, 10);
    const { body } = await send({ 'hits.ndjson': lines }, { until });
    assert.equal((await over(body.data.id)).state, 'done');
    await gateway.drain();
    const range = `from: "${new Date(time - DAY).toISOString().slice(0, 10)}", to: "${until}"`;
    const { website: answers } = await gateway.graphql<Json>(
      `query($id: ID!) { website(id: $id) { summary(${range}) { pageviews { value } visits { value } } } }`,
      { id: website },
    );
    assert.deepEqual(answers.summary, { pageviews: { value: 4 }, visits: { value: 2 } });
  });
});
