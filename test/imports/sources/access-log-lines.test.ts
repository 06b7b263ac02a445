import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { byRotation } from '../../../src/imports/sources/access-log/rotation.ts';
import { AGENT, LINES, readLog } from '../../support/access-log.ts';
import { seeded } from '../../support/import-files.ts';

const { combined } = LINES;

describe('The lines of an access log', () => {
  it('count as pageviews if they are pages that were served; everything else is left out for a reason', async () => {
    const line = (request: string, status = 200, agent = AGENT) =>
      `203.0.113.7 - - [31/Jan/2026:10:00:00 +0100] "${request}" ${status} 5 "-" "${agent}"`;
    const pages = [
      '/',
      '/index.html',
      '/shop.php?image=a.png',
      '/v1.2/notes',
      '/a.b/c',
      '/feeds',
      '/über.uns',
      '/page.aspx',
    ];
    const counted = await readLog(pages.map(page => line(`GET ${page} HTTP/1.1`)).join('\n'));
    assert.equal(counted.hits.length, pages.length);
    const left: [string, string][] = [
      ...['/a.CSS?v=2', '/favicon.ico', '/robots.txt', '/sitemap-2.xml', '/.well-known/x', '/feed/', '/a/file.pdf'].map(
        (page): [string, string] => [line(`GET ${page} HTTP/1.1`), 'no_page'],
      ),
      [line('HEAD / HTTP/1.1'), 'other_method'],
      [line('POST / HTTP/1.1'), 'other_method'],
      [line('-', 408), 'other_method'],
      [line('GET / HTTP/1.1', 301), 'redirect'],
      [line('GET / HTTP/1.1', 404), 'failed_request'],
      [line('GET / HTTP/1.1', 500), 'failed_request'],
      [line('GET / HTTP/1.1', 200, 'curl/8.5.0'), 'bot'],
      [line('GET / HTTP/1.1', 200, '-'), 'bot'],
    ];
    const { others } = await readLog(left.map(([text]) => text).join('\n'));
    assert.deepEqual(
      others,
      left.map(([, reason]) => reason),
    );
  });

  it('may be cut off, empty, too long, not UTF-8, or behind NUL bytes', async () => {
    const content = Buffer.concat([
      Buffer.from(`${combined}\n\n${combined.slice(0, 60)}\n${combined.slice(0, 90)}\n`),
      Buffer.alloc(2_000),
      Buffer.from(`${combined}\n${'x'.repeat(200_000)}\n${combined.slice(0, -5)}`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`"\n${combined.slice(0, 100)}`),
    ]);
    for (const size of [11, 4_096, 1_000_000]) {
      const { hits, others } = await readLog(content, { size });
      assert.deepEqual(
        hits.map(({ line }) => line),
        [1, 5, 7],
      );
      assert.deepEqual(others, ['line 3', 'line 4', 'line 6', 'line 8']);
    }
  });

  it('are bad on days that do not exist', async () => {
    const good = ['28/Feb/2026', '31/Mar/2026', '29/Feb/2024', '01/Mar/2026'];
    const days = [...good, '29/Feb/2026', '31/Feb/2026', '31/Jun/2026', '00/Mar/2026'];
    const { hits, others } = await readLog(days.map(day => combined.replace('31/Jan/2026', day)).join('\n'));
    assert.deepEqual(
      [hits.map(({ time }) => time.slice(0, 10)), others],
      [
        ['2026-02-28', '2026-03-31', '2024-02-29', '2026-03-01'],
        ['line 5', 'line 6', 'line 7', 'line 8'],
      ],
    );
  });

  it('that hold anything at all are rows or named as bad', async () => {
    const random = seeded(Number(process.env.SEED ?? 1));
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const parts = [
      ...[
        combined,
        '{"status":200,"time":1e400,"request":"GET / HTTP/1.1"}',
        '{"request":{"headers":{"Referer":[5,{}]}},"ts":9}',
      ],
      ...[
        '[31/Jan/2026:10:00:00.000] a b/c 0 200 1 - - ---- 0 0 {|} "GET',
        '#Fields: date time cs-uri-stem',
        '2026-13-41 99:00:00',
      ],
      ...['"', '\\x', '{', '}', '|', '\t', '%', ' ', ':', '-', '1e400', 'null', '[', ']', '\ud800'],
    ];
    for (let round = 0; round < Number(process.env.RUNS ?? 300); round++) {
      let line = '';
      for (let count = upTo(4); count >= 0; count--) {
        const part = parts[upTo(parts.length - 1)] as string;
        const at = upTo(line.length);
        line = line.slice(0, at) + part.slice(upTo(1) * upTo(part.length)) + line.slice(at);
      }
      const { hits } = await readLog(`${combined}\n${line}\n${line}\n${combined}`);
      for (const { time, page } of hits) assert.ok(!Number.isNaN(Date.parse(time)) && typeof page === 'string', line);
    }
  });

  it('are not recognised in other files', async () => {
    for (const text of [
      '',
      'an ordinary text\n',
      'date,page\n2026-01-31,/\n',
      '{"page":"https://example.com/","time":"x"}',
    ])
      assert.equal((await readLog(text)).version, null);
  });

  it('are read in time that grows with their length, whatever they contain', async () => {
    for (const part of ['\\', '" ', '[', '[31/Jan/2026:10:00:00 +0100] "', '{', '|', '%', '\\x41'])
      assert.equal(
        (await readLog(`${combined}\n${combined.replace('/a%20b', part.repeat(60_000 / part.length))}`)).rows.length,
        2,
      );
  });

  it('come after those of files that were rotated before', () => {
    const inOrder = [
      ...['access.log-20260129', 'access.log-20260130', 'access.log.10', 'access.log.2', 'access.log.1', 'access.log'],
      ...['other.log.1', 'other.log', 'u_ex260130.log', 'u_ex260131.log'],
    ];
    assert.deepEqual(inOrder.toSorted().toSorted(byRotation), inOrder);
  });
});
