import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, it } from 'vitest';
import type { Dialect, Param } from '../../src/db/dialect.ts';
import { valueHash } from '../../src/db/rollups/values.ts';
import { clock, Meter } from '../../src/stats/budget.ts';
import { Dictionary } from '../../src/stats/dictionary.ts';
import { eachDatabase, onSqlite } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';

onSqlite('The texts kept in memory', open => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  it('are those of the ids that were asked for, however many others the website has', async () => {
    const database = await databaseWithWebsites(await open());
    closing.push(() => database.close());
    const rows = Array.from({ length: 6_000 }, (_, at) => `(1, ${at + 1}, x'${valueHash(`/${at}`)}', '/${at}')`);
    await database.dialect.run(`INSERT INTO stat_value (website_id, id, hash, value) VALUES ${rows.join(',')}`);
    const meter = new Meter({ until: clock() + 60_000, comparisons: 1e9, ids: 1e9 });
    const asked = Array.from({ length: 5_500 }, (_, at) => at);
    const textOf = await new Dictionary(database.dialect).textsOf(1, asked, meter);
    assert.deepEqual([0, 1, 5_499, 5_500].map(textOf), ['', '/0', '/5498', '']);
  });

  it('never take more room than they have, also when a website grows, and all texts are still seen', async () => {
    const database = await databaseWithWebsites(await open(), 2);
    closing.push(() => database.close());
    const add = async (website: number, from: number, to: number) => {
      for (let id = from; id <= to; id++)
        await database.dialect.run(
          `INSERT INTO stat_value (website_id, id, hash, value) VALUES (${website}, ${id}, x'${valueHash(`/${id}`)}', '/${id}')`,
        );
    };
    const room = 10_000;
    const dictionary = new Dictionary(database.dialect, room);
    const meter = new Meter({ until: clock() + 60_000, comparisons: 1e9, ids: 1e9 });
    const seen = async (website: number) => {
      const ids: number[] = [];
      await dictionary.pass(website, meter, id => ids.push(id), 20_000);
      assert.ok(dictionary.bytes <= room, `${dictionary.bytes} bytes are kept`);
      return ids;
    };
    const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
    for (const website of [1, 2]) {
      await add(website, 1, 10);
      assert.deepEqual(await seen(website), upTo(10));
    }
    for (const website of [1, 2]) {
      await add(website, 11, 150);
      assert.deepEqual(await seen(website), upTo(150));
    }
    await add(2, 151, 400);
    for (const _ of [1, 2]) assert.deepEqual(await seen(2), upTo(400));
    assert.ok(dictionary.bytes > room / 2, 'as many texts as there is room for are kept');
  });

  it('take about as much memory as they are counted with, and keep no other texts', async () => {
    const database = await databaseWithWebsites(await open());
    closing.push(() => database.close());
    // One text in a thousand has a capital, or a character that takes two bytes.
    const value = "printf('/%d%s%s', i, iif(i % 1000 = 7, '/A', iif(i % 1000 = 8, '/🙂', '')), hex(zeroblob(200)))";
    await database.dialect.run(
      `INSERT INTO stat_value (website_id, id, hash, value) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) SELECT 1, i, randomblob(16), ${value} FROM n`,
    );
    let held = 0;
    const meter = new Meter({ until: clock() + 60_000, comparisons: 1e9, ids: 1e9 }, bytes => {
      held += bytes;
    });
    const before = heap();
    const kept = new Dictionary(database.dialect, 9_000_000);
    await kept.pass(1, meter, () => undefined);
    assert.ok(heap() - before < 1.5 * kept.bytes, `${heap() - before} bytes for ${kept.bytes}`);

    const between = heap();
    const some = Array.from({ length: 5_100 }, (_, at) => 9 * at + 1);
    const textOf = await new Dictionary(database.dialect, 1).textsOf(1, some, meter);
    assert.ok(heap() - between < 1.5 * held, `${heap() - between} bytes for ${held}`);
    assert.match(textOf(1) + kept.bytes, /^\/10+/);
  });
});

/** Returns the bytes that are in use. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as NodeJS.GCFunction)();
  return process.memoryUsage().heapUsed;
}

eachDatabase('The pass over all texts', open => {
  it('sees each text as it was stored, in the order of ids, also if the engine truncates what it joins', async () => {
    const database = await databaseWithWebsites(await open());
    const texts = ['/A,b', ' two  spaces ', 'line\nfeed', '12 3', 'Ünï', '日本 X', '🙂,🙂', '\u0001', 'É'];
    for (const [at, text] of texts.entries())
      await database.dialect.run(
        `INSERT INTO stat_value (website_id, id, hash, value) VALUES (1, ${3 * at + 2}, x'${valueHash(text)}', ?)`,
        [text],
      );
    const expected = texts.map((text, at) => [3 * at + 2, text, text.replace(/[A-Z]/g, one => one.toLowerCase())]);
    const truncating: Dialect = Object.create(database.dialect, {
      all: {
        value: async (sql: string, params: Param[]) => {
          const rows = await database.dialect.all<{ body?: unknown }>(sql, params);
          return rows.map(row => ('body' in row ? { ...row, body: String(row.body).slice(0, 20) } : row));
        },
      },
    });
    for (const dialect of [database.dialect, truncating]) {
      const seen: unknown[] = [];
      const meter = new Meter({ until: clock() + 60_000, comparisons: 1e9, ids: 1e9 });
      await new Dictionary(dialect).pass(1, meter, (...one) => seen.push(one));
      assert.deepEqual(seen, expected);
    }
    await database.close();
  });
});
