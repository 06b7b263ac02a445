import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { onSqlite } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { openVisitor } from '../support/visitor.ts';

onSqlite('whoever guesses passwords', open => {
  let gateway: TestGateway;
  beforeAll(async () => {
    // No waiting time may run out while the guesses are made.
    const begun = Date.now();
    gateway = await startTestGateway(await open(), { TRUST_PROXY: '1' }, () => begun);
    const input = { domain: 'locked.example', privacy: 'PASSWORD', password: 'sesame' };
    const mutation = 'mutation($input: CreateWebsiteInput!) { createWebsite(input: $input) { id } }';
    await gateway.graphql(mutation, { input });
  });
  afterAll(() => gateway.stop());

  const post = async (path: string, fields: Record<string, string>, from: string) =>
    (await openVisitor(gateway.url).post(path, fields, { 'X-Forwarded-For': from })).status;
  const unlock = (password: string, from: string) => post('/locked.example/unlock', { password }, from);
  const signIn = (email: string, password: string, from: string) => post('/login', { email, password }, from);

  it('gains nothing from using many addresses of one IPv6 /64', async () => {
    const ways = [
      (from: string) => unlock('wrong', from),
      (from: string) => signIn('owner@owner.example', 'wrong', from),
    ];
    for (const guess of ways) {
      const statuses: number[] = [];
      for (let n = 1; n <= 12; n++) statuses.push(await guess(`2001:db8:1:1::${n}`));
      assert.deepEqual(statuses, [...Array(10).fill(403), 429, 429]);
      assert.equal(await guess('2001:db8:1:2::1'), 403, 'a neighbour is not affected');
    }
  });

  it('gains nothing from spelling the domain or the address in other ways', async () => {
    const spellings = [
      'locked.example',
      'LOCKED.example',
      'www.locked.example',
      'locked.example.',
      'http:%2F%2Flocked.example',
    ];
    const accounts = [
      'owner@owner.example',
      'OWNER@owner.example',
      ' owner@owner.example',
      'owner@owner.example ',
      '\towner@OWNER.example',
    ];
    const ways = [
      (n: number) => post(`/${spellings[n % 5]}/unlock`, { password: 'wrong' }, '198.51.100.7'),
      (n: number) => signIn(accounts[n % 5] ?? '', 'wrong', '198.51.100.8'),
    ];
    for (const guess of ways) {
      const statuses: number[] = [];
      for (let n = 0; n < 15; n++) statuses.push(await guess(n));
      assert.deepEqual(statuses, [...Array(10).fill(403), ...Array(5).fill(429)]);
    }
  });

  it('on many accounts or pages gains nothing from right guesses at their own', async () => {
    const ways = [
      (n: number, from: string) => signIn(`${n}@owner.example`, 'wrong', from),
      (n: number, from: string) => post(`/site-${n}.example/unlock`, { password: 'wrong' }, from),
    ];
    for (const [way, guess] of ways.entries()) {
      const from = `192.0.2.${way}`;
      for (let n = 0; n < 60; n += 20) {
        const guesses = Array.from({ length: 19 }, (_, at) => guess(n + at, from));
        assert.deepEqual(await Promise.all(guesses), Array(19).fill(403), `guesses from ${n} on`);
        // A right guess counts neither for nor against the address.
        assert.equal(await own(way, from), 303);
        assert.equal(await guess(n + 19, from), 403, `guess ${n + 19}`);
      }
      assert.deepEqual([await guess(60, from), await own(way, from)], [429, 429]);
    }
  });

  function own(way: number, from: string): Promise<number> {
    return way === 0 ? signIn('owner@owner.example', 'a long password', from) : unlock('sesame', from);
  }
});
