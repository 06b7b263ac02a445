import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { createRandom } from '../../seeds/random.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { lastPeriod } from '../../src/domain/report.ts';
import { startOfDay } from '../../src/domain/time-zone.ts';
import { createLog } from '../../src/log.ts';
import { readDigest } from '../../src/reports/digest.ts';
import { leadOf } from '../../src/reports/lead.ts';
import { wordsIn } from '../../src/reports/words.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { websiteOfRow } from '../../src/websites/website.ts';
import { eachDatabase } from '../support/databases.ts';
import { hitOf } from '../support/hits.ts';
import { databaseWithReports, foldAt } from '../support/reports.ts';

const TIMEZONE = 'Asia/Kolkata';
const MONDAY = dayNumber('2026-03-16');
const now = startOfDay(MONDAY, TIMEZONE) + 9 * 3_600_000;

/** A visit, days before Monday. */
interface Told {
  readonly ago: number;
  readonly source: string;
  readonly pages: number;
}

/** Returns the visits of four weeks, which vary by chance, and `extra` ones. */
function visitsOf(seed: number, extra: readonly Told[] = []): Told[] {
  const random = createRandom(seed);
  const visits: Told[] = [];
  for (let ago = 1; ago <= 28; ago++) {
    const count = 40 + Math.floor(random() * 8);
    for (let at = 0; at < count; at++)
      visits.push({ ago, source: ['Google', 'GitHub', ''][Math.floor(random() * 3)] ?? '', pages: 1 });
  }
  return [...visits, ...extra];
}

function times(count: number, visit: Omit<Told, 'ago'>): Told[] {
  return Array.from({ length: count }, (_, at) => ({ ago: 1 + (at % 7), ...visit }));
}

/** Counts anew, visit by visit, in the last week and in the one before. */
function recount(visits: readonly Told[], sizeOf: (visit: Told) => number) {
  const sum = (from: number, to: number) =>
    visits.filter(({ ago }) => ago >= from && ago <= to).reduce((total, visit) => total + sizeOf(visit), 0);
  return { before: sum(8, 14), after: sum(1, 7) };
}

eachDatabase('The sentence on top of a report', open => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(() => Promise.all(closing.map(close => close())));
  const lines: string[] = [];

  /** Returns the sentences of the report about last week; `prepare` runs when everything is counted. */
  async function told(visits: readonly Told[], prepare = ''): Promise<readonly string[]> {
    const place = await open();
    const database = await databaseWithReports(place);
    closing.push(database.close);
    await database.dialect.run('UPDATE website SET timezone = ?', [TIMEZONE]);
    const hits = visits.flatMap(({ ago, source, pages }, at) =>
      Array.from({ length: pages }, (_, page) =>
        hitOf({
          timezone: TIMEZONE,
          time: startOfDay(MONDAY - ago, TIMEZONE) + 12 * 3_600_000 + (at % 3_000) * 1_000 + page,
          visitor: at.toString(16).padStart(16, '0'),
          values: { source, page: `/${page}` },
        }),
      ),
    );
    await foldAt(
      database,
      place,
      now,
      hits.sort((a, b) => a.time - b.time),
    );
    const row = await database.websites.findByPk(1);
    assert.ok(row);
    if (prepare) await database.dialect.run(prepare);
    const log = createLog('warn', { write: line => lines.push(line) });
    const sources = { database, stats: createStatsLoader(openReading(database)), log };
    return leadOf(wordsIn('en'), await readDigest(sources, websiteOfRow(row), lastPeriod('WEEKLY', MONDAY)));
  }

  it('names the figure that changed most and its cause, with the numbers of a naive recount', async () => {
    const more = times(200, { source: 'Letter <b>', pages: 1 });
    const rising = visitsOf(1, more);
    const all = recount(rising, () => 1);
    const own = recount(rising, ({ source }) => Number(source === 'Letter <b>'));
    const [sentence, ...others] = await told(rising);
    const start = `Visitors rose from ${all.before} to ${all.after}: visitors from Letter <b> rose from ${own.before} to ${own.after}, while the rest `;
    assert.ok(sentence?.startsWith(start), `${sentence}\n${start}`);
    assert.deepEqual(others, []);

    // As many visitors as before, most of whom now read four pages.
    const reading = visitsOf(2).map(visit => (visit.ago <= 7 ? { ...visit, pages: 4 } : visit));
    const pages = recount(reading, visit => visit.pages);
    const [from, to] = [pages.before, pages.after].map(count => wordsIn('en').number(count));
    assert.deepEqual(await told(reading), [
      `Pageviews rose from ${from} to ${to}: no single source, place, device or page explains it.`,
    ]);
  });

  it('says what is noise, without a cause, and that of parts that make up for each other', async () => {
    const quiet = visitsOf(3);
    const { before, after } = recount(quiet, () => 1);
    assert.deepEqual(await told(quiet), [`Visitors went from ${before} to ${after}, which is within noise.`]);

    const moved = visitsOf(4).map(visit =>
      visit.ago <= 7 && visit.source === 'Google' ? { ...visit, source: 'Letter <b>' } : visit,
    );
    const [all, own] = [recount(moved, () => 1), recount(moved, ({ source }) => Number(source === 'Letter <b>'))];
    const [sentence] = await told(moved);
    const start = `Visitors went from ${all.before} to ${all.after}, which is within noise, but visitors from Letter <b> rose from 0 to ${own.after}, while the rest `;
    assert.ok(sentence?.startsWith(start), `${sentence}\n${start}`);
  });

  it('does without a cause that cannot be read, which the log says', async () => {
    const rising = visitsOf(5, times(200, { source: 'Letter <b>', pages: 1 }));
    const { before, after } = recount(rising, () => 1);
    lines.length = 0;
    assert.deepEqual(await told(rising, 'ALTER TABLE visit RENAME TO visit_gone'), [
      `Visitors rose from ${before} to ${after}.`,
    ]);
    assert.equal(lines.filter(line => /causes of a change could not be read/.test(line)).length, 1);
  });

  it('is missing before there is anything to compare with', async () => {
    assert.deepEqual(await told(visitsOf(6).filter(({ ago }) => ago <= 13)), []);
  });
});
