import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { signIn } from '../../src/accounts/accounts.ts';
import { viewerOfKey } from '../../src/accounts/api-keys.ts';
import { openDatabase } from '../../src/db/open.ts';
import { footfall, footfallAlone } from '../support/command-line.ts';

describe('footfall demo', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-demo-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('writes nothing into the database of an instance', async () => {
    const env = { DATA_DIR: join(folder, 'real') };
    assert.equal((await footfall('account create --email ada@example.com --password a-long-password', env)).code, 0);
    assert.equal((await footfall('website create --domain a.example --account 1', env)).code, 0);
    for (const line of ['demo --no-serve', 'demo']) {
      const { code, out, err } = await footfallAlone(line, { ...env, PORT: '0' });
      assert.equal(code, 1);
      assert.equal(out, '');
      assert.equal(
        err,
        `The database ${join(folder, 'real', 'footfall.db')} is not the demo's: it has the account ada@example.com and 1 website. The demo adds an administrator, an API key and a year of hits, and so writes only into an empty database or its own. Leave DATABASE_URL out, and leave DATA_DIR out, too, or set it to an empty folder.\n`,
      );
    }
    assert.equal(JSON.parse((await footfall('account list --json', env)).out).length, 1);
    assert.equal(JSON.parse((await footfall('website list --json', env)).out).length, 1);
    assert.deepEqual(JSON.parse((await footfall('key list --json', env)).out), []);
    assert.equal(existsSync(join(folder, 'real', 'spool')), false);
  });

  it('refuses a database that is not embedded, without connecting', async () => {
    const env = { DATA_DIR: join(folder, 'server'), DATABASE_URL: 'mysql://footfall:secret@127.0.0.1:1/footfall' };
    const { code, err } = await footfallAlone('demo --no-serve', env);
    assert.equal(code, 1);
    assert.match(err, /^DATABASE_URL names a MySQL or MariaDB server, .*Leave DATABASE_URL out, /);
    assert.doesNotMatch(err, /secret/);
    assert.equal(existsSync(env.DATA_DIR), false);
  });

  it('prints how to sign in without serving, also when it is repeated beside websites of its account', async () => {
    const env = { DATA_DIR: join(folder, 'demo') };
    assert.equal((await footfallAlone('demo --no-serve', env)).code, 0);
    assert.equal((await footfall('website create --domain own.example --account demo@demo.example', env)).code, 0);
    const { code, out, err } = await footfallAlone('demo --no-serve', env);
    assert.equal(code, 0, err);
    assert.match(out, /statistics page {3}http:\/\/localhost:4000\/demo\.example\n/);
    assert.match(out, new RegExp(`set DATA_DIR=${env.DATA_DIR}, then run`));
    const [, password = ''] = / demo@demo\.example \/ (\S+)\n/.exec(out) ?? [];
    const [, key = ''] = /API key {11}(ff_\S+)\n/.exec(out) ?? [];
    const database = openDatabase(`sqlite:${join(env.DATA_DIR, 'footfall.db')}`);
    try {
      assert.ok(await signIn(database, 'demo@demo.example', password));
      assert.equal((await viewerOfKey(database, key, Date.now()))?.scope, 'WRITE');
    } finally {
      await database.close();
    }
  }, 240_000);
});
