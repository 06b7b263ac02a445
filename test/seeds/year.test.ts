import assert from 'node:assert/strict';
import { it } from 'vitest';
import { demoTraffic } from '../../seeds/year.ts';
import { lockFold } from '../../src/db/rollups/fold-state.ts';
import { EXPLAINED_METRICS } from '../../src/domain/explain.ts';
import { localDay } from '../../src/domain/time-zone.ts';
import { storeHits } from '../../src/fold/fold.ts';
import { TextTable } from '../../src/fold/text-table.ts';
import { sentenceOf } from '../../src/reports/causes.ts';
import { wordsIn } from '../../src/reports/words.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { onSqlite } from '../support/databases.ts';
import { databaseWithWebsites, foldOptions } from '../support/hits.ts';

const MONDAY = 20_780;
const DAY = 86_400_000;

/** Returns the latest hundred days of a demo that is started at noon. */
function demoOf(website: number, to: number) {
  const hosts = { host: 'demo.example', docsHost: 'docs.demo.example' };
  return demoTraffic({ website, ...hosts, timezone: 'UTC', from: to - 99, to, until: to * DAY + DAY / 2 });
}

it('The same hits are generated again, each with the day and hour of its time', () => {
  const again = demoOf(1, MONDAY);
  for (const hits of demoOf(1, MONDAY)) {
    assert.equal(JSON.stringify(hits), JSON.stringify(again.next().value));
    const wrong = hits.filter(({ time, day, hour }) => {
      const at = localDay(time, 'UTC');
      return at.day !== day || at.hour !== hour;
    });
    assert.deepEqual(wrong, []);
  }
});

onSqlite('The demo', open => {
  const count = Number(process.env.RUNS ?? 1);

  it('explains the change in visitors by what was planted', { timeout: 600_000 }, async () => {
    const database = await databaseWithWebsites(await open(), count);
    const { dialect } = database;
    const stats = () => createStatsLoader(openReading(database));
    for (let website = 1; website <= count; website++) {
      const to = MONDAY + website * 8;
      const options = foldOptions({ now: () => to * DAY + DAY / 2 });
      for (const hits of demoOf(website, to)) {
        const remember = await dialect.transaction(async tx =>
          storeHits(tx, dialect, website, await lockFold(tx, dialect, website), TextTable.of(hits), options),
        );
        remember();
      }
      const range = { website, timezone: 'UTC', filter: null, compare: 'PREVIOUS_PERIOD', from: to - 29, to } as const;
      for (const metric of EXPLAINED_METRICS.slice(0, 3)) {
        const asked = { ...range, metric, now: to * DAY + DAY / 2, registeredAt: 0 };
        const { causes } = await stats().explain(asked);
        if (process.env.SHOW)
          console.log(
            metric,
            causes.map(cause => sentenceOf(wordsIn('en'), cause)),
          );
        const [first] = causes;
        assert.match(
          first ? sentenceOf(wordsIn('en'), first) : '',
          / from (Hacker News|news\.ycombinator\.com) rose from /,
        );
      }
      const { figures } = await stats().summary({ ...range, attention: true });
      const { value: seconds } = figures.timeOnPage;
      assert.ok(seconds !== null && seconds > 30 && seconds < 90, `${seconds} seconds`);
    }
    await database.close();
  });
});
