import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { openVisitor, type Visitor } from '../support/visitor.ts';

const CREATE = 'mutation ($input: CreateWebsiteInput!) { createWebsite(input: $input) { id } }';
const TAKEN = 'The domain "one.example" is already registered on this instance; use another one.';
/** What a browser sends that likes German, or whose reader chose it for the pages. */
const GERMAN = { 'Accept-Language': 'de', Cookie: 'footfall_language=de' };

interface Answer {
  readonly data?: unknown;
  readonly errors: readonly { readonly message: string; readonly extensions: Readonly<Record<string, unknown>> }[];
}

eachDatabase('the language of errors', open => {
  let gateway: TestGateway;
  let owner: Visitor;
  beforeAll(async () => {
    gateway = await startTestGateway(await open(), { IMPORT_MAX_MB: '1' });
    for (const domain of ['one.example', 'two.example']) await gateway.graphql(CREATE, { input: { domain } });
    owner = openVisitor(gateway.url);
    await owner.post('/login', { email: 'owner@owner.example', password: 'a long password' });
  });
  afterAll(() => gateway.stop());

  async function ask(search: string, query: string, variables: object = {}, headers: object = {}): Promise<Answer> {
    const response = await fetch(`${gateway.url}/graphql${search}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as Answer;
  }

  /** Returns the first error of an operation of the owner's page in a language. */
  async function refused(lang: string, query: string, variables: object = {}): Promise<string> {
    const response = await fetch(`${gateway.url}/graphql?lang=${lang}`, {
      method: 'POST',
      headers: {
        Cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        Origin: gateway.url,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ query, variables }),
    });
    return ((await response.json()) as Answer).errors[0]?.message ?? '';
  }

  it('is English, whatever the browser likes, unless the URL asks for one', async () => {
    const input = { domain: 'one.example' };
    const english = await ask('', CREATE, { input });
    assert.deepEqual(
      english.errors.map(({ message, extensions }) => ({ message, extensions })),
      [{ message: TAKEN, extensions: { code: 'BAD_USER_INPUT', fields: { 'input.domain': [TAKEN] } } }],
    );
    assert.deepEqual(await ask('', CREATE, { input }, GERMAN), english);
    for (const search of ['?lang=en', '?lang=it', '?lang=', '?lang=__proto__'])
      assert.deepEqual(await ask(search, CREATE, { input }, GERMAN), english, search);
  });

  it('is that of the URL, and nothing else of the response changes', async () => {
    const input = { domain: 'one.example' };
    const [english, german] = [await ask('', CREATE, { input }), await ask('?lang=de', CREATE, { input })];
    const text = 'Die Domain „one.example“ ist hier bereits registriert. Geben Sie eine andere ein.';
    assert.equal(
      JSON.stringify(german),
      JSON.stringify(english).replaceAll(JSON.stringify(TAKEN), JSON.stringify(text)),
    );
    const read = '{ websites { data { domain } total } }';
    assert.deepEqual(await ask('?lang=de', read), await ask('', read));
  });

  it('is that of the URL for what only the stored data can refuse', async () => {
    const change = 'mutation ($current: String!, $next: String!) { changePassword(current: $current, next: $next) }';
    assert.equal(
      await refused('fr', change, { current: 'a wrong password', next: 'another long one' }),
      'Le mot de passe actuel est incorrect. Saisissez celui avec lequel vous vous connectez.',
    );
    const account = 'mutation ($input: CreateAccountInput!) { createAccount(input: $input) { id } }';
    assert.equal(
      await refused('es', account, { input: { email: 'owner@owner.example', password: 'a long password' } }),
      'Ya existe una cuenta con la dirección de correo «owner@owner.example». Escribe otra.',
    );
    const update = 'mutation ($input: UpdateWebsiteInput!) { updateWebsite(id: 1, input: $input) { id } }';
    assert.equal(
      await refused('pt', update, { input: { hosts: ['two.example'] } }),
      '“two.example” é o domínio de outro dos seus sites. Informe outro host ou exclua antes esse site.',
    );
    assert.equal(
      await refused('ja', update, { input: { maxAmount: 3_000_000_000 } }),
      '3000000000は大きすぎます。もっと小さい数を入力してください。',
    );
    assert.equal(await refused('zh', 'mutation { deleteGoal(id: "abc") }'), '未找到。可能已删除，或属于其他账号。');
  });

  it('is that of the URL for uploads, which the page of imports sends', async () => {
    const send = async (search: string, fields: Record<string, string>, file: string) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      body.append('file', new Blob([file]), 'a.csv');
      const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...GERMAN, Cookie: `${cookie}; ${GERMAN.Cookie}`, Origin: gateway.url };
      const url = `${gateway.url}/websites/1/imports${search}`;
      return (await fetch(url, { method: 'POST', headers, body })).json();
    };
    const zone = { timezone: 'Europe/Hamburg' };
    const english = 'The time zone "Europe/Hamburg" does not exist; use an IANA name such as Europe/Paris.';
    assert.deepEqual(await send('', zone, 'x'), { message: english, errors: { timezone: [english] } });
    const german = 'Die Zeitzone „Europe/Hamburg“ ist nicht bekannt. Geben Sie einen IANA-Namen wie Europe/Berlin ein.';
    assert.deepEqual(await send('?lang=de', zone, 'x'), { message: german, errors: { timezone: [german] } });
    assert.deepEqual(await send('?lang=de', {}, 'x'.repeat(2 ** 22)), {
      message:
        'Die Dateien haben zusammen mehr als 1 MB. Senden Sie weniger auf einmal, oder erhöhen Sie IMPORT_MAX_MB.',
    });
  });

  it('is that of the URL for live numbers that are refused', async () => {
    const query = 'subscription { live(domain: "nowhere.example") { visitors5 } }';
    const search = new URLSearchParams({ query, lang: 'de' });
    const headers = { Accept: 'text/event-stream' };
    const text = await (await fetch(`${gateway.url}/graphql?${search}`, { headers })).text();
    assert.match(text, /Nicht gefunden\. Es wurde gelöscht oder gehört zu einem anderen Konto\./);
  });

  it('is always English over REST', async () => {
    const post = (search: string) =>
      gateway.rest(`/websites${search}`, {
        method: 'POST',
        headers: { ...GERMAN, 'Content-Type': 'application/json' },
        body: JSON.stringify({ domain: 'one.example' }),
      });
    for (const search of ['', '?lang=de']) {
      const { status, body } = await post(search);
      assert.equal(status, 422);
      assert.deepEqual(body, { message: TAKEN, errors: { domain: [TAKEN] } }, search);
    }
  });
});
