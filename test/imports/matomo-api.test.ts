import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { dayNumber } from '../../src/domain/calendar.ts';
import { askVisits } from '../../src/imports/sources/matomo/api.ts';
import { fetchVisits } from '../../src/imports/sources/matomo/fetched.ts';
import { type FakeMatomo, MATOMO_TOKEN, type MatomoFault, startMatomo } from '../support/matomo.ts';

const visit = (idVisit: number) => ({
  ...{
    idSite: '3',
    idVisit: String(idVisit),
    visitIp: '1.2.0.0',
    userId: 'ann@example.com',
    visitorId: 'abc',
    city: 'Köln',
  },
  actionDetails: [
    { type: 'action', url: 'https://site-1.example/', timestamp: 1, pageId: idVisit, pageTitle: 'Hello Ann' },
  ],
});

describe('The visits of a Matomo', () => {
  let matomo: FakeMatomo;
  let folder: string;
  beforeAll(async () => {
    matomo = await startMatomo({ '2026-02-01': [1, 2, 3].map(visit), '2026-02-03': [4, 5].map(visit) });
  });
  afterAll(() => matomo.stop());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'matomo-'));
    matomo.asked.length = 0;
    matomo.faults.length = 0;
    return () => rmSync(folder, { recursive: true });
  });

  const days = { from: dayNumber('2026-02-01'), to: dayNumber('2026-02-03') };
  const told: string[] = [];
  function fetchAll({
    token = MATOMO_TOKEN,
    url = matomo.url,
    site = 3,
    signal = undefined as AbortSignal | undefined,
  } = {}) {
    told.length = 0;
    const asked = { url, site, token, waits: [1, 1], ...(signal && { signal }) };
    return fetchVisits(folder, asked, days, (day, visits) => void told.push(`${day - days.from}: ${visits}`));
  }
  const idsIn = (path: string) =>
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => Number(JSON.parse(line).idVisit));

  it('are fetched by the day and the page, without what nobody needs', async () => {
    const path = await fetchAll();
    assert.deepEqual(idsIn(path), [1, 2, 3, 4, 5]);
    assert.deepEqual(matomo.asked, [
      ...['2026-02-01+0', '2026-02-01+2', '2026-02-01+3', '2026-02-02+0', '2026-02-03+0', '2026-02-03+2'],
    ]);
    assert.equal(told.at(-1), '2: 5');
    const text = readFileSync(path, 'utf8');
    for (const secret of ['ann@example.com', '1.2.0.0', 'Hello Ann', MATOMO_TOKEN])
      assert.equal(text.includes(secret), false);
    assert.deepEqual(JSON.parse(text.split('\n')[0] ?? '').actionDetails, [
      { type: 'action', url: 'https://site-1.example/', timestamp: 1, pageId: 1 },
    ]);
    await fetchAll();
    assert.equal(matomo.asked.length, 6, 'what is there is not fetched again');
  });

  it('are fetched again where an answer failed, and go on after a stop', async () => {
    matomo.faults.push(null, 'cut off', 'silent', null, null, null, 'too busy', 'too busy', 'too busy');
    await assert.rejects(fetchAll(), /127\.0\.0\.1:\d+ answers with 503; try again later, it goes on where it was\./);
    const before = matomo.asked.length;
    const stopping = new AbortController();
    stopping.abort(new Error('Stopped.'));
    await assert.rejects(fetchAll({ signal: stopping.signal }), /Stopped/);
    assert.equal(matomo.asked.length, before);
    assert.deepEqual(idsIn(await fetchAll()), [1, 2, 3, 4, 5]);
    assert.equal(matomo.asked[before], '2026-02-03+0');
  });

  it('are fetched again where the connection is closed while its answer is still being read', async () => {
    matomo.faults.push('closed');
    const asked = { url: matomo.url, site: 3, token: MATOMO_TOKEN, waits: [1] };
    const page = { date: '2026-02-01', offset: 0 };
    let tries = 0;
    let received: unknown[] = [];
    const begin = async () => {
      tries++;
      received = [];
    };
    for await (const visits of askVisits(asked, page, begin)) {
      await new Promise(resolve => setTimeout(resolve, 10));
      received.push(...visits.map(({ idVisit }) => Number(idVisit)));
    }
    assert.deepEqual([tries, received], [2, [1, 2]]);
  });

  it('fail with a sentence, which never has the token', async () => {
    const sentences: [MatomoFault, RegExp][] = [
      ['error', /says: You can't access this resource/],
      ['denied', /refuses the token \(403\)/],
      ['html', /answers with something else than JSON; check that the address is that of Matomo/],
      ['redirect', /sends on to https:\/\/other\.example\/; name that address/],
    ];
    for (const [fault, sentence] of sentences) {
      matomo.faults.push(fault);
      await assert.rejects(fetchAll(), (error: Error) => {
        assert.match(error.message, sentence);
        assert.equal(error.message.includes(MATOMO_TOKEN), false);
        return true;
      });
    }
    matomo.faults.push(null, 'same again');
    await assert.rejects(fetchAll(), /answers with the same visits again, whatever page is asked for/);
    await assert.rejects(fetchAll({ token: 'f00' }), /says: You can't access/);
    await assert.rejects(fetchAll({ url: new URL('/', matomo.url) }), /something else than JSON/);
    matomo.faults.push('silent', 'silent', 'silent');
    await assert.rejects(fetchAll(), /cannot be reached \(ECONNRESET\)/);
  });
});
