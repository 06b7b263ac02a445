import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { footfall, startFootfall } from '../support/command-line.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

/** Returns the n-th hit of a series over eleven days of March, by a few visitors who also come over HTTP. */
function hit(n: number, more: object = {}): object {
  const time = new Date(Date.parse('2026-03-01T00:00:00Z') + n * 900_000).toISOString();
  return { page: `https://www.One.example/p${n % 7}`, time, ip: `9.9.9.${n % 5}`, user_agent: AGENT, ...more };
}

const linesOf = (hits: readonly object[]) => hits.map(each => `${JSON.stringify(each)}\n`).join('');

eachDatabase('footfall import', open => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-import-'));
  let place: Place;
  let env: Record<string, string>;
  let gateway: TestGateway;
  beforeAll(async () => {
    place = await open();
    env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    gateway = await startTestGateway(place);
    for (const domain of ['one.example', 'two.example'])
      await gateway.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain }) });
  });
  afterAll(async () => {
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function sumOf(website: number, name = 'pageviews'): Promise<number> {
    const query = `{ website(id: ${website}) { stats(name: ${name.toUpperCase()}, from: "2020-01-01", to: "2029-01-01") { sum } } }`;
    return (await gateway.graphql<{ website: { stats: { sum: number } } }>(query)).website.stats.sum;
  }

  const file = (name: string, text: string | Buffer) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it('counts each hit once while the service counts the same visitors', async () => {
    const path = file('many.jsonl', linesOf(Array.from({ length: 4_000 }, (_, n) => hit(n % 1_000, { id: `m${n}` }))));
    const imported = footfall(['import', path, '--json'], env);
    let sent = 0;
    let isOver = false;
    void imported.finally(() => {
      isOver = true;
    });
    // Few enough that neither fold keeps the other waiting for long, even on a slow machine.
    for (; !isOver && sent < 1_000; sent += 20)
      await fetch(`${gateway.url}/api/event/batch`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ hits: Array.from({ length: 20 }, (_, index) => hit((sent + index) % 1_000)) }),
      });
    const { code, out, err } = await imported;
    assert.equal(code, 0, err);
    const { accepted, stored, rejected, next, line } = JSON.parse(out);
    assert.deepEqual([accepted, stored, rejected, next, line], [4_000, 4_000, 0, null, 4_000]);
    await gateway.drain();
    assert.ok(sent > 0);
    assert.equal(await sumOf(1), 4_000 + sent);
    assert.equal(await sumOf(1, 'visitors'), 11 * 5, 'a visitor of both counts as one visitor per day');
    assert.equal((await footfall('verify', env)).code, 0);

    const again = JSON.parse((await footfall(['import', path, '--json'], env)).out);
    assert.deepEqual([again.stored, again.repeats], [0, 4_000]);
    assert.equal(await sumOf(1), 4_000 + sent, 'run again, it counts nothing twice');
    assert.equal(readdirSync(join(place.dataDir, 'spool')).filter(name => name.endsWith('.lock')).length, 1);
  });

  it('counts nothing with an option that needs a website, and says what a file without hits needs', async () => {
    const path = file('history.jsonl', linesOf([hit(1)]));
    const before = await sumOf(1);
    for (const words of [['--dry-run'], ['--until', '2026-01-01'], ['--source', 'csv']]) {
      const { code, err } = await footfall(['import', ...words, path], env);
      assert.deepEqual(
        [code, err.includes(`Name the website with --website`), err.includes(words[0] ?? '')],
        [1, true, true],
      );
    }
    assert.equal(await sumOf(1), before);
    const { out } = await footfall(['import', file('sums.csv', 'date,pageviews\n2026-01-01,3\n')], env);
    assert.match(out, /None of them is a hit; to import history from another tool, name the website with --website\./);
  });

  it('reports which lines it refuses and why, counts the others, and exits with 1', async () => {
    const before = await sumOf(2);
    const good = { page: 'https://two.example/' };
    const lines: (string | Buffer)[] = [
      `\ufeff${JSON.stringify(good)}`,
      'nonsense',
      '',
      '[]',
      JSON.stringify({ ...good, time: '2026-02-30T00:00:00Z' }),
      JSON.stringify({ ...good, time: '2999-01-01T00:00:00Z' }),
      JSON.stringify({ ...good, ip: 'here' }),
      JSON.stringify({ ...good, pad: 'x'.repeat(70_000) }),
      Buffer.from([0x7b, 0xff, 0xfe]),
      JSON.stringify({ ...good, event: {} }),
      JSON.stringify({ page: 'https://elsewhere.example/' }),
      `${JSON.stringify(good)}\r`,
      JSON.stringify({ ...good, user_agent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' }),
      JSON.stringify(good),
    ];
    const path = file(
      'bad.jsonl',
      Buffer.concat(lines.flatMap((line, n) => [Buffer.from(n === 0 ? '' : '\n'), Buffer.from(line)])),
    );
    const { code, out, err } = await footfall(['import', path, '--json'], env);
    assert.equal(code, 1);
    const answer = JSON.parse(out);
    assert.deepEqual([answer.accepted, answer.rejected, answer.dropped], [3, 8, { unknown_website: 1, bot: 1 }]);
    assert.deepEqual(
      answer.refusals.map(({ line, field }: { line: number; field: string }) => [line, field]),
      [
        [2, 'line'],
        [4, 'hit'],
        [5, 'time'],
        [6, 'time'],
        [7, 'ip'],
        [8, 'line'],
        [9, 'line'],
        [10, 'event.name'],
      ],
    );
    assert.match(err, /^Line 8: The line is longer than 65536 bytes\.$/m);
    assert.match(err, /^Line 9: The line is not UTF-8\.$/m);
    assert.equal((await sumOf(2)) - before, 3);
  });

  it('reads standard input, continues from a line, and can be limited to an account', async () => {
    const before = await sumOf(2);
    const input = linesOf(Array.from({ length: 10 }, () => ({ page: 'https://two.example/in' })));
    const { code, out } = await footfall('import - --from-line 8', env, input);
    assert.equal(code, 0);
    assert.match(out, /^3 hits accepted, 3 of them counted, in [\d.]+ s\.\n$/);
    assert.equal((await sumOf(2)) - before, 3);
    await footfall('account create --email other@example.com --password a-long-password', env);
    const refused = await footfall('import -', env, '{}\n');
    assert.match(refused.out, /^Refused: 1 line\.$/m);
    const other = JSON.parse((await footfall('import - --account other@example.com --json', env, input)).out);
    assert.deepEqual([other.accepted, other.dropped], [0, { unknown_website: 10 }]);
    for (const [line, fault] of [
      ['import nowhere.jsonl', /nowhere\.jsonl cannot be read \(ENOENT\)/],
      [`import ${folder}`, /cannot be read \(EISDIR\)/],
      ['import - --from-line 0', /"0" is not a whole number of 1 or more/],
      ['import - --account nobody@example.com', /nobody@example\.com/],
    ] as const) {
      const run = await footfall(line, env);
      assert.deepEqual([run.code, run.out], [1, ''], line);
      assert.match(run.err, fault);
    }
  });

  it('names the starting line again if it is stopped before that line', async () => {
    const child = startFootfall(['import', '-', '--from-line', '100000', '--json'], env);
    let out = '';
    child.stdout.on('data', part => {
      out += part;
    });
    // More than a pipe holds: once all is written, some of it has been read.
    const lines = linesOf(Array.from({ length: 20_000 }, () => ({ page: 'https://two.example/stop' })));
    await new Promise(resolve => child.stdin.write(lines, resolve));
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    assert.deepEqual([code, JSON.parse(out).next], [1, 100_000]);
  });

  it('counts all lines it took before SIGTERM, and says where to continue', async () => {
    const before = await sumOf(2);
    const child = startFootfall(['import', '-', '--json'], env);
    let out = '';
    child.stdout.on('data', part => {
      out += part;
    });
    child.stdin.on('error', () => undefined);
    child.stdin.write(linesOf(Array.from({ length: 2_500 }, () => ({ page: 'https://two.example/stop' }))));
    while ((await sumOf(2)) - before < 2_000) await new Promise(resolve => setTimeout(resolve, 50));
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    const answer = JSON.parse(out);
    assert.deepEqual([code, answer.accepted, answer.stored, answer.next], [1, 2_000, 2_000, 2_001]);
    assert.equal((await sumOf(2)) - before, 2_000);
  });
});
