import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, onTestFinished } from 'vitest';
import { isMissing, obstacleOf, refusalFor, tryWriting } from '../../src/cli/obstacle.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'footfall-obstacle-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

const errorOf = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

describe('What a command says of a disk or of rights', () => {
  it('names a full disk, also where the error of SQLite is a cause', () => {
    const path = '/data/footfall.db';
    const full = { text: `The disk that holds ${path} is full.`, fix: 'Free some space on it.' };
    for (const code of ['ENOSPC', 'EDQUOT', 'SQLITE_FULL']) assert.deepEqual(obstacleOf(errorOf(code), path), full);
    assert.deepEqual(obstacleOf(new Error('masked', { cause: errorOf('SQLITE_FULL') }), path), full);
    assert.deepEqual(obstacleOf(errorOf('', { original: errorOf('SQLITE_FULL') }), path), full);
  });

  it('names a disk that fails although it has room', () => {
    const path = folder();
    assert.equal(obstacleOf(errorOf('SQLITE_IOERR'), path)?.text, `The disk that holds ${path} fails.`);
  });

  it('names a file that this user may not read or write, and a read-only disk', () => {
    const fix = /^Run the command as the user that runs the service; /;
    for (const verb of ['read', 'written'] as const)
      for (const code of ['EACCES', 'EPERM']) {
        const found = refusalFor(code, '/data/footfall.db', verb);
        assert.equal(found?.text, `/data/footfall.db cannot be ${verb} by this user.`);
        assert.match(found.fix, fix);
      }
    assert.equal(refusalFor('EROFS', '/data', 'written')?.text, 'The disk that holds /data is mounted read-only.');
    assert.equal(refusalFor('ELOOP', '/data', 'read'), null);
  });

  it('sees that a file exists which this user may not see', context => {
    if (process.getuid?.() === 0) return context.skip('root may see every file');
    const closed = folder();
    const path = join(closed, 'footfall.db');
    writeFileSync(path, '');
    chmodSync(closed, 0);
    onTestFinished(() => chmodSync(closed, 0o700));
    assert.equal(isMissing(path), false);
    assert.equal(obstacleOf(errorOf('SQLITE_CANTOPEN'), path)?.text, `${path} cannot be read by this user.`);
    chmodSync(closed, 0o500);
    assert.equal(obstacleOf(errorOf('SQLITE_CANTOPEN'), path)?.text, `${closed} cannot be written by this user.`);
  });

  it('has nothing to say of files that can be read and written, and of other errors', () => {
    const path = join(folder(), 'footfall.db');
    for (const code of ['EACCES', 'SQLITE_CANTOPEN', 'SQLITE_BUSY', 'ECONNREFUSED'])
      assert.equal(obstacleOf(errorOf(code), path), null);
    assert.equal(obstacleOf(undefined, path), null);
  });

  it('takes only what does not exist for missing', () => {
    const path = folder();
    assert.deepEqual([path, join(path, 'no')].map(isMissing), [false, true]);
  });

  it('leaves nothing of the file that it tries to write, even on a full disk', () => {
    const path = folder();
    assert.equal(tryWriting(path), null);
    const full = errorOf('ENOSPC');
    const error = tryWriting(path, file => {
      writeFileSync(file as string, '');
      throw full;
    });
    assert.deepEqual([error, readdirSync(path)], [full, []]);
    assert.equal((tryWriting(join(path, 'no')) as NodeJS.ErrnoException).code, 'ENOENT');
  });
});
