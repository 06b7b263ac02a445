import fc from 'fast-check';
import { TEXTS } from '../faults/support/poison.ts';

/** A request as it is sent, the same for every gateway. */
export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  /** Paths of valid hits in the same batch, which must be counted once for each time it is accepted. */
  readonly neighbours: readonly string[];
}

/** The website of valid hits; no random request ever changes it. */
export const SOUND = 'sound.example';
/** The second website, which random requests may change in any way. */
export const VICTIM = 'victim.example';
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const TIME = '2026-03-10T12:00:00Z';

const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS.filter(text => text.length < 6_000)) },
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.integer({ min: 0xd700, max: 0xe010 }), { maxLength: 20 }).map(codes => String.fromCharCode(...codes)),
  fc.tuple(fc.constantFrom(...TEXTS.slice(0, 40)), fc.string()).map(([text, more]) => text.slice(0, 200) + more),
);
const deep = fc.integer({ min: 1, max: 6_000 }).map(depth => `${'['.repeat(depth)}${']'.repeat(depth)}`);
const proto = fc.constantFrom(
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":1,"length":-1}',
);
/** Any JSON as text: mostly of the right kind, so that it passes the first check. */
const anyJson = fc.oneof(
  { weight: 6, arbitrary: anyText.map(text => JSON.stringify(text)) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }).map(value => JSON.stringify(value)) },
  fc.oneof(fc.double(), fc.integer(), fc.boolean()).map(value => JSON.stringify(value)),
  deep,
  proto,
);
/** Header values that a client can send. */
const headerText = anyText.map(text =>
  text
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')
    .slice(0, 1_000)
    .trim(),
);

const LISTED = ['search', 'search_by', 'sort_by', 'sort', 'per_page', 'page'];
const SETTINGS = [
  'domain',
  'privacy',
  'password',
  'email',
  'exclude_bots',
  'exclude_params',
  'exclude_ips',
  'timezone',
  'honor_gpc',
];
const HIT = [
  'page',
  'referrer',
  'screen_resolution',
  'id',
  'time',
  'ip',
  'user_agent',
  'language',
  'event',
  'engagement',
];

/** Returns the fields, with JSON texts as values, as one object; names may be repeated, and may be arbitrary. */
function objectOf(names: readonly string[], given: Readonly<Record<string, string>> = {}): fc.Arbitrary<string> {
  const pair = fc.tuple(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, anyText), anyJson);
  return fc.array(pair, { maxLength: 4 }).map(pairs => {
    const own = Object.entries(given).map(([name, value]) => `${JSON.stringify(name)}:${value}`);
    return `{${[...own, ...pairs.map(([name, value]) => `${JSON.stringify(name)}:${value}`)].join()}}`;
  });
}

function queryOf(names: readonly string[], given: Readonly<Record<string, string>> = {}): fc.Arbitrary<string> {
  const value = fc.oneof(anyText, fc.constantFrom('1', '10', '0', '-1', 'asc', 'count', '2026-03-01', '9999-12-31'));
  return fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 }).map(pairs => {
    const parameters = [...Object.entries(given), ...pairs].map(
      ([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text.toWellFormed())}`,
    );
    return `?${parameters.join('&')}`.slice(0, 8_000);
  });
}

const plain = { neighbours: [], headers: {}, body: null };
const json = { 'Content-Type': 'application/json' };

function rest(key: string): fc.Arbitrary<FuzzRequest> {
  const auth = { Authorization: `Bearer ${key}` };
  const id = fc.oneof(
    { weight: 3, arbitrary: fc.constant('2') },
    anyText.map(text => encodeURIComponent(text.toWellFormed()).slice(0, 500)),
  );
  const range = { name: 'page', from: '2026-01-01', to: '2026-12-31' };
  const get = (path: fc.Arbitrary<string>, query: fc.Arbitrary<string>) =>
    fc
      .tuple(path, query)
      .map(([where, what]) => ({ ...plain, method: 'GET', path: `/api/v1${where}${what}`, headers: auth }));
  const stats = fc.oneof(queryOf([...LISTED, 'name', 'from', 'to', 'filter'], range), queryOf(['name', 'from', 'to']));
  const writing = fc
    .tuple(
      fc.constantFrom('POST /websites', 'PATCH /websites/', 'PUT /websites/', 'DELETE /websites/'),
      id,
      fc.boolean(),
    )
    .chain(([route, which, isForm]) => {
      const [method = '', path = ''] = route.split(' ');
      // Deleted ids never exist, so that both gateways keep the same websites.
      const where = method === 'POST' ? '' : method === 'DELETE' ? `x${which}` : which;
      const fields = isForm ? queryOf(SETTINGS).map(query => query.slice(1)) : objectOf(SETTINGS);
      const type = isForm ? { 'Content-Type': 'application/x-www-form-urlencoded' } : json;
      return fc.tuple(fields, fc.constantFrom({}, { Prefer: 'handling=strict' })).map(([body, prefer]) => ({
        ...plain,
        method,
        path: `/api/v1${path}${where}`,
        headers: { ...auth, ...type, ...prefer },
        body,
      }));
    });
  return fc.oneof(
    get(fc.constant('/websites'), queryOf(LISTED)),
    get(
      id.map(which => `/websites/${which}`),
      fc.constant(''),
    ),
    get(
      fc.oneof(id, fc.constant('1')).map(which => `/stats/${which}`),
      stats,
    ),
    writing,
  );
}

const OPERATIONS = [
  'query($a: String!) { website(domain: $a) { domain } }',
  'query($a: String!) { shared(domain: $a) { domain } }',
  'query($a: String) { websites(search: $a) { total rows { domain } } }',
  `query($a: StatName!, $b: Date!, $c: Date!) { website(id: 1) { stats(name: $a, from: $b, to: $c) { total } } }`,
  `query($a: String, $b: Int) { website(id: 1) { stats(name: PAGE, from: "2026-01-01", to: "2026-12-31", search: $a, perPage: $b) { total } } }`,
  `query($a: [String!]) { website(id: 1) { stats(name: PAGE, from: "2026-01-01", to: "2026-12-31", filter: { name: PAGE, operator: CONTAINS, values: $a }) { total } } }`,
  'mutation($a: String!) { createWebsite(input: { domain: $a }) { domain } }',
  'mutation($a: String, $b: [String!], $c: [String!]) { updateWebsite(id: 2, input: { timezone: $a, excludeIps: $b, excludeParams: $c }) { domain } }',
  'mutation($a: ID!) { deleteWebsite(id: $a) }',
];

function graphql(key: string): fc.Arbitrary<FuzzRequest> {
  const values = fc.oneof(
    anyJson,
    fc.array(anyText, { maxLength: 3 }).map(list => JSON.stringify(list)),
    fc.constantFrom('"2026-03-01"', '"PAGE"', '10'),
  );
  const asked = fc.tuple(fc.constantFrom(...OPERATIONS), values, values, values).map(([query, a, b, c]) => {
    // An existing id would be deleted under a different number on each engine.
    const safe = query.includes('deleteWebsite') ? JSON.stringify(`x${a}`) : a;
    return `{"query":${JSON.stringify(query)},"variables":{"a":${safe},"b":${b},"c":${c}}}`;
  });
  const body = fc.oneof(
    { weight: 6, arbitrary: asked },
    anyText.map(query => JSON.stringify({ query })),
    objectOf(['query', 'variables', 'operationName', 'extensions']),
  );
  const headers = { ...json, Authorization: `Bearer ${key}` };
  return body.map(text => ({ ...plain, method: 'POST', path: '/graphql', headers, body: text }));
}

let serial = 0;

function collecting(key: string): fc.Arbitrary<FuzzRequest> {
  const headers = fc
    .tuple(
      fc.constantFrom(
        'User-Agent',
        'Accept-Language',
        'X-Forwarded-For',
        'Referer',
        'Sec-Purpose',
        'Content-Type',
        'DNT',
      ),
      headerText,
    )
    .map(([name, value]) => ({
      'User-Agent': AGENT,
      'Accept-Language': 'de',
      'X-Forwarded-For': '20.1.2.3',
      ...json,
      [name]: value,
    }));
  const page = anyText.map(text => JSON.stringify(`https://${VICTIM}/${text}`));
  const hit = page.chain(at =>
    objectOf(HIT, { page: at, time: `"${TIME}"`, ip: '"20.1.2.4"', user_agent: JSON.stringify(AGENT) }),
  );
  const single = fc.tuple(
    headers,
    fc.oneof(
      page.chain(at => objectOf(HIT.slice(0, 4), { page: at })),
      anyJson,
      anyText,
    ),
  );
  const batch = fc.oneof(hit, hit, anyJson).map(poisoned => {
    const neighbours = [`/n${++serial}`, `/n${++serial}`];
    const [first, last] = neighbours.map(path =>
      JSON.stringify({ page: `https://${SOUND}${path}`, time: TIME, ip: '20.1.2.3', user_agent: AGENT }),
    );
    const auth = { ...json, Authorization: `Bearer ${key}` };
    return {
      method: 'POST',
      path: '/api/event/batch',
      headers: auth,
      body: `{"hits":[${first},${poisoned},${last}]}`,
      neighbours,
    };
  });
  const bytes = fc
    .uint8Array({ maxLength: 200 })
    .map(body => ({ ...plain, method: 'POST', path: '/api/event', headers: json, body: new Uint8Array(body) }));
  return fc.oneof(
    single.map(([sent, body]) => ({ ...plain, method: 'POST', path: '/api/event', headers: sent, body })),
    batch,
    fc
      .tuple(headers, queryOf(['page', 'referrer']))
      .map(([sent, query]) => ({ ...plain, method: 'GET', path: `/api/pixel.gif${query}`, headers: sent })),
    bytes,
  );
}

/** Returns requests to every surface that accepts data from strangers or integrations. */
export function requests(key: string): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(rest(key), graphql(key), collecting(key));
}
