import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, it } from 'vitest';
import { onSqlite } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const BAD_ROW = 'The date "yesterday" is not a day such as 2026-01-31.';
const FAULT = 'old.csv, line 2: No row can be read. The day is in the future; check the dates of the file.';

// biome-ignore lint/suspicious/noExplicitAny: raw responses are compared.
type Json = any;

onSqlite('The faults of imports in the languages of their readers', open => {
  let gateway: TestGateway;
  let website: string;
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
    const { createWebsite } = await gateway.graphql<{ createWebsite: { id: string } }>(
      'mutation { createWebsite(input: { domain: "site-1.example" }) { id } }',
    );
    website = createWebsite.id;
    await send('sums.csv', 'date,pageviews\n2026-01-10,5\nyesterday,6\n');
    await send('old.csv', 'date,pageviews\n2999-01-10,5\n');
  });
  afterAll(() => gateway.stop());

  /** Imports a file, and waits until that is over. */
  async function send(name: string, content: string): Promise<void> {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    const { body } = await gateway.rest(`/websites/${website}/imports`, { method: 'POST', body: form });
    const { id } = (body as Json).data;
    while ((await restImport(id)).finished_at === null) await sleep(50);
  }

  async function restImport(id: string, search = ''): Promise<Json> {
    return ((await gateway.rest(`/websites/${website}/imports/${id}${search}`)).body as Json).data;
  }

  /** Reads both imports, the latest first. */
  async function read(search: string, headers: Readonly<Record<string, string>> = {}): Promise<Json> {
    const response = await fetch(`${gateway.url}/graphql${search}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${gateway.key}`, ...headers },
      body: JSON.stringify({ query: `{ website(id: "${website}") { imports { id error badRows { reason } } } }` }),
    });
    return ((await response.json()) as Json).data.website.imports;
  }

  it('are in the language that the URL of a GraphQL request asks for', async () => {
    const [failed, done] = await read('?lang=de');
    assert.equal(
      failed.error,
      'old.csv, Zeile 2: Keine Zeile ist lesbar. Der Tag liegt in der Zukunft. Prüfen Sie die Daten in der Datei.',
    );
    assert.deepEqual(done.badRows, [{ reason: 'Das Datum „yesterday“ hat nicht die Form 2026-01-31.' }]);
    assert.equal(
      (await read('?lang=fr'))[1].badRows[0].reason,
      'La date « yesterday » n’est pas un jour comme 2026-01-31.',
    );
  });

  it('are in English without it, for what a browser prefers does not count, and over REST', async () => {
    for (const [search, headers] of [
      ['', {}],
      ['?lang=en', {}],
      ['?lang=xx', {}],
      ['', { 'Accept-Language': 'de', Cookie: 'footfall_language=de' }],
    ] as const) {
      const [failed, done] = await read(search, headers);
      assert.deepEqual([failed.error, done.badRows], [FAULT, [{ reason: BAD_ROW }]]);
      const ofRest = await Promise.all([failed, done].map(({ id }) => restImport(id, '?lang=de')));
      assert.deepEqual([ofRest[0].error, ofRest[1].bad_rows[0].reason], [FAULT, BAD_ROW]);
    }
  });
});
