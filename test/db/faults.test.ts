import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openDatabase } from '../../src/db/open.ts';

/** Nobody listens there, and nothing is asked. */
const { dialect, close } = openDatabase('mysql://root@127.0.0.1:1/none');

describe('A fault of MySQL and its clusters', () => {
  after(close);
  const told = (code: string, message = '') => dialect.fault(Object.assign(new Error(message), { code }));

  it('is worth another try at once where two transactions met, on one node or between nodes', () => {
    assert.equal(told('ER_LOCK_DEADLOCK'), 'retry');
    assert.equal(told('ER_LOCK_WAIT_TIMEOUT'), 'retry');
  });

  it('is waited out where a node has left its cluster or cannot hand a commit on, and no hit is to blame', () => {
    assert.equal(told('ER_UNKNOWN_COM_ERROR', 'WSREP has not yet prepared node for application use'), 'away');
    assert.equal(told('ER_ERROR_DURING_COMMIT', 'Got error 6 "No such device or address" during COMMIT'), 'away');
  });

  it('belongs to the statement in all other cases', () => {
    assert.equal(told('ER_DUP_ENTRY'), 'duplicate');
    assert.equal(told('ER_PARSE_ERROR'), 'other');
  });
});
