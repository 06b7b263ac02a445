import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, it } from 'vitest';
import type { Transaction } from '../../src/db/dialect.ts';
import type { Database } from '../../src/db/open.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { verify } from '../../src/fold/verify.ts';
import { beginUndo } from '../../src/imports/imports.ts';
import { runImport } from '../../src/imports/run.ts';
import { AGENT } from '../support/access-log.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import { generateHits } from '../support/import-files.ts';
import { dump, Importing, NOW } from '../support/imports.ts';

type Hits = Parameters<typeof foldAll>[2][number];

eachDatabase('The undo of hits', (open, engine) => {
  const opened: Database[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  const until = dayNumber('2026-03-01');
  const { ndjson } = generateHits(11);
  const [first] = JSON.parse(`[${ndjson.slice(0, ndjson.indexOf('\n'))}]`) as [{ readonly time: string }];
  const latest = hitOf({ time: NOW });
  const sameDay = hitOf({ time: Date.parse(first.time), visitor: '00000000000000aa', values: { page: '/own' } });

  async function databaseOf(...hits: Hits): Promise<{ place: Place; database: Database; importing: Importing }> {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    for (const hit of hits) await foldAll(database, place, [[hit]]);
    return { place, database, importing: new Importing(database, place) };
  }

  /** Runs it with all batches in one step, so that all days and months are those of the import alone. */
  async function runAtOnce(importing: Importing, id: number): Promise<void> {
    const { mostRows, ...context } = importing.context();
    assert.notEqual(mostRows, undefined);
    await runImport(context, id);
    assert.equal((await importing.find(id)).state, 'undone');
  }

  /** Calls `come` once, before or after the first statement of a transaction that begins with a text. */
  function between(database: Database, text: string, when: 'before' | 'after', come: () => Promise<unknown>) {
    const { dialect } = database;
    const apart = AsyncLocalStorage.snapshot();
    const transaction = dialect.transaction.bind(dialect);
    const seen = { hasCome: false };
    dialect.transaction = <T>(work: (tx: Transaction) => Promise<T>) =>
      transaction(tx => {
        const run: Transaction['run'] = async (sql, params) => {
          const isFirst = !seen.hasCome && sql.startsWith(text);
          seen.hasCome ||= isFirst;
          if (isFirst && when === 'before') await apart(come);
          const rows = await tx.run(sql, params);
          if (isFirst && when === 'after') await apart(come);
          return rows;
        };
        return work({ ...tx, run });
      });
    return seen;
  }

  async function isAsOf(database: Database, ...hits: Hits): Promise<void> {
    assert.deepEqual((await verify(database, 1)).differences, []);
    const other = await databaseOf(...hits);
    assert.deepEqual(await dump(database), await dump(other.database));
  }

  // SQLite has one writer, so that nothing can come in between.
  it.skipIf(engine === 'SQLite')(
    'keeps a hit that is folded between its look at the totals and their end',
    async () => {
      const { place, database, importing } = await databaseOf(latest);
      const { id } = await importing.import({ files: { 'hits.ndjson': ndjson }, until });
      await beginUndo(database, id);
      const seen = between(database, 'DELETE FROM rollup_day', 'before', () => foldAll(database, place, [[sameDay]]));
      // In one step, so that all days and months are those of the import alone.
      await runAtOnce(importing, id);
      assert.equal(seen.hasCome, true);
      await isAsOf(database, latest, sameDay);
    },
  );

  it.skipIf(engine === 'SQLite')('lets hits of the same day be folded while it removes others', async () => {
    const { place, database, importing } = await databaseOf(latest);
    const { id } = await importing.import({ files: { 'hits.ndjson': ndjson }, until });
    await beginUndo(database, id);
    const seen = between(database, 'DELETE FROM hit', 'after', () => foldAll(database, place, [[sameDay]]));
    assert.equal((await importing.run(id)).state, 'undone');
    assert.equal(seen.hasCome, true);
    await isAsOf(database, latest, sameDay);
  });

  it('keeps a hit that waits for rows which it removes', async () => {
    const { place, database, importing } = await databaseOf(latest);
    const { id } = await importing.import({ files: { 'hits.ndjson': ndjson }, until });
    await beginUndo(database, id);
    let folding: Promise<void> | undefined;
    between(database, 'DELETE FROM rollup_day', 'after', async () => {
      folding = foldAll(database, place, [[sameDay]]);
    });
    await runAtOnce(importing, id);
    await folding;
    await isAsOf(database, latest, sameDay);
  });

  it('keeps the requests of crawlers that another import has on a day of its own hits', async () => {
    const { database, importing } = await databaseOf(latest);
    const line = (agent: string, second: number) =>
      `203.0.113.7 - - [10/Feb/2026:10:00:0${second} +0000] "GET /a HTTP/1.1" 200 1 "-" "${agent}"\n`;
    const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    const others = await importing.import({ files: { 'b.log': line(crawler, 1) + line(crawler, 2) }, until });
    assert.deepEqual([others.state, others.error], ['done', null]);
    const before = await dump(database);
    const { id, state } = await importing.import({ files: { 'a.log': line(AGENT, 3) + line(crawler, 4) }, until });
    assert.equal(state, 'done');
    await beginUndo(database, id);
    assert.equal((await importing.run(id)).state, 'undone');
    assert.deepEqual(await dump(database), before);
  });
});
