import assert from 'node:assert/strict';
import { afterAll, describe, it, onTestFinished } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase, reachable } from '../../src/db/open.ts';
import type { AppError } from '../../src/errors.ts';
import { damage } from '../support/damage.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';

/** No server listens there, and nothing is sent. */
const { dialect, close } = openDatabase('mysql://root@127.0.0.1:1/none');

describe('An error of MySQL and its clusters', () => {
  afterAll(close);
  const told = (code: string | undefined, message = '', errno = 0) =>
    dialect.fault(Object.assign(new Error(message), { code, errno }));

  it('is worth an immediate retry after a conflict of two transactions, on one node or between nodes', () => {
    assert.equal(told('ER_LOCK_DEADLOCK'), 'retry');
    assert.equal(told('ER_LOCK_WAIT_TIMEOUT'), 'retry');
  });

  it('is waited out where a node has left its cluster or cannot replicate a commit, and no hit is to blame', () => {
    assert.equal(told('ER_UNKNOWN_COM_ERROR', 'WSREP has not yet prepared node for application use'), 'away');
    assert.equal(told('ER_ERROR_DURING_COMMIT', 'Got error 6 "No such device or address" during COMMIT'), 'away');
  });

  it('is waited out where a shard is unavailable', () => {
    assert.equal(
      told('ER_CONNECT_TO_FOREIGN_DATA_SOURCE', 'Unable to connect to foreign data source: x', 1429),
      'away',
    );
    assert.equal(told(undefined, 'Remote MariaDB server has gone away', 12_701), 'away');
  });

  it('is no fault of a statement where a table is damaged, or has lost its file', () => {
    assert.equal(
      told('ER_GET_ERRNO', 'Got error 194 "Tablespace is missing for a table" from storage engine'),
      'damaged',
    );
    assert.equal(told('ER_TABLESPACE_DISCARDED'), 'damaged');
    assert.equal(told(undefined, "Table 'x.hit' doesn't exist in engine", 1932), 'damaged');
  });

  it('is a fault of the statement in all other cases', () => {
    assert.equal(told('ER_DUP_ENTRY'), 'duplicate');
    assert.equal(told('ER_PARSE_ERROR'), 'other');
  });
});

eachDatabase('A database without tables', open => {
  it('is waited for, whether SQL or a model queries it', async () => {
    const { url } = await open();
    const bare = openDatabase(url);
    onTestFinished(() => bare.close());
    const asks: (() => Promise<unknown[]>)[] = [
      () => bare.accounts.findAll(),
      () => bare.dialect.all('SELECT id FROM account'),
    ];
    for (const ask of asks)
      await assert.rejects(
        reachable(bare, ask),
        ({ code, message }: AppError) => code === 'UNAVAILABLE' && /being set up/.test(message),
      );
    await migrate(bare.dialect);
    for (const ask of asks) assert.deepEqual(await reachable(bare, ask), []);
  });
});

eachDatabase('A damaged database', open => {
  it('is named as such, whether SQL or a model queries it', async () => {
    const place = await open();
    const before = await databaseWithWebsites(place);
    await damage(before, place.url, 'account');
    await before.close();
    const database = openDatabase(place.url);
    onTestFinished(() => database.close());
    const asks: (() => Promise<unknown>)[] = [
      () => database.accounts.findAll(),
      () => database.dialect.all('SELECT * FROM account'),
      () => database.dialect.transaction(tx => tx.run('DELETE FROM account')),
    ];
    for (const ask of asks)
      await assert.rejects(
        reachable(database, ask),
        ({ code, message }: AppError) =>
          code === 'UNAVAILABLE' &&
          /^The database, or a table in it, cannot be read\. .* "footfall doctor" .*\.$/.test(message),
      );
  });
});
