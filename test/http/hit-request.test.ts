import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, it } from 'vitest';
import { onSqlite } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

/** The clock stands still, because limits begin anew with each minute. */
const NOON = Date.parse('2026-03-10T12:00:00Z');
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

onSqlite('The collector', open => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(await open(), { TRUST_PROXY: '1', COLLECT_RATE_LIMIT: '20' }, () => NOON);
    await gateway.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain: 'collect.example' }) });
  });
  afterAll(() => gateway.stop());

  /** Sends the bytes of a hit as they are, and returns those of the response, except the date. */
  async function rawAnswer(body: string, headers: readonly string[]): Promise<string> {
    const lines = ['POST /api/event HTTP/1.1', ...headers, `Content-Length: ${Buffer.byteLength(body)}`, '', body];
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(lines.join('\r\n'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return answer.toString().replace(/^Date: .*\r\n/m, '');
  }

  it('answers in the same words whether or not Node has parsed the request', async () => {
    const body = (more: object = {}) => JSON.stringify({ page: 'https://collect.example/twice', ...more });
    const requests: [body: string, ...headers: string[]][] = [
      [body()],
      [body(), 'Sec-GPC: 1'],
      [body(), 'Sec-Purpose: prefetch'],
      [body(), 'Purpose: prefetch'],
      [body(), 'X-Moz: prefetch'],
      [body(), 'From: a@b.example'],
      [body(), 'Signature-Agent: "https://b.example"'],
      [body(), 'Sec-CH-UA: "HeadlessChrome"'],
      [body(), 'Content-Type: text/plain'],
      [body(), 'Content-Type: multipart/form-data'],
      [body({ page: 'https://unknown.example/' })],
      [body({ page: '“no URL”' })],
      [body({ page: null })],
      [body({ event: { name: ' ' } })],
      ['{'],
      [`\ufeff${body()}`],
    ];
    for (const [place, [sent, ...headers]] of requests.entries()) {
      const types = headers.some(header => header.startsWith('Content-Type')) ? [] : ['Content-Type: application/json'];
      const lines = ['Host: a', `User-Agent: ${AGENT}`, `X-Forwarded-For: 20.1.2.${place}`, ...types, ...headers];
      const [plain, parsed] = await Promise.all([rawAnswer(sent, lines), rawAnswer(sent, [...lines, 'TE: trailers'])]);
      assert.equal(plain, parsed, `${headers} ${sent}`);
    }
  });

  it('counts the requests of an address together, whether or not Node has parsed them', async () => {
    const lines = ['Host: a', `User-Agent: ${AGENT}`, 'X-Forwarded-For: 20.1.3.1'];
    const body = JSON.stringify({ page: 'https://collect.example/often' });
    const statuses: number[] = [];
    for (let sent = 0; sent < 22; sent++)
      statuses.push(Number((await rawAnswer(body, sent % 2 === 0 ? lines : [...lines, 'TE: trailers'])).slice(9, 12)));
    assert.deepEqual(statuses, [...Array(20).fill(202), 429, 429]);
  });
});
