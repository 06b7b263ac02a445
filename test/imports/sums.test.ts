import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { IMPORT_PERIODS } from '../../src/db/rollups/imported.ts';
import { rowsOfBlock } from '../../src/domain/block.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { verify } from '../../src/fold/verify.ts';
import { beginUndo } from '../../src/imports/imports.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { packBlock } from '../support/blocks.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import { generateSums } from '../support/import-files.ts';
import { dump, Importing, NOW, runKilled } from '../support/imports.ts';

eachDatabase('An import of sums', open => {
  let place: Place;
  let database: Database;
  let importing: Importing;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place);
    importing = new Importing(database, place);
  });
  afterAll(() => database.close());

  const { csv, truth } = generateSums(1);

  async function answers(from = '2025-10-01', to = '2026-03-10') {
    const loader = createStatsLoader(openReading(database));
    const range = { website: 1, from: dayNumber(from), to: dayNumber(to) };
    const list = { search: null, sortBy: 'COUNT', sort: 'DESC', perPage: 100, page: 1 } as const;
    const period = { ...range, timezone: 'UTC', filter: null, compare: null };
    const [totals, pages, series] = await Promise.all([
      loader.summary(period),
      loader.load({ ...range, ...list, name: 'page' }),
      loader.timeseries({ ...period, interval: 'DAY', now: NOW }),
    ]);
    return { totals, pages, series };
  }

  it('counts nothing in a dry run, and says what it would count', async () => {
    const before = await dump(database);
    const dry = await importing.import({ files: { 'sums.csv': csv }, dryRun: true });
    assert.deepEqual([dry.state, dry.source, dry.kind, dry.error], ['done', 'csv', 'sums', null]);
    const line = (name: string) => dry.report.find(one => one.name === name);
    assert.equal(line('pageviews')?.file, truth.totals.pageviews);
    const sum = truth.totals.pageviews;
    assert.deepEqual(line('page')?.ours, { sum, values: truth.pages.size });
    assert.deepEqual([dry.from, dry.to], [truth.days[0], truth.days.at(-1)]);
    assert.deepEqual(await dump(database), before);
  });

  it('adds every total of the file to answers, and an undo takes them out again', async () => {
    await foldAll(database, place, [[hitOf({}), hitOf({ values: { page: '/page/3' } })]]);
    const before = await dump(database);
    const own = await answers();
    const done = await importing.import({ files: { 'sums.csv': csv } });
    assert.deepEqual([done.state, done.error], ['done', null]);
    const { totals, pages, series } = await answers();
    for (const name of ['pageviews', 'visitors', 'visits'] as const)
      assert.equal(totals.figures[name].value, truth.totals[name] + own.totals.figures[name].value, name);
    assert.equal(pages.sum, truth.totals.pageviews + 2);
    assert.equal(pages.rows.find(({ value }) => value === '/page/3')?.count, (truth.pages.get('/page/3') ?? 0) + 1);
    assert.equal(
      series.points.reduce((sum, { sums }) => sum + sums.pageviews, 0),
      truth.totals.pageviews + 2,
    );
    assert.deepEqual((await verify(database, 1)).differences, []);
    for (const period of Object.values(IMPORT_PERIODS)) {
      const where = `import_id = ${done.id} AND name = 1 AND period = ${period}`;
      const [block] = await database.dialect.all<{ at: number; body: Buffer }>(
        `SELECT at, body FROM import_block WHERE ${where} ORDER BY at LIMIT 1`,
      );
      assert.ok(block);
      const rows = rowsOfBlock(block.body).map(row => ({ ...row, pageviews: row.pageviews + 1 }));
      const write = (body: Buffer) =>
        database.dialect.run(`UPDATE import_block SET body = ? WHERE ${where} AND at = ${block.at}`, [body]);
      await write(packBlock(rows));
      assert.notEqual((await verify(database, 1)).differences.length, 0, `period ${period}`);
      await write(block.body);
    }
    assert.deepEqual((await verify(database, 1)).differences, []);
    assert.match((await importing.import({ files: { 'other.csv': csv } })).error ?? '', /same content as import/);

    await beginUndo(database, done.id);
    assert.equal((await importing.run(done.id)).state, 'undone');
    assert.deepEqual(await dump(database), before);
    assert.deepEqual((await answers()).pages.rows, own.pages.rows);
    assert.deepEqual((await verify(database, 1)).differences, []);
  });

  it('counts the rows of overlapping files once, whichever of them has them', async () => {
    const before = await dump(database);
    const pageviews = async () => (await answers()).totals.figures.pageviews.value;
    const own = await pageviews();
    // The same seed makes the same first days.
    const first = generateSums(1, { days: 25 });
    const one = await importing.import({ files: { 'first.csv': first.csv } });
    const dry = await importing.import({ files: { 'sums.csv': csv }, dryRun: true });
    const both = await importing.import({ files: { 'sums.csv': csv } });
    assert.deepEqual([both.state, both.error], ['done', null]);
    assert.equal(both.leftOutFor.repeated, one.rows);
    assert.deepEqual([dry.leftOutFor, dry.counted], [both.leftOutFor, both.counted]);
    assert.equal(await pageviews(), own + truth.totals.pageviews);
    await beginUndo(database, both.id);
    await importing.run(both.id);
    assert.equal(await pageviews(), own + first.truth.totals.pageviews);
    await beginUndo(database, one.id);
    await importing.run(one.id);
    assert.deepEqual(await dump(database), before);
  });

  it('counts days once that two files of an import have, and adds up files with other counts', async () => {
    const own = (await answers()).totals.figures.pageviews.value;
    const first = generateSums(1, { days: 25 });
    const other = generateSums(2, { days: 25 });
    for (const [files, more, repeated] of [
      [{ 'a.csv': first.csv, 'b.csv': csv }, truth.totals.pageviews, first.rows],
      [{ 'a.csv': first.csv, 'b.csv': other.csv }, first.truth.totals.pageviews + other.truth.totals.pageviews, 0],
    ] as const) {
      const done = await importing.import({ files });
      assert.deepEqual([done.state, done.error, done.leftOutFor.repeated ?? 0], ['done', null, repeated]);
      const notes = done.badRows.map(({ file, line, reason }) => `${file} ${line} ${reason.replace(/;.*/, '')}`);
      const note =
        'b.csv 0 Days from 2025-11-20 to 2025-12-14 are in a.csv as well, with different counts, and both files count';
      assert.deepEqual(notes, repeated > 0 ? [] : [note]);
      assert.equal((await answers()).totals.figures.pageviews.value, own + more);
      await beginUndo(database, done.id);
      await importing.run(done.id);
    }
  });

  it('takes a day from the file that has all of it, in either order of files', async () => {
    const rowsOf = (counts: Record<string, number>) =>
      Object.entries(counts).map(([date, count]) => `${date},page,/a,${count}\n`);
    const of = (counts: Record<string, number>) => `date,statistic,value,pageviews\n${rowsOf(counts).join('')}`;
    const ofPlausible = (counts: Record<string, number>) =>
      `date,hostname,page,visits,visitors,pageviews\n${Object.entries(counts)
        .map(([date, count]) => `${date},site-1.example,/a,1,1,${count}\n`)
        .join('')}`;
    const earlier = { '2025-01-01': 5, '2025-01-02': 6, '2025-01-03': 2 };
    const later = { '2025-01-01': 5, '2025-01-02': 6, '2025-01-03': 7, '2025-01-04': 8 };
    for (const files of [
      { 'a.csv': of(earlier), 'b.csv': of(later) },
      { 'a.csv': of(later), 'b.csv': of(earlier) },
      { 'imported_pages_1.csv': ofPlausible(earlier), 'imported_pages_2.csv': ofPlausible(later) },
    ]) {
      const done = await importing.import({ files });
      assert.deepEqual([done.state, done.error, done.leftOutFor.repeated], ['done', null, 3]);
      assert.deepEqual(
        done.badRows.filter(({ reason }) => reason.includes('both files count')),
        [],
      );
      assert.equal((await answers('2025-01-01', '2025-01-04')).pages.sum, 26);
      await beginUndo(database, done.id);
      await importing.run(done.id);
    }
  });

  it('has no more in a point than the point counts, while that compares a part of a day', async () => {
    const csv = 'date,statistic,value,pageviews\n2026-03-09,day,,100\n2026-03-08,day,,50\n';
    const id = await importing.add({ files: { 'sums.csv': csv }, until: dayNumber('2026-03-10') });
    assert.equal((await importing.run(id)).state, 'done');
    const today = dayNumber('2026-03-10');
    const { previous } = await createStatsLoader(openReading(database)).timeseries({
      ...{ website: 1, from: today - 1, to: today, timezone: 'UTC', filter: null, compare: 'PREVIOUS_PERIOD' },
      ...{ interval: 'WEEK', now: NOW, running: { day: today, hour: 12 } },
    });
    assert.deepEqual(
      previous?.map(({ sums, imported }) => [sums.pageviews, imported]),
      [[0, 0]],
    );
    await beginUndo(database, id);
    await importing.run(id);
  });

  it('says which days an earlier import has with other counts, and leaves them as they are', async () => {
    const head = 'date,pageviews,visits\n';
    const first = await importing.import({
      files: { 'first.csv': `${head}2025-01-01,5,2\n2025-01-02,6,2\n2025-01-03,2,1\n` },
    });
    const again = `${head}2025-01-01,5,2\n2025-01-02,6,2\n2025-01-03,7,3\n2025-01-04,8,4\n`;
    const same = await importing.import({ files: { 'same.csv': `${again.split('2025-01-03')[0]}` }, dryRun: true });
    assert.deepEqual([same.leftOutFor, same.badRows], [{ repeated: 2 }, []]);
    const other = await importing.import({ files: { 'other.csv': `${head}2025-02-01,9,3\n` } });
    const second = await importing.import({ files: { 'second.csv': `${again}2025-02-01,9,3\n` } });
    assert.deepEqual([second.leftOutFor, second.counted], [{ repeated: 4 }, 1]);
    assert.deepEqual(second.badRows, [
      {
        ...{ file: 'second.csv', line: 0 },
        reason: `An earlier import has different counts for 1 of these days and keeps them: on 2025-01-03, it has 2 pageviews and these files have 7; to use the counts of these files, undo import ${first.id} first.`,
      },
    ]);
    for (const { id } of [second, other, first]) {
      await beginUndo(database, id);
      await importing.run(id);
    }
  });

  it('refuses counts that no website has, which answers could not add up', async () => {
    const before = await dump(database);
    const day = (count: number) => `2025-01-01,page,/a,${count}\n`;
    const head = 'date,statistic,value,pageviews\n';
    const { state, badRows } = await importing.import({
      files: {
        'id.csv': `${head}${day(1)}${day(999_999_999_999_999)}`,
        'wide.csv': 'date,page,pageviews,visitors\n2025-01-02,/b,1,1234567890123456\n',
      },
      dryRun: true,
    });
    const reasonOf = (count: string) => `The ${count} are more than a day can have; check the columns of the file.`;
    assert.deepEqual(
      [state, ...badRows.map(({ file, line, reason }) => `${file} ${line} ${reason}`)],
      [
        'done',
        `id.csv 3 ${reasonOf('pageviews 999999999999999')}`,
        `wide.csv 2 ${reasonOf('visitors 1234567890123456')}`,
      ],
    );
    const { error } = await importing.import({ files: { 'ids.csv': head + day(1e12).repeat(101) } });
    assert.match(error ?? '', /^ids\.csv: Its counts of page add up to more than a website can have;/);
    assert.deepEqual(await dump(database), before);
  });

  it('is the same after it was killed at every step, in both directions', async () => {
    const before = await dump(database);
    const id = await importing.add({ files: { 'sums.csv': csv } });
    const kills = await runKilled(importing, id);
    assert.equal((await importing.find(id)).error, null);
    assert.equal((await importing.find(id)).state, 'done');
    assert.equal((await answers()).totals.figures.pageviews.value, truth.totals.pageviews + 2);
    await beginUndo(database, id);
    const undone = await runKilled(importing, id);
    assert.equal((await importing.find(id)).state, 'undone');
    assert.deepEqual(await dump(database), before);
    assert.ok(kills > 3 && undone > 1, `${kills} ${undone}`);
  });
});
