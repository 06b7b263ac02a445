import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataTypes, Sequelize } from 'sequelize';
import { describe, it } from 'vitest';
import { createLog, describeRequest, type Log } from '../src/log.ts';

const KEY = `ff_${'q7Zk'.repeat(10)}`;

/** Returns everything that `act` makes the log write, as text and as parsed lines. */
function capture(act: (log: Log) => void, level = 'trace') {
  const lines: string[] = [];
  act(createLog(level, { write: line => void lines.push(line) }));
  return { text: lines.join(''), lines: lines.map(line => JSON.parse(line) as Record<string, unknown>) };
}

describe('the log', () => {
  it('writes one JSON object per line with level, time and message, at its level and above', () => {
    const { lines } = capture(log => {
      log.debug('not this one');
      log.info({ website: 7 }, 'folded');
    }, 'info');
    assert.equal(lines.length, 1);
    assert.equal(lines[0]?.level, 'info');
    assert.equal(lines[0]?.website, 7);
    assert.equal(lines[0]?.msg, 'folded');
    assert.match(String(lines[0]?.time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('hides the token of a share link, wherever it is', () => {
    const token = `ffs_${'q7Zk'.repeat(8)}`;
    const { text } = capture(log => {
      log.info({ link: `https://stats.example.com/api/v1/stats/1.csv?share=${token}`, note: token }, `Read ${token}`);
      log.error(new Error(`No share ${token}`));
    });
    assert.equal(text.includes(token.slice(0, 12)), false, text);
    assert.match(text, /Read ffs_…/);
  });

  it('hides every value under the name of a secret, at any depth and in any spelling', () => {
    const names = [
      'password',
      'adminPassword',
      'ADMIN_PASSWORD',
      'apiKey',
      'api_key',
      'authorization',
      'Authorization',
      'cookie',
      'set-cookie',
    ]
      .concat([
        'metricsToken',
        'ip',
        'clientIp',
        'remoteAddress',
        'remote_address',
        'x-forwarded-for',
        'X-Real-IP',
        'query',
        'user-agent',
      ])
      .concat(['email', 'smtpUrl', 'databaseUrl', 'sql', 'parameters', 'salt']);
    for (const name of names) {
      const places = [
        { [name]: 'tell-no-one' },
        { a: { b: [{ [name]: 'tell-no-one' }] } },
        { headers: { [name]: ['tell-no-one'] } },
      ];
      for (const place of places) {
        const { text } = capture(log => {
          log.info(place, 'x');
          log.child(place).info('y');
        });
        assert.doesNotMatch(text, /tell-no-one/, `${name} came through in ${text}`);
        assert.match(text, /hidden/);
      }
    }
  });

  it('removes keys, credentials, addresses and query strings from message texts too', () => {
    const { text } = capture(log => {
      log.info(`key ${KEY} was used`);
      log.info('key %s from %s', KEY, '203.0.113.9');
      log.warn('Authorization: Bearer abcdefgh12345678');
      log.warn('cannot reach mysql://footfall:hunter22@db/footfall');
      log.warn('GET /websites?search=hunter22 failed for 2001:db8::1 and ::ffff:203.0.113.9');
      log.warn('fetch of https://example.com/a?mail=hunter22 failed');
      log.error({ path: '/below/unsubscribe/hunter22' }, 'POST /unsubscribe/hunter22 failed');
    });
    for (const secret of [KEY, 'abcdefgh12345678', 'hunter22', '203.0.113.9', '2001:db8'])
      assert.ok(!text.includes(secret), `${secret} came through in ${text}`);
    assert.match(text, /cannot reach mysql:\/\/…@db\/footfall/);
    assert.match(text, /GET \/websites\?… failed/);
  });

  it('still shows where the service itself listens', () => {
    assert.match(capture(log => log.info('listening on http://127.0.0.1:4000')).text, /http:\/\/127\.0\.0\.1:4000/);
  });

  it('keeps the path of a location and drops its query', () => {
    const { lines } = capture(log => log.info({ url: '/a/b?token=1', page: 'https://x.test/p?q=1' }, 'x'));
    assert.equal(lines[0]?.url, '/a/b');
    assert.equal(lines[0]?.page, 'https://x.test/p');
  });

  it('describes an error with type, message, code, frames and causes', () => {
    const { lines } = capture(log =>
      log.error(new Error('The spool is full.', { cause: Object.assign(new Error('no space'), { code: 'ENOSPC' }) })),
    );
    const err = lines[0]?.err as { message: string; stack: string[]; cause: { code: string } };
    assert.equal(lines[0]?.msg, 'The spool is full.');
    assert.equal(err.message, 'The spool is full.');
    assert.match(String(err.stack[0]), /^at .*log\.test\.ts/);
    assert.equal(err.cause.code, 'ENOSPC');
  });

  it('writes a database error without its statement and its values', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'footfall-log-'));
    const sequelize = new Sequelize({
      dialect: 'sqlite',
      storage: join(directory, 'x.db'),
      logging: false,
    });
    const Person = sequelize.define('person', { email: { type: DataTypes.STRING, unique: true } });
    try {
      await Person.sync({ force: true });
      await Person.create({ email: 'ada@tell.test' });
      const failures = await Promise.allSettled([
        Person.create({ email: 'ada@tell.test' }),
        sequelize.query("INSERT INTO nowhere VALUES ('ada@tell.test')"),
        sequelize.query('SELECT nothing FROM people WHERE email = $mail', { bind: { mail: 'ada@tell.test' } }),
      ]);
      for (const failure of failures) {
        assert.equal(failure.status, 'rejected');
        const { text } = capture(log => {
          log.error(failure.reason);
          log.error({ err: failure.reason });
          log.error({ err: failure.reason }, 'The fold failed.');
          log.error({ failed: { deep: failure.reason } }, 'The fold failed.');
          log.error(new Error('The fold failed.', { cause: failure.reason }));
        });
        assert.doesNotMatch(text, /tell\.test|INSERT|SELECT/);
        assert.match(text, /Sequelize\w+Error/);
      }
    } finally {
      await sequelize.close();
      rmSync(directory, { recursive: true });
    }
  });

  it('removes values of a row that MariaDB quotes in its message', () => {
    const error = Object.assign(new Error("Duplicate entry 'ada@tell.test' for key 'email'"), {
      sqlState: '23000',
      errno: 1062,
    });
    const { text } = capture(log => log.error(error));
    assert.doesNotMatch(text, /tell\.test/);
    assert.match(text, /Duplicate entry/);
  });

  it('shows only the type of a request that is logged whole', () => {
    const request = new IncomingMessage(new Socket());
    request.url = '/x?tell=no-one';
    request.headers.cookie = 'tell=no-one';
    request.rawHeaders.push('cookie', 'tell=no-one');
    const { text } = capture(log => {
      log.info({ request }, 'x');
      log.info(request);
    });
    assert.doesNotMatch(text, /no-one/);
  });

  it('survives values that cannot be written as JSON', () => {
    const cycle: Record<string, unknown> = { count: 1n };
    cycle.self = cycle;
    assert.match(capture(log => log.info(cycle, 'x')).text, /"count":"1"/);
  });
});

describe('describeRequest', () => {
  it('keeps method, path, status, duration and request id, but no query', () => {
    const described = describeRequest(
      { method: 'GET', url: '/api/v1/stats/1?name=page&search=x' },
      { status: 200, milliseconds: 1.2345, requestId: 'r1' },
    );
    assert.deepEqual(described, {
      requestId: 'r1',
      method: 'GET',
      path: '/api/v1/stats/1',
      status: 200,
      milliseconds: 1.2,
    });
  });
});
