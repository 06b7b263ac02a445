import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Part } from '../../../src/counting/columns.ts';
import { PartBuilder } from '../../../src/db/columns/part-builder.ts';
import { addRows } from '../../../src/db/columns/read-rows.ts';
import type { Database } from '../../../src/db/open.ts';
import { insertRows } from '../../../src/db/sql.ts';
import { eachDatabase } from '../../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../../support/hits.ts';

const DAY = 86_400_000;
const TIME = Date.parse('2026-03-10T08:00:00Z');
const TODAY = Math.floor(TIME / DAY);
const MORE = 60_000;

eachDatabase('Rows of visits', (open, engine) => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  async function prepared(...hits: ReturnType<typeof hitOf>[]): Promise<Database> {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    await foldAll(database, place, [hits]);
    return database;
  }

  /** Reads the day when the server returns texts of so many bytes. */
  const read = ({ dialect }: Database, longest?: number): Promise<Part> =>
    dialect.snapshot(async tx => {
      if (longest !== undefined && engine === 'MariaDB') await tx.run(`SET SESSION group_concat_max_len = ${longest}`);
      const builder = new PartBuilder(TODAY, 1);
      await addRows(tx, dialect, 1, { from: TODAY, to: TODAY }, { of: () => builder });
      return builder.build();
    });

  it('are complete even when one visitor has more hits than a text can take', async () => {
    const database = await prepared(hitOf({ time: TIME }));
    const columns = ['website_id', 'day', 'visitor', 'id', 'at', 'hour', 'visit_no', 'page'];
    const rows = Array.from({ length: MORE }, (_, at) => {
      const time = TIME + 60_000 + at * 10;
      return [1, TODAY, "x'00000000000000aa'", 100 + at, time, new Date(time).getUTCHours(), 1, 1 + (at % 3)];
    });
    await database.dialect.transaction(tx => insertRows(tx, { table: 'hit', columns, rows }));
    const whole = await read(database);
    assert.partialDeepStrictEqual(whole.count, { visit: 1, pageview: 1 + MORE, event: 0 });
    const inPages = await read(database, 2_900_000);
    assert.deepEqual(inPages.count, whole.count);
    for (const name of ['gap', 'hour', 'page'])
      assert.deepEqual(inPages.column('pageview', name), whole.column('pageview', name), name);
    if (engine === 'MariaDB') await assert.rejects(read(database, 2_000), /returned only \d+ of 60001 rows/);
  });

  it('are complete even when only the last number would be cut off', async () => {
    const database = await prepared(
      ...[1, 2, 3].map(at => hitOf({ time: TIME + at * 1_000, visitor: `00000000000000a${at}` })),
    );
    const wholeOf = (part: Part) => [
      part.count,
      [...part.column('visit', 'start').values],
      part.column('visit', 'exit_page'),
    ];
    const whole = wholeOf(await read(database));
    let refused = 0;
    for (let longest = 100; longest < 400; longest++) {
      const found = await read(database, longest).then(wholeOf, () => null);
      if (found) assert.deepEqual(found, whole, `${longest} bytes`);
      else refused++;
    }
    assert.equal(refused > 0, engine === 'MariaDB');
  });

  it('leave out hits whose visit is missing, and nothing after them', async () => {
    const visitors = ['00000000000000aa', '00000000000000bb', '00000000000000cc'];
    const database = await prepared(...visitors.map(visitor => hitOf({ time: TIME, visitor })));
    await database.dialect.run("DELETE FROM visit WHERE visitor = x'00000000000000bb'");
    const part = await read(database);
    assert.partialDeepStrictEqual(part.count, { visit: 2, pageview: 2, event: 0 });
    assert.deepEqual([...part.column('visit', 'pages').values], [1, 1]);
  });
});
