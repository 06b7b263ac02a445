import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, it } from 'vitest';
import { rollupOf } from '../../../src/counting/rollups.ts';
import { packColumns } from '../../../src/db/columns/pack.ts';
import { BadSegment } from '../../../src/db/columns/segment.ts';
import { type ColumnStore, openColumnStore } from '../../../src/db/columns/store.ts';
import { type Database, openDatabase } from '../../../src/db/open.ts';
import { STORED_METRICS } from '../../../src/domain/metrics.ts';
import { localDay } from '../../../src/domain/time-zone.ts';
import { openReading, type Reading } from '../../../src/stats/loader.ts';
import { eachDatabase, type Place } from '../../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../../support/hits.ts';
import { answersOf, type EveryQuestion, filteredOf, rowsOf } from '../../support/oracle/every-question.ts';
import { SqlSums } from '../../support/oracle/sql-sums.ts';
import { arbitraryFilter } from '../../support/random-filters.ts';
import { arbitraryHits } from '../../support/random-hits.ts';

const DAY = 86_400_000;
/** Two days before the end of a month, and of winter time in Europe. */
const START = Date.parse('2026-03-28T09:00:00Z');
const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati'] as const;
/** Days with hits: in two months, of which the first is over once `later` is folded. */
const DAYS = 5;
const GOALS = [
  { kind: 'PAGE', pattern: '/a' },
  { kind: 'PAGE', pattern: '/blog/*' },
  { kind: 'PAGE', pattern: '*' },
  { kind: 'EVENT', pattern: 'Go/a' },
  { kind: 'EVENT', pattern: 'nothing' },
] as const;

const arbitraryQuestion = fc.record({
  filter: arbitraryFilter,
  first: fc.integer({ min: -1, max: DAYS - 1 }),
  days: fc.integer({ min: 1, max: 45 }),
});

interface Scene {
  readonly place: Place;
  readonly database: Database;
  readonly store: ColumnStore;
  readonly reading: Reading;
  /** The same database, for statements that take long. */
  readonly rows: Database;
}

eachDatabase('Every question', (open, engine) => {
  const opened: Scene[] = [];
  afterAll(() => Promise.all(opened.map(close)));
  const close = ({ database, rows }: Scene) => Promise.all([database.close(), rows.close()]);

  async function prepared(): Promise<Scene> {
    const place = await open();
    const database = await databaseWithWebsites(place);
    const store = await openColumnStore(database, place.dataDir);
    const rows = openDatabase(place.url, { timeout: 300_000 });
    const scene = { place, database, store, reading: openReading(database, { dataDir: place.dataDir }), rows };
    opened.push(scene);
    return scene;
  }

  const pack = ({ database: { dialect }, store }: Scene, mostVisits: number) =>
    packColumns({ dialect, store, mostVisits });

  async function check({ rows, reading }: Scene, asked: EveryQuestion): Promise<void> {
    const found = await answersOf(reading, 'columns', asked);
    const expected = await answersOf(openReading(rows), 'sql', asked);
    for (const [name, answer] of Object.entries(expected))
      assert.deepEqual(found[name as keyof typeof found], answer, `${name} of ${JSON.stringify(asked)}`);
  }

  it('has the same answer from columns as from rows, with segments, late hits and open days', {
    timeout: 3_600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ZONES),
        fc
          .array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 2, maxLength: 3 })
          .chain(seeds => fc.tuple(...seeds.map(() => arbitraryHits(START, 'UTC', DAYS)))),
        fc.array(arbitraryQuestion, { minLength: 2, maxLength: 2 }),
        fc.boolean(),
        fc.constantFrom(1, 3, 1_000),
        async (timezone, random, questions, packsBetween, mostVisits) => {
          const scene = await prepared();
          const lists = random.map(hits => hits.map(hit => ({ ...hit, ...localDay(hit.time, timezone) })));
          const later = hitOf({ timezone, time: START + 40 * DAY, values: { page: '/later' } });
          const checkAll = async () => {
            for (const { filter, first, days } of questions) {
              const from = Math.floor(START / DAY) + first;
              await check(scene, { timezone, filter, from, to: from + days - 1, goals: GOALS });
            }
          };
          // A hit without an id that is folded twice is two hits.
          for (const hits of [...lists, [later], ...lists.map(([hit]) => (hit ? [hit] : []))]) {
            await foldAll(scene.database, scene.place, [hits]);
            await checkAll();
            if (!packsBetween && hits !== lists[0]) continue;
            await pack(scene, mostVisits);
            await checkAll();
          }
          await pack(scene, mostVisits);
          assert.equal(await pack(scene, mostVisits), 0, 'everything is packed');
          await checkAll();
          await close(scene);
          opened.pop();
        },
      ),
      { numRuns: Number(process.env.RUNS ?? (engine === 'MariaDB' ? 1 : 2)), endOnFailure: true },
    );
  });

  // The rest is about files, which are made of the same rows whatever the engine.
  if (engine === 'MariaDB') return;

  it('has the same answer where a part has more than 65,536 values, and where it is divided', {
    timeout: 3_600_000,
  }, async () => {
    const scene = await prepared();
    const hits = Array.from({ length: 70_000 }, (_, at) => {
      // Few visits a visitor, and a day without any between the two days.
      const visitor = ((at % 40_000) * 0x9e3779b1).toString(16).padStart(16, '0').slice(-8).padEnd(16, '0');
      const isEvent = at >= 66_000 && at % 7 === 0;
      return hitOf({
        time: START + (at % 2) * 2 * DAY + Math.floor(at / 40_000) * 4_000_000 + (at % 40_000) * 10,
        visitor,
        kind: isEvent ? 'event' : 'pageview',
        amount: at % 14 === 0 && isEvent ? `${at % 5}.25` : null,
        unit: at % 14 === 0 && isEvent ? 'EUR' : '',
        values: {
          page: `/post/${at}`,
          referrer: at % 3 === 0 ? `r${at}.example` : '',
          country: at % 2 ? 'DE:Germany' : 'FR:France',
          ...(isEvent ? { event: `Go${at % 3}` } : {}),
        },
      });
    });
    const later = hitOf({ time: START + 40 * DAY });
    await foldAll(scene.database, scene.place, [hits, [later]], { maxNewValues: 200_000 });
    const from = Math.floor(START / DAY);
    const range = { from, to: from + 9 };
    const queries = ['page', 'landing_page', 'event', 'pageviews_hours'].map(
      name => ({ rollup: rollupOf(name), by: 'value', ...range, metrics: STORED_METRICS }) as const,
    );
    const filter: EveryQuestion['filter'] = {
      or: [
        { name: 'event', operator: 'IS', values: ['Go1'] },
        { not: { name: 'referrer', operator: 'DOES_NOT_CONTAIN', values: ['R66', 'R33'] } },
        { name: 'page', operator: 'CONTAINS', values: ['/POST/6999', '/post/123'] },
      ],
    };
    const sql = new SqlSums(scene.database.dialect);
    const expected = (await sql.read(1, filter, queries)).map(rowsOf);
    const reached = await sql.goals(1, filter, range, GOALS);
    for (const mostVisits of [1_000_000, 1_000]) {
      for (const { path } of scene.store.list(1)) scene.store.discard(new BadSegment(path, 'are to be made anew'));
      assert.ok((await pack(scene, mostVisits)) > (mostVisits === 1_000 ? 50 : 0));
      const filtered = filteredOf(openReading(scene.database, { dataDir: scene.place.dataDir }));
      assert.deepEqual((await filtered.read(1, filter, queries)).map(rowsOf), expected);
      assert.deepEqual(await filtered.goals(1, filter, range, GOALS), reached);
    }
  });
});
