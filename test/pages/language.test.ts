import assert from 'node:assert/strict';
import { afterAll, beforeAll, it, onTestFinished } from 'vitest';
import { html } from '../../src/domain/html.ts';
import { LANGUAGES, type Language } from '../../src/domain/languages.ts';
import { readCatalogue } from '../../src/messages/catalogues.ts';
import type { MessageKey } from '../../src/messages/keys.ts';
import { onSqlite } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { openVisitor, type Seen } from '../support/visitor.ts';

const WORDS = { 'Accept-Language': 'it, fr-CA;q=0.9, de;q=0.8, en;q=0.7' };
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const COOKIE = { Cookie: 'footfall_language=es' };

onSqlite('the language of a page', open => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
    await gateway.graphql(
      'mutation { createWebsite(input: {domain: "locked.example", privacy: PASSWORD, password: "sesame"}) { id } }',
    );
  });
  afterAll(() => gateway.stop());

  const get = (path: string, headers: Record<string, string> = {}) => openVisitor(gateway.url).get(path, headers);

  /** Asserts that a page is written in a language: its document, and its heading as the catalogue has it. */
  function assertIn(language: Language, { text }: Seen, heading: MessageKey): void {
    const catalogue = { ...readCatalogue('en', 'plain'), ...readCatalogue(language, 'plain') };
    assert.match(text, new RegExp(`<html lang="${language}"`));
    assert.ok(text.includes(html`<h1>${catalogue[heading] ?? ''}</h1>`.text), text);
  }

  it('is the one of the catalogues that the browser likes best', async () => {
    for (const { code } of LANGUAGES)
      assertIn(code, await get('/nowhere.example', { 'Accept-Language': code }), 'missing.heading');
    assertIn('fr', await get('/nowhere.example', WORDS), 'missing.heading');
    const english = await get('/nowhere.example', { 'Accept-Language': 'it' });
    assertIn('en', english, 'missing.heading');
    assertIn('en', await get('/nowhere.example'), 'missing.heading');
    assert.match(english.headers.get('vary') ?? '', /Accept-Language/);
  });

  it('is LANGUAGE where neither the reader nor the browser asks for one of ours, as are mails of new websites', async () => {
    const german = await startTestGateway(await open(), { LANGUAGE: 'de_AT.UTF-8:en' });
    onTestFinished(() => german.stop());
    const seen = (headers: Record<string, string>) => openVisitor(german.url).get('/nowhere.example', headers);
    for (const headers of [{}, { 'Accept-Language': 'it' }]) assertIn('de', await seen(headers), 'missing.heading');
    assertIn('fr', await seen(WORDS), 'missing.heading');
    assertIn('es', await seen({ ...WORDS, ...COOKIE }), 'missing.heading');
    assertIn('de', await openVisitor(german.url).get(`/unsubscribe/${'a'.repeat(43)}`), 'unsubscribe.invalid');
    const { created, given } = await german.graphql<Record<string, { language: string }>>(
      'mutation { created: createWebsite(input: {domain: "a.example"}) { language } given: createWebsite(input: {domain: "b.example", language: FR}) { language } }',
    );
    assert.deepEqual([created?.language, given?.language], ['DE', 'FR']);
    const made = await german.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain: 'c.example' }) });
    assert.equal((made.body as { data: { language: number } }).data.language, 1);
    const failed = await german.rest('/websites/7');
    assert.match((failed.body as { message: string }).message, /^[A-Z]\w+ .*website|not/i, 'errors are in English');
  });

  it('is the one that the reader chose, whatever the browser likes', async () => {
    assertIn('es', await get('/nowhere.example', { ...WORDS, ...COOKIE }), 'missing.heading');
    assertIn('fr', await get('/nowhere.example', { ...WORDS, Cookie: 'footfall_language=it' }), 'missing.heading');
  });

  it('is the one that the URL names, whatever the reader chose', async () => {
    assertIn('ja', await get('/nowhere.example?lang=ja', { ...WORDS, ...COOKIE }), 'missing.heading');
    assertIn('es', await get('/nowhere.example?lang=it', { ...WORDS, ...COOKIE }), 'missing.heading');
    assertIn('de', await get(`/unsubscribe/${'a'.repeat(43)}?lang=de`, COOKIE), 'unsubscribe.invalid');
  });

  it('is not what the file of a searched list goes by, unless its URL has it, as links of the page do', async () => {
    await gateway.graphql('mutation { createWebsite(input: {domain: "open.example", privacy: PUBLIC}) { id } }');
    const hit = { page: 'https://open.example/', time: '2026-03-10T12:00:00Z', ip: '203.0.113.9', user_agent: AGENT };
    await gateway.count([hit]);
    const file = async (search: string, headers: Record<string, string> = {}) => {
      const path = `/open.example/export/source.json?from=2026-03-10&to=2026-03-10&search=${search}`;
      return (JSON.parse((await get(path, headers)).text) as unknown[]).length;
    };
    const german = { ...WORDS, Cookie: 'footfall_language=de' };
    assert.deepEqual([await file('direct', german), await file('direkt', german)], [1, 0]);
    assert.deepEqual([await file('direct&lang=de', COOKIE), await file('direkt&lang=de', COOKIE)], [0, 1]);
    assert.deepEqual([await file('direct'), await file('direct&lang=en', german)], [1, 1]);
  });

  it('stays the same when the password of a page is wrong', async () => {
    const path = '/locked.example/unlock?lang=zh';
    const refused = await openVisitor(gateway.url).post(path, { password: 'wrong' });
    assert.equal(refused.status, 403);
    assertIn('zh', refused, 'unlock.heading');
    assert.ok(refused.text.includes(`action="${path}"`));
  });
});
