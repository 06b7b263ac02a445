import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { it } from 'vitest';
import { signIn } from '../src/accounts/accounts.ts';
import { viewerOfKey } from '../src/accounts/api-keys.ts';
import { openDatabase } from '../src/db/open.ts';
import { footfall, footfallAlone } from './support/command-line.ts';
import { eachDatabase, type Place } from './support/databases.ts';

eachDatabase('The command line', (open, engine) => {
  const environment = ({ url, dataDir }: Place) => ({ DATABASE_URL: url, DATA_DIR: dataDir });

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    assert.equal((await footfallAlone('--version', {})).out, `${version}\n`);
  });

  it('migrates and reports what it did', async () => {
    const env = environment(await open());
    const path = join(env.DATA_DIR, 'before.backup.gz');
    const first = await footfall(['migrate', '--backup', path, '--json'], env);
    assert.equal(first.code, 0, first.err);
    assert.deepEqual([JSON.parse(first.out).backup, existsSync(path)], [null, false], 'nothing was there to back up');
    assert.equal(JSON.parse(first.out).applied[0], '0001-first-tables');
    assert.deepEqual(JSON.parse((await footfall('migrate --json', env)).out), { applied: [] });
    assert.match((await footfall('migrate', env)).out, /^The database is up to date\.\n$/);
    const saved = await footfall(['migrate', '--backup', path, '--json'], env);
    assert.deepEqual(JSON.parse(saved.out), { applied: [], backup: path });
    assert.match(saved.err, /^A backup was written to .*before\.backup\.gz\.\n$/);
    assert.match(
      (await footfall(['restore', '--check', path], {})).out,
      /, made at .*, with \d+ rows, is complete\.\n$/,
    );
    assert.equal((await footfall(['migrate', '--backup', path], env)).code, 1, 'nothing is replaced');
    const refused = await footfall(['migrate', '--backup', join(path, 'below')], env);
    assert.equal(refused.code, 1);
  });

  it('creates working accounts, keys and websites on an empty database', async () => {
    const place = await open();
    const env = environment(place);
    const database = openDatabase(place.url);
    try {
      const account = await footfallAlone(
        'account create --email Ada@Example.com --password - --admin --json',
        env,
        'from the input\n',
      );
      assert.equal(account.code, 0, account.err);
      const { id, createdAt, ...rest } = JSON.parse(account.out);
      assert.deepEqual(rest, { email: 'ada@example.com', admin: true });
      assert.match(createdAt, /^\d{4}-\d\d-\d\dT.*Z$/);
      assert.ok(await signIn(database, 'ada@example.com', 'from the input'));

      if (place.url.startsWith('sqlite:')) assert.equal(statSync(place.url.slice('sqlite:'.length)).mode & 0o077, 0);

      const key = await footfall('key create --account ada@example.com --name importer --scope WRITE --json', env);
      const made = JSON.parse(key.out);
      assert.match(made.key, /^ff_[0-9A-Za-z]{40,}$/);
      assert.equal((await viewerOfKey(database, made.key, Date.now()))?.account.id, id);

      const website = await footfall(
        'website create --domain https://WWW.Example.com/ --account ada@example.com --json',
        env,
      );
      assert.equal(JSON.parse(website.out).domain, 'example.com');
      assert.match(
        JSON.parse(website.out).snippet,
        /^<script>window\.pa=.*\n<script data-host="http.*js\/script\.js" /,
      );

      await footfall('account create --email bob@example.com --password a-long-password', env);
      for (const [line, text] of Object.entries({
        'website list --account bob@example.com': 'No websites belong to bob@example.com.\n',
        'key list --account bob@example.com': 'No API keys belong to bob@example.com.\n',
      }))
        assert.equal((await footfall(line, env)).out, text);

      const changed = await footfall('account password --email ada@example.com --password another-one', env);
      assert.equal(changed.code, 0, changed.err);
      assert.ok(await signIn(database, 'ada@example.com', 'another-one'));

      const revoked = await footfall(`key revoke --id ${made.id}`, env);
      assert.equal(revoked.out, `Key ${made.id}, importer, was revoked.\n`);
      assert.equal(await viewerOfKey(database, made.key, Date.now() + 2_000), null);

      // Not even root can write a folder in place of the list.
      const list = join(env.DATA_DIR, 'revocations');
      rmSync(list);
      mkdirSync(list);
      const unlisted = await footfall(`key revoke --id ${made.id} --json`, env);
      assert.deepEqual([unlisted.code, JSON.parse(unlisted.out).listed], [1, false]);
      assert.match(
        unlisted.err,
        /revocations cannot be .* restoring an earlier backup would revive it\. .* run the command again\.\n$/,
      );
      rmSync(list, { recursive: true });
      assert.equal((await footfall(`key revoke --id ${made.id}`, env)).code, 0);
      assert.match(readFileSync(list, 'utf8'), /"key"/);
    } finally {
      await database.close();
    }
  });

  // These do not depend on the engine.
  if (engine !== 'SQLite') return;

  it('has commands that all exit on their own, each run in a separate process', async () => {
    const place = await open();
    const env = environment(place);
    const backup = join(place.dataDir, 'one.gz');
    assert.equal((await footfall('account create --email ada@example.com --password a-long-password', env)).code, 0);
    for (const [line, said] of [
      ['migrate', /^The database is up to date\.\n$/],
      ['account list', /ada@example\.com/],
      ['website create --domain a.example --account 1', /a\.example/],
      ['key list', /^No API keys exist\.\n$/],
      ['website list', /a\.example/],
      ['import -', /^1 hits? accepted/],
      ['verify', /^a\.example: \d+ rows compared, 0 differences\.\n$/],
      ['rebuild --website 1', /^a\.example: \d+ rows written\.\n$/],
      ['export --website 1 --from 2026-03-01 --to 2026-03-02', /"page":"\/alone"/],
      [`backup --to ${backup}`, /one\.gz: \d+ rows/],
      [`restore --check ${backup}`, /one\.gz, made at [^,]+, with \d+ rows, is complete\.\n$/],
      ['columns status', /^No completed day has visits yet/],
      ['doctor', /Node/],
    ] as const) {
      const hit = '{"page":"https://a.example/alone","time":"2026-03-01T10:00:00Z"}\n';
      const { code, out, err } = await footfallAlone(line, env, hit);
      assert.equal(code, 0, `${line}: ${err}`);
      assert.match(out, said, line);
    }
  });

  it('creates nothing for the demo if the port is taken', async () => {
    const env = environment(await open());
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    const { code, err } = await footfallAlone('demo', { ...env, PORT: port });
    other.close();
    assert.equal(code, 1);
    assert.equal(
      err,
      `Port ${port} on 127.0.0.1 is already in use; stop the other process, or set PORT to another port.\n`,
    );
    const listed = await footfall('account list', env);
    assert.match(listed.err, /^The database file .* does not exist; correct DATABASE_URL or DATA_DIR\.\n$/);
    assert.equal(listed.code, 1);
  });

  it('prints lists for people and for programs, and never a whole key', async () => {
    const env = environment(await open());
    await footfall('account create --email ada@example.com --password a-long-password', env);
    assert.equal((await footfall('website list', env)).out, 'No websites exist.\n');
    const { key } = JSON.parse(
      (await footfall('key create --account 1 --name x --scope READ --expires 2999-12-31 --json', env)).out,
    );
    await footfall('website create --domain b.example --account 1', env);
    await footfall('website create --domain a.example --account 1', env);
    assert.match(
      (await footfall('account list', env)).out,
      /^id {2}email +admin +created\n1 +ada@example\.com +no +\d{4}/,
    );
    const keys = await footfall('key list --account ada@example.com', env);
    assert.match(keys.out, /READ.*never +3000-01-01T00:00:00Z +no/);
    assert.ok(!keys.out.includes(key) && keys.out.includes(key.slice(0, 9)));
    assert.ok(!(await footfall('key list --json', env)).out.includes(key));
    const websites = JSON.parse((await footfall('website list --json', env)).out);
    assert.deepEqual(
      websites.map((website: { domain: string }) => website.domain),
      ['a.example', 'b.example'],
    );
  });

  it('says of a new website when visitors cannot reach the URL in its snippet', async () => {
    const env = environment(await open());
    await footfall('account create --email ada@example.com --password a-long-password', env);
    const local = await footfall('website create --domain a.example --account 1', env);
    assert.match(local.out, /data-host="http:\/\/localhost:4000"/);
    assert.equal(
      local.err,
      'Only this machine can reach Footfall at http://localhost:4000, so visitors cannot send hits there. Set BASE_URL to the URL under which they can, and write it into the snippet in place of http://localhost:4000.\n',
    );
    const named = { ...env, BASE_URL: 'https://stats.example.com' };
    const reached = await footfall('website create --domain b.example --account 1', named);
    assert.match(reached.out, /data-host="https:\/\/stats\.example\.com"/);
    assert.equal(reached.err, '');
  });

  it('reports errors field by field and exits with 1', async () => {
    const env = environment(await open());
    const bad = await footfall('account create --email nobody --password short', env);
    assert.equal(bad.code, 1);
    assert.equal(bad.out, '');
    assert.match(bad.err, /^email: .*nobody.*\npassword: .*8 to 128/);
    const json = await footfall('account create --email nobody --password short --json', env);
    assert.equal(json.code, 1);
    assert.deepEqual(Object.keys(JSON.parse(json.err).error.fields), ['email', 'password']);
    for (const line of [
      'key create --account nobody@example.com --name x --scope READ',
      'website create --domain a.example --account 7',
      'key revoke --id 1abc',
      'key revoke --id 7',
      'key create --account 1 --name x --scope READ --expires 2026-02-30',
      'key create --account 1 --name x --scope ADMIN',
      'key create --account 1 --scope READ',
      'website create --domain a.example',
      'nonsense',
    ]) {
      const { code, out, err } = await footfall(line, env);
      assert.deepEqual([code, out, err.trim() === ''], [1, '', false], line);
    }
  });
});
