import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { type FoldOptions, foldHits } from '../../src/fold/fold.ts';
import { TextTable } from '../../src/fold/text-table.ts';
import type { AnswerLoader } from '../../src/stats/answers.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldOptions, hitOf } from '../support/hits.ts';

/** The tables that a fold writes in these tests. */
const TABLES = ['website_fold', 'checkpoint', 'stat_value', 'new_value', 'rollup_day', 'visit', 'hit'];
const BYTES = ['hash', 'visitor'];

eachDatabase('A database that loses its last commits', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(one => one.close())));
  let number = 0;
  /** Folds a pageview of each page, as one process that remembers ids. */
  async function fold(database: Database, process: FoldOptions, ...pages: string[]): Promise<void> {
    const hits = TextTable.of(
      pages.map(page => hitOf({ values: { page } })),
      number + 1,
    );
    number += pages.length;
    await foldHits(database, 1, 'spool', hits, process);
  }
  /** Returns a function that brings the database back to what it holds now. */
  async function snapshot({ dialect }: Database): Promise<() => Promise<void>> {
    const held = new Map<string, Record<string, unknown>[]>();
    for (const table of TABLES) held.set(table, await dialect.all(`SELECT * FROM ${table}`));
    return async () => {
      for (const [table, rows] of held) {
        await dialect.run(`DELETE FROM ${table}`);
        for (const row of rows) {
          const columns = Object.keys(row);
          const marks = columns.map(name =>
            BYTES.includes(name) ? `x'${(row[name] as Buffer).toString('hex')}'` : '?',
          );
          const params = columns.filter(name => !BYTES.includes(name)).map(name => row[name] as number);
          await dialect.run(`INSERT INTO ${table} (${columns.join(',')}) VALUES (${marks.join(',')})`, params);
        }
      }
    };
  }
  async function pagesOf(loader: AnswerLoader): Promise<Record<string, number>> {
    const question = { website: 1, name: 'page', from: 0, to: 40_000, search: null, perPage: 100, page: 1 } as const;
    const { rows } = await loader.load({ ...question, sortBy: 'COUNT', sort: 'DESC' });
    return Object.fromEntries(rows.map(({ value, count }) => [value, count]));
  }
  async function fresh(): Promise<Database> {
    const database = await databaseWithWebsites(await open());
    opened.push(database);
    return database;
  }

  it('never gets a hit counted under the text that had its id before', async () => {
    const database = await fresh();
    const [mine, other] = [foldOptions(), foldOptions()];
    await fold(database, mine, '/a');
    const lose = await snapshot(database);
    await fold(database, mine, '/b', '/c');
    await lose();
    await fold(database, mine, '/d', '/b');
    assert.deepEqual(await pagesOf(createStatsLoader(openReading(database))), { '/a': 1, '/b': 1, '/d': 1 });

    await lose();
    await fold(database, mine, '/b');
    await lose();
    await fold(database, other, '/x');
    await fold(database, other, '/y', '/z');
    await fold(database, mine, '/b');
    assert.deepEqual(
      await pagesOf(createStatsLoader(openReading(database))),
      { '/a': 1, '/b': 1, '/x': 1, '/y': 1, '/z': 1 },
      'also if another process has brought it further than it was',
    );
  });

  it('has each text once, whichever of several processes writes it first', async () => {
    const database = await fresh();
    const [mine, other] = [foldOptions(), foldOptions()];
    await fold(database, mine, '/a');
    await fold(database, mine, '/a', '/b');
    await fold(database, other, '/x', '/b', '/y');
    await fold(database, mine, '/x', '/c');
    await fold(database, other, '/c', '/d');
    await fold(database, mine, '/d', '/y', '/e');
    assert.deepEqual(await pagesOf(createStatsLoader(openReading(database))), {
      ...{ '/a': 2, '/b': 2, '/c': 2, '/d': 2, '/e': 1, '/x': 2, '/y': 2 },
    });
  });

  it('is never read with the sums that it had before', async () => {
    const database = await fresh();
    const reading = openReading(database);
    const read = () => pagesOf(createStatsLoader(reading));
    await fold(database, foldOptions(), '/a');
    const lose = await snapshot(database);
    await fold(database, foldOptions(), '/b');
    assert.deepEqual(await read(), { '/a': 1, '/b': 1 });
    await lose();
    // The website is as many folds old as it was.
    await fold(database, foldOptions(), '/a', '/b', '/b');
    assert.deepEqual(await read(), { '/a': 2, '/b': 2 });
  });

  it('is never read with the texts that its ids had before', async () => {
    const database = await fresh();
    const reading = openReading(database);
    const read = () => pagesOf(createStatsLoader(reading));
    await fold(database, foldOptions(), '/a');
    const lose = await snapshot(database);
    await fold(database, foldOptions(), '/b', '/c');
    assert.deepEqual(await read(), { '/a': 1, '/b': 1, '/c': 1 });
    await lose();
    await fold(database, foldOptions(), '/d');
    await fold(database, foldOptions(), '/e');
    await fold(database, foldOptions(), '/d');
    assert.deepEqual(await read(), { '/a': 1, '/d': 2, '/e': 1 });
    assert.deepEqual([...(await reading.texts.idsOf(1, ['/b', '/d'])).keys()], ['/d']);
    await lose();
    await fold(database, foldOptions(), '/f');
    await read();
    assert.deepEqual([...(await reading.texts.idsOf(1, ['/d', '/f'])).keys()], ['/f']);
  });
});
