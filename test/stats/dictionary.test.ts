import assert from 'node:assert/strict';
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
});

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
