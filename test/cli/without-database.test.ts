import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { footfall } from '../support/command-line.ts';

describe('The command line without a database', () => {
  it('reports every fault of the configuration', async () => {
    const { code, err } = await footfall('account list', { PORT: 'x', SHARED_PORT: '0' });
    assert.equal(code, 1);
    assert.match(err, /PORT is "x"[\s\S]*SHARED_PORT is "0"/);
  });

  it('reports that the database does not respond', async () => {
    const { code, err } = await footfall('website list', { DATABASE_URL: 'mysql://root:hush@127.0.0.1:1/x' });
    assert.equal(code, 1);
    assert.match(err, /database does not respond.*DATABASE_URL\.\n\(.*ECONNREFUSED/);
    assert.doesNotMatch(err, /hush/);
  });

  it('reports every wrong option before it opens a database', async () => {
    for (const [line, faults] of Object.entries({
      'bench load --website 1 --hits 0 --days x --pages 1.5': {
        hits: '"0" is not a whole number of 1 or more.',
        days: '"x" is not a whole number of 1 or more.',
        pages: '"1.5" is not a whole number of 1 or more.',
      },
      'backup --keep 0': { keep: '"0" is not a whole number of 1 or more.' },
      'import /nowhere': { file: '/nowhere cannot be read (ENOENT); name a readable file, or - for standard input.' },
      'import - --from-line x': { 'from-line': '"x" is not a whole number of 1 or more.' },
      'key create --account 1 --name x --scope READ --expires 2026-02-30': {
        expires:
          'The expiry "2026-02-30" is not a date from 1970-01-01 on; enter a real day as YYYY-MM-DD, such as 2026-01-31.',
      },
      'export --website 1 --from 2026-02-30 --to x --filter {}': {
        from: 'The from date "2026-02-30" is not a date from 1970-01-01 on; enter a real day as YYYY-MM-DD, such as 2026-01-31.',
        to: 'The to date "x" is not a date from 1970-01-01 on; enter a real day as YYYY-MM-DD, such as 2026-01-31.',
        filter: 'Hits cannot be filtered; add --name, or leave out --filter.',
      },
    })) {
      const { code, err } = await footfall(`${line} --json`, {});
      const fields = Object.fromEntries(Object.entries(faults).map(([name, text]) => [name, [text]]));
      assert.deepEqual([code, JSON.parse(err).error.fields], [1, fields]);
    }
    const { code, out, err } = await footfall('bench load --website 1 --hits 0 --pages x', {});
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /^hits: "0" is not .*\.\npages: "x" is not .*\.\n$/);
  });

  it('reports wrong usage as JSON where that is asked for', async () => {
    for (const [line, message] of Object.entries({
      'website create --account 1 --json': "required option '--domain <domain>' not specified.",
      'website lsit --json': "unknown command 'lsit' (Did you mean list?)",
      'nonsense --json': "unknown command 'nonsense'.",
      'doctor --json --x': "unknown option '--x'.",
    })) {
      const { code, out, err } = await footfall(line, {});
      assert.deepEqual([code, out, JSON.parse(err)], [1, '', { error: { code: 'BAD_USER_INPUT', message } }]);
    }
    const { err } = await footfall('nonsense', {});
    assert.equal(err, "error: unknown command 'nonsense'\n(add --help for usage)\n");
  });

  it('has help for every command', async () => {
    const top = await footfall('--help', {});
    const groups = {
      migrate: [],
      account: ['create', 'list', 'password'],
      key: ['create', 'list', 'revoke'],
      website: ['create', 'list'],
      import: [],
      backup: [],
      restore: [],
      verify: [],
      doctor: [],
    };
    for (const [group, commands] of Object.entries(groups)) {
      assert.match(top.out, new RegExp(`^  ${group} `, 'm'));
      for (const line of commands.length === 0 ? [group] : commands.map(command => `${group} ${command}`)) {
        const { code, out } = await footfall(`${line} --help`, {});
        assert.equal(code, 0);
        assert.match(out, /Usage: footfall[\s\S]*--json/, line);
      }
    }
    for (const [line, usage] of Object.entries({
      'help --help': 'footfall ',
      'help help': 'footfall ',
      'help -h': 'footfall ',
      'key help --help': 'footfall key ',
      'help key': 'footfall key ',
    })) {
      const { code, out } = await footfall(line, {});
      assert.deepEqual([code, out.startsWith(`Usage: ${usage}[options] [command]`)], [0, true], line);
    }
    assert.equal((await footfall('help nonsense', {})).code, 1);
    const { out } = await footfall('export --help', {});
    const required = out.split(/^ +(?=--)/m).filter(option => /\(required\)\s*$/.test(option));
    assert.deepEqual(
      required.map(option => option.split(' ', 1)[0]),
      ['--website', '--from', '--to'],
    );
  });
});
