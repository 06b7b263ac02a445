import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { ConfigError, readConfig } from '../src/config.ts';

const KEY = `ff_${'q7Zk'.repeat(10)}`;

/** Returns the faults that readConfig reports; empty if there are none. */
function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.faults;
  }
}

const of =
  (name: string) =>
  (given: string): [string, string] => [name, given];

describe('an empty environment', () => {
  it('is a working configuration on SQLite', () => {
    assert.deepEqual(readConfig({}), {
      port: 4000,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:4000',
      databaseUrl: `sqlite:${resolve('data/footfall.db')}`,
      dataDir: resolve('data'),
      adminEmail: null,
      adminPassword: null,
      adminApiKey: null,
      smtpUrl: null,
      mailFrom: 'footfall@localhost',
      trustProxy: null,
      geoDb: null,
      retentionDays: 400,
      rateLimit: 600,
      collectRateLimit: 6000,
      trackerPath: '/js/script.js',
      collectPath: '/api/event',
      spamList: true,
      backupDays: 0,
      backupKeep: 7,
      sharedPort: null,
      logLevel: 'info',
      metricsToken: null,
      graphiql: true,
      introspection: true,
      webhookAllow: [],
      importMaxMb: 4_096,
      language: 'en',
      knowsLanguage: true,
      maxNewValues: 20_000,
    });
  });

  it('is the same as empty variables', () => {
    const empty = Object.fromEntries(
      ['PORT', 'DATABASE_URL', 'TRUST_PROXY', 'ADMIN_PASSWORD', 'SMTP_URL_FILE'].map(name => [name, '']),
    );
    assert.deepEqual(readConfig(empty), readConfig({}));
  });

  it('derives defaults from the variables that are set', () => {
    const config = readConfig({ PORT: '8080', DATA_DIR: '/srv/footfall' });
    assert.equal(config.baseUrl, 'http://localhost:8080');
    assert.equal(config.databaseUrl, 'sqlite:/srv/footfall/footfall.db');
    assert.equal(readConfig({ BASE_URL: 'https://stats.example.com/x' }).mailFrom, 'footfall@stats.example.com');
  });

  it('cannot be changed afterwards', () => {
    assert.ok(Object.isFrozen(readConfig({})));
  });
});

describe('a variable', () => {
  const accepted: [string, string, keyof ReturnType<typeof readConfig>, unknown][] = [
    ['PORT', '0', 'port', 0],
    ['PORT', '65535', 'port', 65_535],
    ['HOST', '::', 'host', '::'],
    ['BASE_URL', 'https://example.com/', 'baseUrl', 'https://example.com'],
    ['BASE_URL', 'https://example.com:8443/stats/', 'baseUrl', 'https://example.com:8443/stats'],
    ['DATABASE_URL', 'sqlite:x.db', 'databaseUrl', `sqlite:${resolve('x.db')}`],
    ['DATABASE_URL', 'sqlite:///var/x.db', 'databaseUrl', 'sqlite:/var/x.db'],
    ['DATABASE_URL', 'mysql://u:p%40@db:3306/f', 'databaseUrl', 'mysql://u:p%40@db:3306/f'],
    ['DATABASE_URL', 'mariadb://u:p@db/f', 'databaseUrl', 'mysql://u:p@db/f'],
    ['DATA_DIR', 'x', 'dataDir', resolve('x')],
    ['ADMIN_API_KEY', KEY, 'adminApiKey', KEY],
    ['ADMIN_PASSWORD', ' spaces stay ', 'adminPassword', ' spaces stay '],
    ['SMTP_URL', 'smtp://127.0.0.1:2525', 'smtpUrl', 'smtp://127.0.0.1:2525'],
    ['MAIL_FROM', 'Footfall <a@b.test>', 'mailFrom', 'Footfall <a@b.test>'],
    ['TRUST_PROXY', '0', 'trustProxy', null],
    ['TRUST_PROXY', '2', 'trustProxy', { hops: 2 }],
    [
      'TRUST_PROXY',
      '10.0.0.0/8, 2001:db8::/32,127.0.0.1',
      'trustProxy',
      { ranges: ['10.0.0.0/8', '2001:db8::/32', '127.0.0.1'] },
    ],
    ['LANGUAGE', 'de', 'language', 'de'],
    ['LANGUAGE', 'pt_BR.UTF-8@euro:en', 'language', 'pt'],
    ['LANGUAGE', 'sv:zh-Hans:en', 'language', 'zh'],
    ['LANGUAGE', 'C.UTF-8:', 'language', 'en'],
    ['LANGUAGE', 'sv_SE:fi', 'language', 'en'],
    ['LANGUAGE', 'sv_SE:fi', 'knowsLanguage', false],
    ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
    ['BACKUP_DAYS', '7', 'backupDays', 7],
    ['BACKUP_KEEP', '30', 'backupKeep', 30],
    ['GRAPHIQL', 'off', 'graphiql', false],
    ['SPAM_LIST', 'off', 'spamList', false],
    ['INTROSPECTION', 'on', 'introspection', true],
    ['COLLECT_PATH', '/a/b-c.d', 'collectPath', '/a/b-c.d'],
  ];
  for (const [name, given, field, settled] of accepted)
    it(`${name}=${given} is ${JSON.stringify(settled)}`, () => {
      assert.deepEqual(readConfig({ [name]: given })[field], settled);
    });

  const refused: [string, string][] = [
    ...['abc', '-1', '65536', '4000.5', '1e3', ' 80', '99999999999999999999'].map(of('PORT')),
    ...['example.com', 'ftp://x', 'https://a/?q', 'https://a/#f', 'https://u:p@a/'].map(of('BASE_URL')),
    ...[
      'x',
      'sqlite:',
      'sqlite::memory:',
      'sqlite://x/y.db',
      'postgres://u:p@h/d',
      'mysql://u:p@h',
      'mysql://u:p@h/a/b',
      'mysql:///d',
      'mysql://u:pa%ss@h/d',
    ].map(of('DATABASE_URL')),
    ...['true', 'false', '21', '10.0.0.0/33', 'loopback', '1.2.3', '10.0.0.0/8,'].map(of('TRUST_PROXY')),
    ...[
      'x',
      '/',
      '/a/',
      '//a',
      '/a b',
      '/a?b',
      '/a/../b',
      '/graphql',
      '/api/v1/x',
      '/api/event',
      '/account',
      '/icon.svg',
    ].map(of('TRACKER_PATH')),
    ...['/js/script.js', '/api/pixel.gif', '/logout'].map(of('COLLECT_PATH')),
    ['GRAPHIQL', 'no'],
    ['INTROSPECTION', 'true'],
    ['ADMIN_EMAIL', 'ada'],
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_API_KEY', 'ff_short'],
    ...['mail.example.com', 'smtp://u:pa%ss@h'].map(of('SMTP_URL')),
    ['MAIL_FROM', 'Footfall'],
    ['MAIL_FROM', 'a@b.test\r\nBcc: c@d.test'],
    ['GEO_DB', '/there/is/no/such.mmdb'],
    ['RETENTION_DAYS', '0'],
    ['SHARED_PORT', '65536'],
    ...['German', 'de,en', '12', ':', 'd'].map(of('LANGUAGE')),
    ['LOG_LEVEL', 'loud'],
    ['METRICS_TOKEN', 'with space'],
  ];
  for (const [name, given] of refused)
    it(`${name}=${JSON.stringify(given)} is refused with its rule and an example`, () => {
      const faults = faultsOf({ [name]: given });
      assert.equal(faults.length, 1);
      assert.match(faults[0] ?? '', new RegExp(`^${name} .*must .*for example ${name}=.*\\.$`));
    });

  it('TRUST_PROXY=true is refused with the reason', () => {
    assert.match(faultsOf({ TRUST_PROXY: 'true' })[0] ?? '', /every visitor could choose the address/);
  });
});

describe('faults', () => {
  it('are reported all together', () => {
    const faults = faultsOf({
      PORT: 'abc',
      LOG_LEVEL: 'loud',
      TRUST_PROXY: 'true',
      RATE_LIMIT: '0',
      SMTP_URL_FILE: '/none',
      TRACKER_PATH: '/a',
      COLLECT_PATH: '/a',
    });
    const named = faults.map(fault => /^[A-Z_]+/.exec(fault)?.[0]).sort();
    assert.deepEqual(named, ['LOG_LEVEL', 'PORT', 'RATE_LIMIT', 'SMTP_URL_FILE', 'TRACKER_PATH', 'TRUST_PROXY']);
  });

  it('are listed in the error message, one per line', () => {
    assert.throws(() => readConfig({ PORT: 'abc', SHARED_PORT: '0' }), {
      message: /^The configuration has 2 errors:\n- PORT .*\n- SHARED_PORT .*$/,
    });
  });

  it('never repeat a secret', () => {
    const faults = faultsOf({
      ADMIN_PASSWORD: 's3cr3t',
      ADMIN_API_KEY: 's3cr3t',
      SMTP_URL: 's3cr3t',
      DATABASE_URL: 'pg://u:s3cr3t@h/d',
      METRICS_TOKEN: 's3cr3t ',
    });
    assert.equal(faults.length, 5);
    assert.doesNotMatch(faults.join(), /s3cr3t/);
  });
});

describe('NAME_FILE', () => {
  const directory = mkdtempSync(join(tmpdir(), 'footfall-config-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  function file(content: string): string {
    writeFileSync(join(directory, 'secret'), content);
    return join(directory, 'secret');
  }

  it('sets any variable, without the newline at the end of the file', () => {
    assert.equal(readConfig({ ADMIN_API_KEY_FILE: file(`${KEY}\n`) }).adminApiKey, KEY);
    assert.equal(readConfig({ ADMIN_PASSWORD_FILE: file('two lines\n\r\n') }).adminPassword, 'two lines\n');
    assert.equal(readConfig({ PORT_FILE: file('8080') }).port, 8080);
  });

  it('is refused beside NAME', () => {
    assert.deepEqual(faultsOf({ PORT: '1', PORT_FILE: file('2') }), [
      'PORT and PORT_FILE are both set; keep one of them.',
    ]);
  });

  it('is refused with its path if the file cannot be read', () => {
    assert.deepEqual(faultsOf({ PORT_FILE: '/nowhere' }), [
      `PORT_FILE names /nowhere, which cannot be read (ENOENT); give the path of a readable file.`,
    ]);
  });

  it('is refused if the file is empty', () => {
    assert.match(faultsOf({ ADMIN_PASSWORD_FILE: file('\n') })[0] ?? '', /is empty/);
  });
});
