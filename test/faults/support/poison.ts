import { HOST } from './gateway.ts';

/** One request as it is sent over the wire. */
export interface PoisonedRequest {
  readonly what: string;
  readonly bytes: Buffer;
  /** Pages of valid hits in the same batch. */
  readonly neighbours: readonly string[];
}

/** Texts that have broken software before: encodings, engines, templates, parsers. */
export const TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '%00',
  '\ud800',
  '\udfff\ud800',
  'x\ud83d',
  '\ufeff',
  '\ufffd\ufffe\uffff',
  '\u202egnp.exe',
  '\u2028\u2029\u0085',
  '\u0001\u0007\u001b[2J\u007f',
  '\r\nSet-Cookie: a=b\r\n\r\n',
  '😀'.repeat(300),
  '👩‍👩‍👧‍👦'.repeat(40),
  'e\u0301'.repeat(200),
  'İıſKß',
  'ß'.repeat(256),
  'x'.repeat(70_000).slice(0, 60_000),
  '/'.repeat(5_000),
  '%F0%9F%98%80'.repeat(500),
  '%E0%A4%A',
  '%ff%fe',
  '%25%32%35',
  "'",
  "''; DROP TABLE hit; --",
  "' OR '1'='1",
  '1; SELECT SLEEP(5)',
  "x' AND (SELECT 1 FROM (SELECT SLEEP(5))a)-- ",
  '"',
  '\\',
  '\\\\%\\_',
  '%',
  '_',
  '?',
  '$1 :name ?1 @x',
  '`',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '{{7*7}}$' + '{7*7}#{7*7}<%= 7*7 %>',
  '../../../../etc/passwd',
  'C:\\CON\\NUL',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '1e309',
  '9'.repeat(400),
  '-9223372036854775809',
  '1.7976931348623157e308',
  '0.1e-400',
  '(other)',
  '0000-00-00',
  '2026-02-30T00:00:00Z',
  '99999-01-01T00:00:00Z',
  '=1+1|cmd',
  '127.0.0.1',
  '::ffff:127.0.0.1',
  '999.999.999.999',
  'fe80::1%eth0',
];

/** Bodies that are invalid as a whole. */
const BODIES: readonly (string | Buffer)[] = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '"page"',
  '[]',
  '{}',
  '{',
  '{"page":}',
  '\ufeff{"page":"https://faults.example/bom"}',
  '{"page":null}',
  '{"page":1e999}',
  '{"page":{"toString":"x"}}',
  '{"page":["https://faults.example/"]}',
  '{"page":"https://faults.example/a","page":"https://faults.example/b"}',
  '{"__proto__":{"page":"https://faults.example/proto"}}',
  '{"page":"https://faults.example/p","__proto__":{"admin":true},"constructor":{"prototype":{"x":1}}}',
  '{"page":"https://faults.example/e","event":{"__proto__":{"name":"x"}}}',
  '{"page":"https://faults.example/e","event":[]}',
  '{"page":"https://faults.example/e","event":{"name":{"a":1},"value":{"b":2},"unit":[3]}}',
  '{"page":"https://faults.example/n","engagement":1e308}',
  '{"page":"https://faults.example/n","engagement":-1}',
  `{"page":"https://faults.example/d","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  `${'['.repeat(30_000)}`,
  `{"page":"https://faults.example/${'long'.repeat(15_000)}"}`,
  `{"page":"https://faults.example/${'x'.repeat(70_000)}"}`,
  `{"page":"https://faults.example/k",${Array.from({ length: 2_000 }, (_, index) => `"k${index}":${index}`).join()}}`,
  Buffer.from([0x7b, 0x22, 0x70, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.concat([
    Buffer.from('{"page":"https://faults.example/'),
    Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80]),
    Buffer.from('"}'),
  ]),
];

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
/** In the past, so that both engines count it on the same day whenever they run. */
const TIME = '2026-03-10T12:00:00Z';

/** Returns every text in every place of the collector that accepts text from strangers. */
export function poisonedRequests(key: string): PoisonedRequest[] {
  const requests: PoisonedRequest[] = [];
  let serial = 0;
  const page = (rest: string) => `https://${HOST}/${rest}`;
  const add = (what: string, bytes: Buffer, neighbours: readonly string[] = []) =>
    requests.push({ what, bytes, neighbours });
  const single = (body: object) => post('/api/event', JSON.stringify(body));
  const batch = (what: string, poisoned: unknown) => {
    const neighbours = [`/sound-${++serial}`, `/sound-${++serial}`];
    const [first, last] = neighbours.map(path => ({
      page: page(path.slice(1)),
      time: TIME,
      ip: '20.1.2.3',
      user_agent: AGENT,
    }));
    const body = JSON.stringify({ hits: [first, poisoned, last] });
    add(`batch ${what}`, post('/api/event/batch', body, { Authorization: `Bearer ${key}` }), neighbours);
  };

  for (const text of TEXTS) {
    const name = JSON.stringify(text.slice(0, 30));
    add(`page ${name}`, single({ page: text }));
    add(`path ${name}`, single({ page: page(text) }));
    add(`query ${name}`, single({ page: page(`?q=${text}&utm_campaign=${text}`) }));
    add(`host ${name}`, single({ page: `https://${text}/` }));
    for (const field of ['referrer', 'screen_resolution', 'id'])
      add(`${field} ${name}`, single({ page: page(`${field}`), [field]: text }));
    add(`referrer host ${name}`, single({ page: page('r'), referrer: `https://${text}.example/` }));
    add(`event name ${name}`, single({ page: page('e'), event: { name: text } }));
    add(`event value ${name}`, single({ page: page('e'), event: { name: 'E', value: text, unit: text } }));
    for (const header of ['User-Agent', 'Accept-Language', 'X-Forwarded-For', 'Referer', 'Sec-Purpose'])
      add(`${header} ${name}`, post('/api/event', JSON.stringify({ page: page('h') }), { [header]: text }));
    add(`content type ${name}`, post('/api/event', JSON.stringify({ page: page('c') }), { 'Content-Type': text }));
    add(`pixel ${name}`, pixel(encodeURI(page(text.toWellFormed().slice(0, 2_000)))));
    const hit = { page: page('b'), time: TIME, ip: '20.1.2.4', user_agent: AGENT };
    for (const field of ['page', 'time', 'ip', 'user_agent', 'language', 'referrer', 'screen_resolution', 'id'])
      batch(`${field} ${name}`, { ...hit, [field]: text });
    batch(`path ${name}`, { ...hit, page: page(text) });
    batch(`event ${name}`, { ...hit, event: { name: text, value: text, unit: text } });
  }
  for (const body of BODIES) {
    const name = JSON.stringify(body.toString('utf8').slice(0, 40));
    add(`body ${name}`, post('/api/event', body));
    add(`batch body ${name}`, post('/api/event/batch', body, { Authorization: `Bearer ${key}` }));
  }
  for (const poisoned of [
    null,
    0,
    '',
    [],
    {},
    [[]],
    { page: null },
    { page: {} },
    JSON.parse('{"__proto__":{"page":"x"}}'),
  ])
    batch(`hit ${JSON.stringify(poisoned)}`, poisoned);
  for (const query of ['', '%', '%ff', 'page=%', 'page[]=x', 'page=%00', `page=${'a'.repeat(9_000)}`])
    add(`pixel ${query.slice(0, 20)}`, raw(`GET /api/pixel.gif?${query} HTTP/1.1\r\nHost: x\r\nUser-Agent: ${AGENT}`));
  return requests;
}

function pixel(page: string): Buffer {
  return raw(
    `GET /api/pixel.gif?page=${encodeURIComponent(page)} HTTP/1.1\r\nHost: x\r\nAccept-Language: de\r\nUser-Agent: ${AGENT}`,
  );
}

function raw(head: string): Buffer {
  return Buffer.from(`${head}\r\nConnection: close\r\n\r\n`);
}

function post(path: string, body: string | Buffer, more: Record<string, string> = {}): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
  const headers: Record<string, string> = {
    Host: 'x',
    'User-Agent': AGENT,
    'Accept-Language': 'de-DE,de;q=0.9',
    'X-Forwarded-For': '20.1.2.3',
    'Content-Type': 'application/json',
    Connection: 'close',
    'Content-Length': String(bytes.length),
    ...more,
  };
  // These characters would end the header, so a client cannot send them in one; and every server limits the length of
  // headers.
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${value.replace(/[\r\n\0]/g, ' ').slice(0, 3_000)}`,
  );
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`), bytes]);
}
