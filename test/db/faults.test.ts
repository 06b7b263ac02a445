import assert from 'node:assert/strict';
import { afterAll, describe, it } from 'vitest';
import { openDatabase } from '../../src/db/open.ts';

/** Nobody listens there, and nothing is asked. */
const { dialect, close } = openDatabase('mysql://root@127.0.0.1:1/none');

describe('A fault of MySQL and its clusters', () => {
  afterAll(close);
  const told = (code: string | undefined, message = '', errno = 0) =>
    dialect.fault(Object.assign(new Error(message), { code, errno }));

  it('is worth another try at once where two transactions met, on one node or between nodes', () => {
    assert.equal(told('ER_LOCK_DEADLOCK'), 'retry');
    assert.equal(told('ER_LOCK_WAIT_TIMEOUT'), 'retry');
  });

  it('is waited out where a node has left its cluster or cannot hand a commit on, and no hit is to blame', () => {
    assert.equal(told('ER_UNKNOWN_COM_ERROR', 'WSREP has not yet prepared node for application use'), 'away');
    assert.equal(told('ER_ERROR_DURING_COMMIT', 'Got error 6 "No such device or address" during COMMIT'), 'away');
  });

  it('is waited out where a shard is away', () => {
    assert.equal(
      told('ER_CONNECT_TO_FOREIGN_DATA_SOURCE', 'Unable to connect to foreign data source: x', 1429),
      'away',
    );
    assert.equal(told(undefined, 'Remote MariaDB server has gone away', 12_701), 'away');
  });

  it('belongs to the statement in all other cases', () => {
    assert.equal(told('ER_DUP_ENTRY'), 'duplicate');
    assert.equal(told('ER_PARSE_ERROR'), 'other');
  });
});
