import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Dialect, Transaction } from '../../src/db/dialect.ts';
import type { Database } from '../../src/db/open.ts';
import { foldHits } from '../../src/fold/fold.ts';
import { TextTable } from '../../src/fold/text-table.ts';
import { verify } from '../../src/fold/verify.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldOptions, hitOf } from '../support/hits.ts';

const noon = Date.parse('2026-03-10T12:00:00Z');
/** So many that two rounds are in several slices, each. */
const VISITORS = 2_200;
const TABLES = ['stat_value', 'visit', 'hit', 'rollup_day', 'checkpoint'];
const PLANNED = 'This statement fails.';

/** Hits of all visitors; from the second round on, each visit has one already. */
const hitsOf = (round: number) =>
  Array.from({ length: VISITORS }, (_, index) =>
    hitOf({
      time: noon + round * 60_000 + index,
      visitor: ((index * 7_919) % 65_521).toString(16).padStart(8, '0').padEnd(16, '0'),
      values: { page: `/${round}/${index % 23}`, event: 'Order' },
      ...(round > 0 && index % 7 === 0 ? { kind: 'event' } : {}),
      ...(round > 0 && index % 7 === 1 ? { kind: 'engagement', seconds: 9, values: { page: `/0/${index % 23}` } } : {}),
    }),
  );

/** What is seen of the statements of a transaction. */
interface Watch {
  statements: number;
  running: number;
  runningAtEnd: number;
}

/** Returns a dialect whose transactions fail at one of their statements. */
function failingAt(dialect: Dialect, place: number, watch: Watch): Dialect {
  const watched =
    <Given extends unknown[], T>(statement: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      if (++watch.statements === place) throw new Error(PLANNED);
      watch.running++;
      return statement(...given).finally(() => watch.running--);
    };
  return Object.assign(Object.create(dialect), {
    transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
      dialect.transaction(tx =>
        work({ ...tx, all: watched(tx.all), run: watched(tx.run), write: watched(tx.write) } as Transaction).finally(
          () => {
            watch.runningAtEnd += watch.running;
          },
        ),
      ),
  });
}

eachDatabase('A fold in which a statement fails', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  it('stores nothing, whichever statement it is, and then stores all when it is repeated', async () => {
    const database = await databaseWithWebsites(await open());
    opened.push(database);
    const { dialect } = database;
    const stored = async () => {
      const counts = TABLES.map(table => `(SELECT COUNT(*) FROM ${table}) AS of_${table}`);
      return dialect.all(`SELECT ${counts.join(', ')}, (SELECT SUM(pageviews) FROM rollup_day) AS pageviews`);
    };
    const options = foldOptions();
    await foldHits(database, 1, 'spool', TextTable.of(hitsOf(0)), options);
    const before = await stored();
    const hits = TextTable.of(hitsOf(1), VISITORS + 1);
    const watch: Watch = { statements: 0, running: 0, runningAtEnd: 0 };
    for (let place = 1; watch.statements >= place - 1; place++) {
      watch.statements = 0;
      const folding = foldHits({ ...database, dialect: failingAt(dialect, place, watch) }, 1, 'spool', hits, options);
      const error = await folding.then(
        () => null,
        (error: Error) => error,
      );
      if (error === null) break;
      assert.equal(error.message, PLANNED);
      assert.deepEqual(await stored(), before, `statement ${place}`);
    }
    assert.ok(watch.statements > 15, `${watch.statements} statements`);
    assert.equal(watch.runningAtEnd, 0, 'The transaction must not end while one of its statements runs.');
    assert.deepEqual((await verify(database, 1)).differences, []);
    const [row] = await dialect.all('SELECT COUNT(*) AS visits FROM visit');
    assert.deepEqual(row, { visits: VISITORS });
  });
});
