import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { it } from 'vitest';
import { eachDatabase } from './databases.ts';

eachDatabase('a place for a test', (open, engine) => {
  it('is new at every call', async () => {
    const [one, other] = [await open(), await open()];
    assert.notEqual(one.url, other.url);
    assert.notEqual(one.dataDir, other.dataDir);
    assert.ok(existsSync(one.dataDir));
    assert.match(one.url, engine === 'SQLite' ? /^sqlite:\// : /^mysql:\/\/root@127\.0\.0\.1:\d+\/test_/);
  });
});
