import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, it } from 'vitest';
import { dayNumber } from '../../src/domain/calendar.ts';
import { footfall } from '../support/command-line.ts';
import { onSqlite, type Place } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { type FakeMatomo, MATOMO_TOKEN, startMatomo } from '../support/matomo.ts';

onSqlite('footfall import matomo', open => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-matomo-'));
  const token = join(folder, 'token');
  let place: Place;
  let matomo: FakeMatomo;
  beforeAll(async () => {
    place = await open();
    await (await databaseWithWebsites(place)).close();
    writeFileSync(token, `${MATOMO_TOKEN}\n`);
    const visits = [10, 11, 12].map(hour => ({
      ...{ idVisit: hour, visitorId: `v${hour}`, browserName: 'Chrome', countryCode: 'de' },
      actionDetails: [
        {
          type: 'action',
          url: 'https://site-1.example/a',
          timestamp: dayNumber('2026-02-02') * 86_400 + hour * 3600,
          pageId: hour,
        },
      ],
    }));
    matomo = await startMatomo({ '2026-02-02': visits });
  });
  afterAll(async () => {
    await matomo.stop();
    rmSync(folder, { recursive: true });
  });

  const run = (more: Readonly<Record<string, string>> = {}, ...flags: string[]) => {
    const options = {
      website: 'site-1.example',
      url: String(matomo.url),
      site: '3',
      'token-file': token,
      from: '2026-02-01',
      to: '2026-02-03',
      ...more,
    };
    const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    return footfall(['import', 'matomo', ...words, ...flags], env);
  };
  const fetched = () => readdirSync(join(place.dataDir, 'imports')).filter(name => name.startsWith('fetched-'));

  it('fetches the visits once for a dry run and the import, and leaves no file behind', async () => {
    const dry = await run({}, '--dry-run');
    assert.equal(dry.code, 0, dry.err);
    assert.match(dry.out, /is a dry run; nothing was counted\.\n3 of 3 rows, 2026-02-02 to 2026-02-02\./);
    assert.equal(fetched().length, 1);
    const asked = matomo.asked.length;
    const done = await run({ website: '1' }, '--json');
    assert.equal(done.code, 0, done.err);
    const over = JSON.parse(done.out.trimEnd().split('\n').at(-1) ?? '');
    assert.deepEqual([over.state, over.source, over.counted], ['done', 'matomo', 3]);
    assert.equal(`${done.out}${dry.out}${dry.err}${done.err}`.includes(MATOMO_TOKEN), false);
    assert.equal(matomo.asked.length, asked);
    assert.deepEqual(fetched(), []);
  });

  it('says what is wrong with what it is given', async () => {
    const wrong: [Readonly<Record<string, string>>, RegExp][] = [
      [{ url: 'ftp://matomo.example' }, /not the http or https address of a Matomo/],
      [{ site: '0' }, /"0" is not the number of a website in Matomo/],
      [{ 'token-file': fileURLToPath(import.meta.url) }, /something else in it than one token/],
      [{ website: '7' }, /There is no website "7"/],
      [{ to: '2026-02-01' }, /127\.0\.0\.1:\d+ has no visits of website 3 in these days/],
    ];
    for (const [options, sentence] of wrong) {
      const { code, err } = await run(options);
      assert.equal(code, 1);
      assert.match(err, sentence);
    }
  });
});
