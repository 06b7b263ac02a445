import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { GENERATORS } from './generators/all.ts';
import type { Generated } from './generators/generated.ts';

const SEED = Number(process.env.SEED ?? 2);
/** What a summary has of the totals. */
const IN_SUMMARY = ['pageviews', 'visitors', 'visits', 'events'] as const;
const RANGE = { from: '2024-01-01', to: '2026-03-09' };

interface RestImport {
  readonly id: number;
  readonly state: string;
  readonly error: string | null;
  readonly finished_at: string | null;
}

eachDatabase('A file sent over REST', (open, engine) => {
  let gateway: TestGateway;
  let website: string;
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
    const { createWebsite } = await gateway.graphql<{ createWebsite: { id: string } }>(
      'mutation { createWebsite(input: { domain: "site-1.example" }) { id } }',
    );
    website = createWebsite.id;
  });
  afterAll(() => gateway.stop());

  // Two processes work on each, which takes a second; every-source.test.ts reads every source on both engines.
  const isHere = (_: unknown, at: number) => (at % 2 === 0) === (engine === 'SQLite');
  for (const { name, generate } of GENERATORS.filter(isHere))
    it(`is counted, read over REST and GraphQL, and undone: ${name}`, async () => {
      const generated = generate(SEED);
      const { id } = await importOf(generated);
      const done = await over(id);
      assert.deepEqual([done.state, done.error], ['done', null]);
      await assertAnswers(generated);

      assert.equal((await gateway.rest(`/websites/${website}/imports/${id}`, { method: 'DELETE' })).status, 202);
      assert.equal((await over(id)).state, 'undone');
      await assertAnswers({
        ...generated,
        totals: Object.fromEntries(Object.keys(generated.totals).map(total => [total, 0])),
        days: {},
        statistics: Object.fromEntries(Object.keys(generated.statistics).map(statistic => [statistic, {}])),
      });
    });

  async function importOf({ files, options = {} }: Generated): Promise<RestImport> {
    const form = new FormData();
    if (options.timezone) form.set('timezone', options.timezone);
    if (options.mapping) form.set('mapping', JSON.stringify(options.mapping));
    for (const [name, content] of Object.entries(files))
      form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
    const { status, body } = await gateway.rest(`/websites/${website}/imports`, { method: 'POST', body: form });
    assert.equal(status, 202);
    return (body as { data: RestImport }).data;
  }

  /** Waits until an import is over. */
  async function over(id: number): Promise<RestImport> {
    for (;;) {
      const { body } = await gateway.rest(`/websites/${website}/imports/${id}`);
      const { data } = body as { data: RestImport };
      if (data.finished_at !== null && data.state !== 'undoing') return data;
      await sleep(50);
    }
  }

  async function assertAnswers({ totals, days, statistics }: Generated): Promise<void> {
    const names = Object.keys(statistics);
    const range = `from: "${RANGE.from}", to: "${RANGE.to}"`;
    const lists = names.map(
      name => `${name}: stats(name: ${name.toUpperCase()}, ${range}, perPage: 100) { rows { value count } }`,
    );
    const asked = IN_SUMMARY.map(total => `${total} { value }`);
    const { website: answer } = await gateway.graphql<{
      website: Record<string, { rows: { value: string; count: number }[] }> & {
        summary: Record<string, { value: number }>;
      };
    }>(`query($id: ID!) { website(id: $id) { summary(${range}) { ${asked.join(' ')} } ${lists.join(' ')} } }`, {
      id: website,
    });
    for (const total of IN_SUMMARY)
      if (totals[total] !== undefined) assert.equal(answer.summary[total]?.value, totals[total], total);
    for (const name of [...names, 'pageviews']) {
      const expected = name === 'pageviews' ? days : statistics[name as keyof typeof statistics];
      const { body } = await gateway.rest(
        `/stats/${website}?${new URLSearchParams({ ...RANGE, name, per_page: '100' })}`,
      );
      const rows = (body as { data: { value: string; count: number }[] }).data;
      const found = Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ value, count }) => [value, count]));
      assert.deepEqual(found, expected, `${name} over REST`);
      if (name === 'pageviews') continue;
      const list = answer[name]?.rows ?? [];
      assert.deepEqual(
        Object.fromEntries(list.map(({ value, count }) => [value, count])),
        expected,
        `${name} over GraphQL`,
      );
    }
  }
});
