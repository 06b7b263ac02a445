import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { dateOf, dayNumber } from '../../src/domain/calendar.ts';
import { LANGUAGES } from '../../src/domain/languages.ts';
import { METRICS } from '../../src/domain/metrics.ts';
import { lastPeriod } from '../../src/domain/report.ts';
import { createLog } from '../../src/log.ts';
import { type Digest, readDigest } from '../../src/reports/digest.ts';
import { reportMail } from '../../src/reports/report-mail.ts';
import { comparison } from '../../src/reports/sections.ts';
import { wordsIn } from '../../src/reports/words.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { websiteOfRow } from '../../src/websites/website.ts';
import { eachDatabase } from '../support/databases.ts';
import { hitOf } from '../support/hits.ts';
import { databaseWithReports, foldAt } from '../support/reports.ts';

const DAY = 86_400_000;
const NOVEMBER = dayNumber('2026-11-01');
/** The days with visitors, and how many. */
const VISITORS = [
  ['2026-08-20', 1],
  ['2026-08-27', 8],
  ['2026-09-10', 15],
  ['2026-09-28', 6],
  ['2026-10-05', 46],
] as const;

eachDatabase('A monthly report', open => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(() => Promise.all(closing.map(close => close())));

  it('compares with the days that the page it links to compares with, and names them', async () => {
    const place = await open();
    const database = await databaseWithReports(place);
    closing.push(database.close);
    await database.dialect.run("UPDATE website SET domain = 'site.example', timezone = 'UTC'");
    const hits = VISITORS.flatMap(([date, count]) =>
      Array.from({ length: count }, (_, at) =>
        hitOf({ time: (dayNumber(date) + 0.5) * DAY + at, visitor: at.toString(16).padStart(16, '0') }),
      ),
    );
    await foldAt(database, place, NOVEMBER * DAY, hits);
    const row = await database.websites.findByPk(1);
    assert.ok(row);
    const website = websiteOfRow(row);
    const stats = createStatsLoader(openReading(database));
    const period = lastPeriod('MONTHLY', NOVEMBER);
    const digest = await readDigest({ database, stats, log: createLog('silent') }, website, period);

    const { from, to } = period;
    const { id, timezone } = website;
    const compare = 'PREVIOUS_WEEKDAYS' as const;
    const page = await stats.summary({ website: id, timezone, filter: null, compare, from, to });
    for (const { name } of METRICS) assert.equal(digest.figures[name].before, page.figures[name].previous, name);
    assert.deepEqual(digest.figures.visitors, { now: 46, before: 23 });

    const mail = reportMail(digest, 'https://stats.example.com', 'token');
    assert.equal(mail.subject, 'site.example: 46 visitors in October 2026, up 100%');
    assert.match(mail.text, /^Compared with August 27 to September 26, 2026\.$/m);
    assert.match(mail.html, /October 2026, compared with August 27 to September 26, 2026</);
    inEveryLanguage(digest);
  });
});

/** Compares what a mail is compared with in every language. */
function inEveryLanguage(digest: Digest): void {
  assert.deepEqual(digest.before && [dateOf(digest.before.from), dateOf(digest.before.to)], [
    '2026-08-27',
    '2026-09-26',
  ]);
  assert.deepEqual(
    LANGUAGES.map(({ code }) => comparison(wordsIn(code), digest)),
    [
      'compared with August 27 to September 26, 2026',
      'verglichen mit den Tagen vom 27. August bis 26. September 2026',
      'par rapport à la période du 27 août au 26 septembre 2026',
      'frente al periodo del 27 de agosto al 26 de septiembre de 2026',
      'em comparação com o período de 27 de agosto a 26 de setembro de 2026',
      '2026年8月27日～9月26日との比較',
      '与2026年8月27日至9月26日相比',
    ],
  );
}
