import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { valueHash } from '../../src/db/rollups/values.ts';
import { clock, Meter } from '../../src/stats/budget.ts';
import { Dictionary } from '../../src/stats/dictionary.ts';
import { onSqlite } from '../support/databases.ts';
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
