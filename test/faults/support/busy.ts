import { type GatewayChild, HOST, KEY } from './gateway.ts';

export const TOKEN = 'the-token-of-metrics';

/** Values that must not appear anywhere, by what they are. */
export const SECRETS = {
  'the API key': KEY,
  'the password of the account': 'the-password-of-ada',
  'a wrong password': 'a-password-that-is-wrong',
  'the password of a page': 'the-password-of-a-page',
  'the password of the mail server': 'the-password-for-mail',
  'the token of the metrics': TOKEN,
  'an address': '81.2.69.',
  'a user agent': 'AgentOfNobody',
  'an excluded parameter': 'the-excluded-parameter',
} as const;

/** A value that may appear in the database, as part of a page, but in no log. */
export const QUERY = { 'a query string': 'the-query-string' } as const;

const AGENT = `Mozilla/5.0 (X11; Linux x86_64) ${SECRETS['a user agent']}/7 Chrome/142.0.0.0 Safari/537.36`;
const TARGETS = `?q=${QUERY['a query string']}&token=${SECRETS['an excluded parameter']}`;

/** All responses with their headers, and the session cookie, which is empty when signing in failed. */
export interface Seen {
  readonly answers: string;
  readonly cookie: string;
}

/** Uses every surface of the gateway, both correctly and incorrectly, with secrets wherever they can be sent. */
export async function beBusy({ url }: Pick<GatewayChild, 'url'>): Promise<Seen> {
  let answers = '';
  let cookie = '';
  let visitor = 0;
  async function call(path: string, init: RequestInit = {}): Promise<void> {
    const headers: Record<string, string> = {
      'User-Agent': AGENT,
      'X-Forwarded-For': `${SECRETS['an address']}${(++visitor % 200) + 10}`,
      Referer: `${url}/${TARGETS}`,
      ...(init.headers as Record<string, string>),
    };
    const response = await fetch(url + path, { ...init, headers, redirect: 'manual' }).catch(() => null);
    if (!response) return;
    for (const line of response.headers.getSetCookie())
      cookie = /^footfall_session=(\w{20,})/.exec(line)?.[1] ?? cookie;
    const own = [...response.headers].filter(([name]) => name !== 'set-cookie');
    answers += `${JSON.stringify(own)}\n${await response.text()}\n`;
  }
  const json = (method: string, body: unknown, key: string = KEY) => ({
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const form = (fields: Record<string, string>) => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: url },
    body: new URLSearchParams(fields).toString(),
  });

  const page = `https://${HOST}/busy${TARGETS}#${SECRETS['an excluded parameter']}`;
  const sharing = { privacy: 2, password: SECRETS['the password of a page'], exclude_params: 'token' };
  await call('/api/v1/websites/1', json('PATCH', sharing));
  for (let hit = 0; hit < 60; hit++) {
    const { Authorization: _, ...headers } = json('POST', '').headers;
    await call('/api/event', {
      method: 'POST',
      headers,
      body: JSON.stringify({ page, referrer: page, id: `id-${hit}` }),
    });
  }
  const hits = [
    { page, ip: `${SECRETS['an address']}9`, user_agent: AGENT },
    { page: `nonsense ${page}`, ip: 'nonsense' },
  ];
  await call(`/api/event/batch${TARGETS}`, json('POST', { hits }));
  await call(`/api/pixel.gif?page=${encodeURIComponent(page)}`);
  for (const body of ['{', '{"page":1}', `{"page":"${'x'.repeat(70_000)}"}`])
    await call('/api/event', json('POST', body));
  for (let time = 0; time < 12; time++) {
    await call(`/${HOST}/unlock`, form({ password: SECRETS['a wrong password'] }));
    await call('/login', form({ email: 'ada@faults.example', password: SECRETS['a wrong password'] }));
  }
  await call(`/${HOST}/unlock`, form({ password: SECRETS['the password of a page'] }));
  const signIn = form({ email: 'ada@faults.example', password: SECRETS['the password of the account'] });
  await call('/login', { ...signIn, headers: { ...signIn.headers, 'X-Forwarded-For': '81.2.69.1' } });
  for (const path of [
    '/websites',
    '/settings',
    `/${HOST}`,
    '/login',
    '/metrics',
    '/docs',
    '/nothing',
    '/%00',
    '/readyz',
  ])
    await call(`${path}?q=${QUERY['a query string']}`, { headers: { Cookie: `footfall_session=${cookie}` } });
  const queries = [
    '{ viewer { email apiKeys { name } } websites { rows { domain } } }',
    `{ website(domain: "${HOST}") { stats(name: PAGE, from: "2026-01-01", to: "2026-01-02", search: "${QUERY['a query string']}") { total } } }`,
    `mutation { changePassword(current: "${SECRETS['a wrong password']}", password: "${SECRETS['a wrong password']}") }`,
    '{ nonsense }',
    '{',
  ];
  for (const query of queries) await call('/graphql', json('POST', { query }));
  await call('/graphql', json('POST', { query: queries[0] }, `${KEY.slice(0, -1)}x`));
  for (let time = 0; time < 110; time++)
    await call(`/api/v1/stats/1?name=page&from=2026-01-01&to=2026-01-02&search=${QUERY['a query string']}`, {
      headers: { Authorization: `Bearer ${KEY}` },
    });
  return { answers, cookie };
}
