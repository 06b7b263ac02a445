import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { openVisitor, type Visitor } from '../support/visitor.ts';

const OWNER = { email: 'owner@owner.example', password: 'a long password' };
const OTHER = { email: 'other@owner.example', password: 'another password' };
const DAYS = 'from=2026-01-01&to=2026-01-02';

/** The responses to REQUESTS, in their order, for callers who may see the statistics page and for those who may not. */
const OPEN = [200, 200, 200, 'OK', 'OK', 'OK'];
const HIDDEN = [404, 404, 404, 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'];
/** The page itself is the form for the password. */
const LOCKED = ['form', 403, 403, 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'];

const REQUESTS: readonly ((who: Visitor, domain: string) => Promise<number | string>)[] = [
  async (who, domain) => {
    const { status, text } = await who.get(`/${domain}`);
    return /name="password"/.test(text) ? 'form' : status;
  },
  async (who, domain) => (await who.get(`/${domain}/export/page.csv?${DAYS}`)).status,
  async (who, domain) => (await who.get(`/${domain}/export/country.json?${DAYS}`)).status,
  (who, domain) => numbers(who, domain, 'stats(name: PAGE, from: "2026-01-01", to: "2026-01-02") { total }'),
  (who, domain) => numbers(who, domain, 'live { visitors5 }'),
  watch,
];

async function seen(who: Visitor, domain: string): Promise<(number | string)[]> {
  const answers: (number | string)[] = [];
  for (const request of REQUESTS) answers.push(await request(who, domain));
  return answers;
}

eachDatabase('everything behind a statistics page', open => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
    await gateway.inSession('mutation($input: CreateAccountInput!) { createAccount(input: $input) { id } }', {
      input: OTHER,
    });
    for (const input of [
      { domain: 'open.example', privacy: 'PUBLIC' },
      { domain: 'own.example' },
      { domain: 'locked.example', privacy: 'PASSWORD', password: 'sesame' },
    ])
      await gateway.graphql('mutation($input: CreateWebsiteInput!) { createWebsite(input: $input) { id } }', { input });
  });
  afterAll(() => gateway.stop());

  const signedIn = async (who: Record<string, string>): Promise<Visitor> => {
    const someone = openVisitor(gateway.url);
    assert.equal((await someone.post('/login', who)).status, 303);
    return someone;
  };
  const update = async (domain: string, input: object) => {
    const { website } = await gateway.graphql<{ website: { id: string } }>(`{ website(domain: "${domain}") { id } }`);
    const mutation = 'mutation($id: ID!, $input: UpdateWebsiteInput!) { updateWebsite(id: $id, input: $input) { id } }';
    await gateway.graphql(mutation, { id: website.id, input });
  };

  it('is open to its account under any privacy setting', async () => {
    const owner = await signedIn(OWNER);
    for (const domain of ['open.example', 'own.example', 'locked.example'])
      assert.deepEqual(await seen(owner, domain), OPEN, domain);
  });

  for (const [name, come] of [
    ['a stranger', async () => openVisitor(gateway.url)],
    ['another account', () => signedIn(OTHER)],
  ] as const) {
    it(`follows the privacy setting for ${name}, for every request alike`, async () => {
      const someone = await come();
      assert.deepEqual(await seen(someone, 'open.example'), OPEN);
      assert.deepEqual(await seen(someone, 'own.example'), HIDDEN);
      assert.deepEqual(await seen(someone, 'none.example'), HIDDEN);
      assert.deepEqual(await seen(someone, 'locked.example'), LOCKED);
      assert.equal((await someone.post('/locked.example/unlock', { password: 'sesame' })).status, 303);
      assert.deepEqual(await seen(someone, 'locked.example'), OPEN);
      assert.deepEqual(await seen(someone, 'own.example'), HIDDEN);
      // Only the account sees the settings, even if others may see the numbers.
      const asked = await someone.ask('{ website(domain: "locked.example") { excludeIps } }');
      assert.ok(asked.errors || (asked.data as { website: unknown }).website === null);
    });
  }

  it('closes to those who had unlocked it after a new password or another privacy setting, for every request', async () => {
    const guest = openVisitor(gateway.url);
    const unlock = (password: string) => guest.post('/locked.example/unlock', { password });
    await unlock('sesame');
    assert.deepEqual(await seen(guest, 'locked.example'), OPEN);
    await update('locked.example', { password: 'another one' });
    assert.deepEqual(await seen(guest, 'locked.example'), LOCKED);
    await unlock('another one');
    assert.deepEqual(await seen(guest, 'locked.example'), OPEN);
    await update('locked.example', { privacy: 'PRIVATE' });
    assert.deepEqual(await seen(guest, 'locked.example'), HIDDEN);
    await update('locked.example', { privacy: 'PASSWORD' });
    assert.deepEqual(await seen(guest, 'locked.example'), LOCKED, 'a closed page stays closed');
  });
});

/** The account queries its website; everyone else queries its shared part. */
async function numbers(who: Visitor, domain: string, fields: string): Promise<string> {
  const query = `{ website(domain: "${domain}") { ${fields} } shared(domain: "${domain}") { ${fields} } }`;
  const own = await who.ask(query.replace(/ shared.*/, ' }'));
  if ((own.data as { website: unknown } | null)?.website) return 'OK';
  return (await who.ask(query.replace(/^.*? shared/, '{ shared'))).errors?.[0]?.extensions.code ?? 'OK';
}

function follow({ origin, cookies }: Visitor, domain: string, signal: AbortSignal): Promise<Response> {
  const query = new URLSearchParams({ query: `subscription { live(domain: "${domain}") { visitors5 } }` });
  return fetch(`${origin}/graphql?${query}`, {
    headers: {
      Accept: 'text/event-stream',
      Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    signal,
  });
}

async function watch(who: Visitor, domain: string): Promise<string> {
  const over = new AbortController();
  const response = await follow(who, domain, over.signal);
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (/"live"|"code"/.test(text)) break;
  }
  over.abort();
  return /"code":"(\w+)"/.exec(text)?.[1] ?? (/"visitors5"/.test(text) ? 'OK' : text);
}
