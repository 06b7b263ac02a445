import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import type { StatName } from '../../src/domain/statistics.ts';
import { verify } from '../../src/fold/verify.ts';
import { beginUndo } from '../../src/imports/imports.ts';
import { IMPORTERS } from '../../src/imports/registry.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import { dump, Importing, NOW, runKilled } from '../support/imports.ts';
import { GENERATORS } from './generators/all.ts';
import type { Generated, Total } from './generators/generated.ts';

const SEED = Number(process.env.SEED ?? 1);
/** The website's own hit, which is there before and after. */
const OWN = '/own';

eachDatabase('History', open => {
  let place: Place;
  let database: Database;
  let importing: Importing;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place);
    importing = new Importing(database, place);
    await foldAll(database, place, [[hitOf({ time: NOW, values: { page: OWN } })]]);
  });
  afterAll(() => database.close());

  it('can be generated for every source', () => {
    const generated = new Set(GENERATORS.map(({ source }) => source));
    assert.deepEqual([...generated].sort(), IMPORTERS.map(({ source }) => source).sort());
  });

  for (const { name, source, generate } of GENERATORS)
    it(`from ${name} equals the file, survives kills at every step, and leaves nothing after an undo`, async () => {
      const before = await dump(database);
      const generated = generate(SEED);
      const { files, options = {} } = generated;
      const given = {
        files,
        ...(options.timezone && { timezone: options.timezone }),
        ...(options.mapping && { mapping: options.mapping }),
      };
      const dry = await importing.import({ ...given, dryRun: true });
      assert.deepEqual([dry.state, dry.source, dry.error], ['done', source, null]);
      for (const line of dry.report) assert.deepEqual(line.ours, line.file ?? line.ours, `${line.name} in the dry run`);
      assert.deepEqual(await dump(database), before);

      const id = await importing.add(given);
      await runKilled(importing, id);
      const done = await importing.find(id);
      assert.deepEqual([done.state, done.source, done.error], ['done', source, null]);
      for (const [reason, rows] of Object.entries(generated.leftOut ?? {}))
        assert.equal(done.leftOutFor[reason], rows, `left out as ${reason}`);
      const answers = await answersTo(generated);
      assert.deepEqual(answers, { totals: generated.totals, days: generated.days, statistics: generated.statistics });
      assert.deepEqual((await verify(database, 1)).differences, []);

      await beginUndo(database, id);
      await runKilled(importing, id);
      assert.equal((await importing.find(id)).state, 'undone');
      assert.deepEqual(await dump(database), before);
      assert.deepEqual((await verify(database, 1)).differences, []);
    });

  /** Returns what answers say about everything that a file knows, without the own hit. */
  async function answersTo({ totals, statistics }: Generated) {
    const loader = createStatsLoader(openReading(database));
    const range = { website: 1, from: dayNumber('2024-01-01'), to: dayNumber('2026-03-09') };
    const period = { ...range, timezone: 'UTC', filter: null, compare: null };
    const { figures } = await loader.summary(period);
    const { points } = await loader.timeseries({ ...period, interval: 'DAY', now: NOW });
    const found: Partial<Record<StatName, Record<string, number>>> = {};
    for (const name of Object.keys(statistics) as StatName[]) {
      const list = { search: null, sortBy: 'COUNT', sort: 'DESC', perPage: 500, page: 1 } as const;
      const { rows } = await loader.load({ ...range, ...list, name });
      found[name] = Object.fromEntries(rows.map(({ value, count }) => [value, count]));
    }
    return {
      totals: Object.fromEntries((Object.keys(totals) as Total[]).map(name => [name, figures[name].value])),
      days: Object.fromEntries(
        points.filter(({ sums }) => sums.pageviews > 0).map(({ start, sums }) => [start, sums.pageviews]),
      ),
      statistics: found,
    };
  }
});
