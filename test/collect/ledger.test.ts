import assert from 'node:assert/strict';
import { it, onTestFinished } from 'vitest';
import { createLedger } from '../../src/collect/ledger.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';

/** Refuses one row of many, like a database that becomes unavailable in between. */
const REFUSE = {
  SQLite: "CREATE TRIGGER refuse BEFORE INSERT ON dropped WHEN NEW.day = 1400 BEGIN SELECT RAISE(ABORT, 'no'); END",
  MariaDB:
    "CREATE TRIGGER refuse BEFORE INSERT ON dropped FOR EACH ROW IF NEW.day = 1400 THEN SIGNAL SQLSTATE '45000'; END IF",
};

eachDatabase('The ledger of dropped hits', (open, engine) => {
  it('counts each hit once, even if only some of them could be written at first', async () => {
    const database = await databaseWithWebsites(await open());
    onTestFinished(() => database.close());
    const { dialect } = database;
    const ledger = createLedger(database);
    for (let day = 0; day < 1_500; day++) ledger.count(1, day, 'bot');
    await dialect.run(REFUSE[engine]);
    await ledger.flush();
    await dialect.run('DROP TRIGGER refuse');
    ledger.count(1, 7, 'bot');
    await ledger.flush();
    await ledger.flush();
    const [sum] = await dialect.all('SELECT COUNT(*) AS days, SUM(hits) AS hits FROM dropped');
    assert.deepEqual(sum, { days: 1_500, hits: 1_501 });
    assert.equal(ledger.totals().get('bot'), 1_501);
  });
});
