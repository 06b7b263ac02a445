import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { openVisitor, type Visitor } from '../support/visitor.ts';

const OWNER = { email: 'owner@owner.example', password: 'a long password' };
const OTHER = { email: 'other@owner.example', password: 'another password' };

eachDatabase('the pages', open => {
  let gateway: TestGateway;
  let now = Date.now;
  beforeAll(async () => {
    gateway = await startTestGateway(await open(), {}, () => now());
    await gateway.inSession('mutation($input: CreateAccountInput!) { createAccount(input: $input) { id } }', {
      input: OTHER,
    });
    for (const input of [
      { domain: 'open.example', privacy: 'PUBLIC', embedOrigins: ['https://intranet.example'] },
      { domain: 'own.example' },
      { domain: 'locked.example', privacy: 'PASSWORD', password: 'sesame' },
      { domain: 'changing.example', privacy: 'PASSWORD', password: 'sesame' },
    ])
      await create(input);
  });
  afterAll(() => gateway.stop());

  const visitor = () => openVisitor(gateway.url);
  const create = (input: object) =>
    gateway.graphql('mutation($input: CreateWebsiteInput!) { createWebsite(input: $input) { id } }', { input });
  const update = async (domain: string, input: object) => {
    const { website } = await gateway.graphql<{ website: { id: string } }>(`{ website(domain: "${domain}") { id } }`);
    const mutation = 'mutation($id: ID!, $input: UpdateWebsiteInput!) { updateWebsite(id: $id, input: $input) { id } }';
    await gateway.graphql(mutation, { id: website.id, input });
  };
  const signedIn = async (who: Record<string, string>): Promise<Visitor> => {
    const someone = visitor();
    assert.equal((await someone.post('/login', who)).status, 303);
    return someone;
  };
  const shared = (who: Visitor, domain: string) => who.ask(`{ shared(domain: "${domain}") { timezone } }`);

  it('stand beside metrics about the background jobs', async () => {
    const line = /^footfall_job_runs_total\{name="rollups",outcome="done"\} [1-9]/m;
    const done = /^footfall_job_done_timestamp_seconds\{name="rollups"\} \d/m;
    const metrics = async () => (await fetch(`${gateway.url}/metrics`)).text();
    for (let text = ''; !line.test(text) || !done.test(text); text = await metrics()) await sleep(100);
  });

  it('look the same to a stranger for a private and an unknown domain', async () => {
    const stranger = visitor();
    const hidden = await stranger.get('/own.example');
    const unknown = await stranger.get('/unk.example');
    assert.equal(hidden.status, 404);
    assert.equal(unknown.status, 404);
    assert.equal(hidden.text.replaceAll('own.example', ''), unknown.text.replaceAll('unk.example', ''));
    const plain = ({ headers }: { headers: Headers }) =>
      [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
    assert.deepEqual(plain(hidden), plain(unknown));
    assert.match(hidden.text, /href="\/login\?next=%2Fown\.example"/);
    for (const path of [
      '/own.example/unlock/more',
      '/nothing/here',
      '/%00',
      '/own.example/export/page.csv?from=2026-01-01&to=2026-01-02',
    ])
      assert.ok([404, 400].includes((await stranger.get(path)).status), path);
  });

  it('say so in HTML if a path cannot be decoded', async () => {
    for (const path of ['/%E0%A4%A', '/websites/%ff/settings']) {
      const { status, headers, text } = await visitor().get(path);
      assert.deepEqual([status, headers.get('Content-Type')], [404, 'text/html; charset=utf-8'], path);
      assert.match(text, /href="\/login\?next=/);
    }
  });

  it('open a private website only to its account', async () => {
    const owner = await signedIn(OWNER);
    assert.equal((await owner.get('/own.example')).status, 200);
    const { status, text } = await (await signedIn(OTHER)).get('/own.example');
    assert.ok(status === 404 && text.includes('If you came by a link that someone sent you'));
    assert.equal((await visitor().get('/open.example')).status, 200);
  });

  it('open a password page to those who know its password, and no other page', async () => {
    const guest = visitor();
    const lock = await guest.get('/locked.example');
    assert.equal(lock.status, 200);
    assert.match(lock.text, /action="\/locked\.example\/unlock"/);
    assert.equal((await shared(guest, 'locked.example')).errors?.[0]?.extensions.code, 'FORBIDDEN');
    const opened = await guest.post('/locked.example/unlock', { password: 'sesame' });
    assert.equal(opened.status, 303);
    assert.equal(opened.location, '/locked.example');
    assert.match(opened.headers.get('set-cookie') ?? '', /; HttpOnly; SameSite=Lax/);
    assert.match((await guest.get('/locked.example')).text, /id="app"/);
    assert.equal((await shared(guest, 'locked.example')).errors, undefined);
    const file = await guest.get('/locked.example/export/page.csv?from=2026-01-01&to=2026-01-02');
    assert.equal(file.text.split(',')[0], 'value');
    assert.equal((await shared(guest, 'changing.example')).errors?.[0]?.extensions.code, 'FORBIDDEN');
    assert.equal((await visitor().get('/locked.example/export/page.csv?from=2026-01-01&to=2026-01-02')).status, 403);
  });

  it('lock everyone out again when the password or the privacy changes, and after a week', async () => {
    const guest = visitor();
    const isOpen = async () => /id="app"/.test((await guest.get('/changing.example')).text);
    const unlock = (password: string) => guest.post('/changing.example/unlock', { password });
    await unlock('sesame');
    assert.ok(await isOpen());
    await update('changing.example', { password: 'sesame' });
    assert.ok(!(await isOpen()));
    await unlock('sesame');
    assert.ok(await isOpen());
    await update('changing.example', { privacy: 'PRIVATE' });
    assert.equal((await guest.get('/changing.example')).status, 404);
    await update('changing.example', { privacy: 'PASSWORD' });
    await unlock('sesame');
    assert.ok(await isOpen());
    now = () => Date.now() + 7 * 86_400_000 + 1_000;
    assert.ok(!(await isOpen()));
    now = Date.now;
  });

  it('respond the same to a wrong password and an unknown website, and slow down both after ten', async () => {
    // The ten seconds of waiting must not pass while the guesses are made.
    const begun = Date.now();
    now = () => begun;
    const guest = visitor();
    const guess = (domain: string) => guest.post(`/${domain}/unlock`, { password: 'wrong' });
    const [wrong, unknown] = [await guess('locked.example'), await guess('absent.example')];
    assert.equal(wrong.status, 403);
    assert.equal(unknown.status, 403);
    assert.equal(wrong.text.replaceAll('locked.example', ''), unknown.text.replaceAll('absent.example', ''));
    for (const domain of ['locked.example', 'absent.example']) {
      for (let count = 0; count < 9; count++) assert.equal((await guess(domain)).status, 403);
      const slowed = await guess(domain);
      assert.equal(slowed.status, 429);
      assert.ok(Number(slowed.headers.get('retry-after')) > 0);
    }
    assert.equal((await guest.post('/locked.example/unlock', { password: 'sesame' })).status, 429);
    now = () => begun + 11_000;
    assert.equal((await guest.post('/locked.example/unlock', { password: 'sesame' })).status, 303);
    now = Date.now;
  });

  it('sign in and out with a cookie that scripts cannot read, and redirect only to our own pages', async () => {
    const owner = visitor();
    const wrong = await owner.post('/login', { ...OWNER, password: 'wrong' });
    const nobody = await owner.post('/login', { email: 'nobody@owner.example', password: 'wrong' });
    assert.deepEqual([wrong.status, nobody.status], [403, 403]);
    assert.equal(wrong.text.replaceAll(OWNER.email, ''), nobody.text.replaceAll('nobody@owner.example', ''));
    const good = await owner.post('/login', { ...OWNER, next: '/own.example?period=today' });
    assert.equal(good.location, '/own.example?period=today');
    assert.match(
      good.headers.get('set-cookie') ?? '',
      /^footfall_session=\w+; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/,
    );
    assert.equal((await owner.get('/websites')).status, 200);
    const { data } = await owner.ask('{ viewer { sessions { client current } } }');
    assert.equal(
      (data as { viewer: { sessions: { current: boolean }[] } }).viewer.sessions.filter(one => one.current).length,
      1,
    );
    assert.equal((await owner.post('/logout', {})).location, '/login');
    assert.equal((await owner.get('/websites')).location, '/login?next=%2Fwebsites');
    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/a\r\nb'])
      assert.equal((await visitor().post('/login', { ...OWNER, next })).location, '/websites', next);
  });

  it('accept forms only from their own origin', async () => {
    for (const headers of [{ Origin: 'https://evil.example' }, { Origin: 'null' }]) {
      assert.equal((await visitor().post('/login', OWNER, headers)).status, 403);
      assert.equal((await visitor().post('/locked.example/unlock', { password: 'sesame' }, headers)).status, 403);
      assert.equal((await visitor().post('/logout', {}, headers)).status, 403);
    }
    const owner = await signedIn(OWNER);
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = new URLSearchParams(OWNER).toString();
    for (const path of ['/login', '/logout', '/locked.example/unlock']) {
      const headers = {
        Cookie: cookie,
        'Content-Type': 'application/x-www-form-urlencoded',
        'Sec-Fetch-Site': 'cross-site',
      };
      assert.equal(
        (await fetch(gateway.url + path, { method: 'POST', headers, body, redirect: 'manual' })).status,
        403,
      );
    }
    assert.equal((await owner.get('/own.example')).status, 200);
    assert.equal((await visitor().post('/login', OWNER, { 'Content-Type': 'text/plain' })).status, 415);
    assert.equal((await visitor().post('/login', { ...OWNER, next: 'x'.repeat(9_000) })).status, 413);
  });

  it('carry a policy that allows only our own files', async () => {
    for (const path of ['/open.example', '/login', '/locked.example', '/nothing']) {
      const { headers, text } = await visitor().get(path);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'; script-src 'self';/);
      assert.ok(!policy.includes('unsafe'));
      assert.match(
        policy,
        path === '/open.example' ? /frame-ancestors 'self' https:\/\/intranet\.example$/ : /frame-ancestors 'none'$/,
      );
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('x-powered-by'), null);
      assert.ok(headers.get('referrer-policy'));
      assert.ok(
        !/<script(?![^>]* src=)|<style|style=|onclick/.test(text),
        'The page must have no inline script or style.',
      );
      for (const [, address] of text.matchAll(/(?:src|href)="([^"#][^"]*)"/g))
        assert.ok(address?.startsWith('/'), address);
    }
    const embed = await visitor().get('/open.example?embed=1&theme=light');
    assert.match(
      embed.headers.get('content-security-policy') ?? '',
      /frame-ancestors 'self' https:\/\/intranet\.example$/,
    );
    assert.match(embed.text, /<html lang="en" data-theme="light">/);
    const icon = await visitor().get('/favicon.ico');
    assert.equal(icon.headers.get('content-type'), 'image/svg+xml');
  });
});

eachDatabase('the pages below a path, under https', (open, engine) => {
  it.skipIf(engine !== 'SQLite')('link and redirect below it, with cookies only for it', async () => {
    const gateway = await startTestGateway(await open(), { BASE_URL: 'https://stats.example.com/base' });
    try {
      await gateway.graphql('mutation { createWebsite(input: {domain: "open.example", privacy: PUBLIC}) { id } }');
      const someone = openVisitor(gateway.url);
      const { text, headers } = await someone.get('/base/open.example');
      for (const [, address] of text.matchAll(/(?:src|href)="([^"#][^"]*)"/g))
        assert.ok(address?.startsWith('/base/'), address);
      assert.match(text, /data-base="\/base"/);
      assert.ok(headers.get('strict-transport-security'));
      const script = /src="([^"]+)"/.exec(text)?.[1] ?? '';
      assert.equal((await someone.get(script)).status, 200);
      const signIn = await someone.post('/base/login', OWNER, { Origin: 'https://stats.example.com' });
      assert.equal(signIn.location, '/base/websites');
      assert.match(signIn.headers.get('set-cookie') ?? '', /; Path=\/base; .*; Secure;/);
      assert.equal((await someone.get('/base/')).location, '/base/websites');
      // A proxy can have stripped the path.
      assert.equal((await openVisitor(gateway.url).get('/websites')).location, '/base/login?next=%2Fwebsites');
    } finally {
      await gateway.stop();
    }
  });
});
