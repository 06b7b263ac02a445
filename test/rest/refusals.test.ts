import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import * as z from 'zod';
import { type Context, createContext } from '../../src/graphql/context.ts';
import { graphqlName } from '../../src/rest/input.ts';
import type { AnyRoute } from '../../src/rest/route.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { openReading } from '../../src/stats/loader.ts';
import { faultsOf, type Place, placesOfSchema } from '../support/arguments.ts';
import { ASKED } from '../support/asked-fields.ts';
import { onSqlite } from '../support/databases.ts';
import { type RestServer, startRest } from '../support/rest.ts';
import { SETTING_ROWS } from '../support/website-settings.ts';

const LONG = 'x'.repeat(600);
const CART = { kind: 'PAGE', pattern: '/cart' };
const STEPS = [CART, { kind: 'EVENT', pattern: 'Order' }];
const german = { name: 'COUNTRY', operator: 'IS', values: ['DE:Germany'] };

/**
 * Values of the right type that break a rule, by the name of the argument or field, or by its coordinate in the schema.
 */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  from: ['2026-02-30', '1969-12-31', 'today', '2026-12-31'],
  to: ['2026-02-30', '1969-12-31', 'today', '2025-12-31'],
  compareFrom: ['2026-02-30', '1969-12-31', 'last year', '2026-12-31'],
  perPage: [0, 7, -10, 1_000_000],
  page: [0, -1],
  filter: [
    {},
    { ...german, not: german },
    { and: [] },
    { not: { not: { not: { not: { not: german } } } } },
    { or: Array.from({ length: 31 }, () => german) },
    { ...german, values: [] },
    { ...german, values: [LONG] },
    { ...german, operator: 'CONTAINS', values: [''] },
    { not: { ...german, name: 'VISITORS' } },
  ],
  interval: ['HOUR'],
  domain: ['no host', 'https://example.com/path', 'example.com:8080'],
  ...Object.fromEntries(Object.entries(SETTING_ROWS).map(([name, { wrong }]) => [name, [wrong[0]]])),
  password: [LONG],
  excludeParams: [[LONG], ['a', LONG]],
  excludeIps: [['x', '::1', '1.2.3.4/33']],
  timezone: [null, 'Mars/Base', '+02:00'],
  email: ['nobody', LONG],
  frequencies: [[]],
  next: ['short', LONG],
  webhookUrl: ['ftp://example.com/hook', 'https://user:secret@example.com'],
  text: ['', ' ', LONG],
  pattern: ['', LONG, 'no-path'],
  date: ['2026-02-30'],
  'Mutation.repeatDryRun(timezone)': ['Mars/Base', '+02:00'],
  'Mutation.repeatDryRun(until)': ['2026-02-30'],
  'Mutation.repeatDryRun(mapping)': ['no JSON', '{"date":1}'],
  fromTime: ['9', '25:00'],
  toTime: ['9:00', '24:01'],
  visitorAt: ['2026-01-01'],
  'ForgetInput.page': [LONG, 'no-path'],
  hits: [-1],
  expiresAt: ['2000-01-01T00:00:00Z', '2026-01-01'],
  'CreateApiKeyInput.name': ['', LONG],
  steps: [[], [CART], Array(11).fill(CART)],
  within: [0, -5],
  key: ['no key', LONG],
  conditions: [Array(4).fill({ key: 'plan', values: ['pro'] })],
  levels: [1, 9],
  perLevel: [0, 51],
  'FunnelInput.name': ['', LONG],
  'GoalInput.name': ['', LONG],
  'SegmentInput.name': ['', LONG],
  'CreateShareInput.name': ['', LONG],
};

/** Arguments that accept every value of their type, with the reason. */
const FREE: Readonly<Record<string, string>> = {
  search: 'A text without a match returns no rows.',
  current: 'It is compared with the stored password, not with a rule.',
  admin: 'It is true or false.',
  byMail: 'It is true or false.',
  searchLabels: 'It is true or false.',
  id: 'It names something or nothing.',
  website: 'It names something or nothing.',
  'Query.website(domain)': 'It names a website or none.',
  'Query.shared(domain)': 'It names a website or none.',
  start: 'It is a node or none.',
  event: 'An event that nobody has sent has no properties.',
  end: 'It is a node or none.',
  token: 'It opens a website or none.',
  upload: 'It names an import or none.',
  'Subscription.live(domain)': 'It names a website or none.',
  'Query.jobRuns(name)': 'An unknown job has no runs.',
  'Mutation.removeReportRecipient(email)': 'It names a recipient or none.',
};

/** Valid values for the other arguments or fields, by argument or input type, so that only one value is invalid. */
const RIGHT = {
  from: '2026-01-01',
  to: '2026-01-31',
  name: 'PAGE',
  metric: 'VISITS',
  interval: 'DAY',
  preset: 'TODAY',
  id: '1',
  website: '1',
  upload: '1',
  current: 'a long sentence',
  email: 'bob@example.com',
  frequencies: ['DAILY'],
  CreateWebsiteInput: { domain: 'new.example' },
  UpdateWebsiteInput: {},
  CreateApiKeyInput: { name: 'A key', scope: 'READ' },
  CreateAccountInput: { email: 'eve@example.com', password: 'a long sentence' },
  GoalInput: { name: 'A goal', kind: 'PAGE', pattern: '/thanks' },
  'funnel.steps': STEPS,
  FunnelInput: { name: 'A funnel', steps: STEPS },
  CreateShareInput: { name: 'A share' },
  AnnotationInput: { date: '2026-01-01', text: 'A note' },
  SegmentInput: { name: 'A segment', filter: german },
  AlertsInput: { kinds: [] },
  ForgetInput: { from: '2026-01-01', to: '2026-01-31' },
};

/**
 * Parameters that no argument has the name of: how a file is written, whether only to count, and a range that becomes its days; the id of a
 * funnel, because `id` is that of a website.
 */
const OF_REST: readonly string[] = ['bom', 'fields', 'range', 'funnel', 'dry_run'];

const PLACES = placesOfSchema();
const isFree = ({ coordinate, name }: Place) => coordinate in FREE || name in FREE;
const wrongOf = (place: Place) => (isFree(place) ? [] : (WRONG[place.coordinate] ?? WRONG[place.name] ?? []));
/** Uses a range of decades for the interval, because one point per hour is then too many. */
const rightOf = ({ name }: Place) => (name === 'interval' ? { ...RIGHT, from: '1990-01-01' } : RIGHT);
const shown = (given: unknown) => JSON.stringify(given).slice(0, 60);

describe('every argument of the schema', () => {
  it('has invalid values in this test, or accepts all values', () => {
    const unknown = PLACES.filter(place => !place.isEnum && !isFree(place) && wrongOf(place).length === 0);
    assert.deepEqual(
      unknown.map(({ coordinate }) => coordinate),
      [],
    );
  });

  it('has the name that REST derives from its own', () => {
    const fields = ROUTES.flatMap(route =>
      Object.keys({ ...route.query.shape, ...route.body?.shape }).map(name => [route, name] as const),
    );
    const strangers = fields.filter(
      ([route, name]) => placesOfRoute(route, name).length === 0 && !OF_REST.includes(name),
    );
    assert.deepEqual(
      strangers.map(([{ method, path }, name]) => `${method} ${path} ${name}`),
      [],
    );
  });
});

onSqlite('an invalid value', open => {
  let rest: RestServer;
  let context: () => Context;
  beforeAll(async () => {
    rest = await startRest(await open());
    await rest.call('POST', '/websites', { body: { domain: 'demo.example', privacy: 0 } });
    const account = { id: 1, email: 'ada@example.com', admin: true, createdAt: 0 };
    const viewer = { account, scope: 'WRITE', via: { kind: 'session', id: 1 } } as const;
    const caller = { viewer, viewerNow: async () => viewer, address: '', requestId: '', unlocked: () => false };
    context = () => createContext(openReading(rest.database), caller);
  });
  afterAll(() => rest.close());

  for (const place of PLACES)
    for (const given of wrongOf(place))
      it(`is reported under ${place.path}, for ${place.coordinate} ${shown(given)}`, async () => {
        const { [place.path]: texts = [] } = await faultsOf(place, given, rightOf(place), context());
        assert.notEqual(texts.length, 0);
        for (const text of texts) assert.match(text, /^["A-Z].*\.$/s);
      });

  for (const route of ROUTES)
    for (const name of Object.keys({ ...route.query.shape, ...route.body?.shape }))
      for (const [place, given] of casesOf(route, name))
        for (const strict of [false, true])
          it(`is reported with the same text, for ${route.method} ${route.path} ${name} ${shown(given)}, ${strict ? 'strict' : 'lenient'}`, async () => {
            const faults = Object.entries(await faultsOf(place, given, rightOf(place), context()));
            const expected = Object.fromEntries(faults.map(([path, texts]) => inRest(route, path, texts)));
            const { status, body, headers } = await send(route, name, given, strict);
            const preset = z.globalRegistry.get(route.query.shape[name] ?? z.never())?.default;
            if (strict || preset === undefined) {
              assert.deepEqual([status, body.errors], [422, expected]);
              return;
            }
            const [, fault] = /" (.*); use another value or leave it out\.$/.exec(expected[name]?.[0] ?? '') ?? [];
            assert.deepEqual(
              [status, headers.get('x-footfall-notice')],
              [200, `${name} "${given}" ${fault}; used ${preset}`],
            );
          });

  function send(route: AnyRoute, name: string, given: unknown, strict: boolean) {
    const path = route.path.replace('{id}', '1');
    const headers: Record<string, string> = strict ? { Prefer: 'handling=strict' } : {};
    if (route.body) {
      const lines = Array.isArray(given) && name !== 'steps' ? given.join('\n') : given;
      const written = name === 'filter' ? JSON.stringify(given) : lines;
      const right = rightBodyOf(route);
      return rest.call(route.method, path, { body: { ...right, [name]: written }, headers });
    }
    const { from, to } = RIGHT;
    const asked = new URLSearchParams({
      ...('from' in route.query.shape && { from, to }),
      ...('metric' in route.query.shape && { metric: 'visits' }),
    });
    if ('name' in route.query.shape) asked.set('name', 'page');
    if ('steps' in route.query.shape) asked.set('steps', JSON.stringify(STEPS));
    asked.set(name, typeof given === 'object' ? JSON.stringify(given) : String(given));
    return rest.call(route.method, `${path}?${asked}`, { headers });
  }
});

/** Returns a valid body for a route. */
function rightBodyOf({ method, body }: AnyRoute): object {
  if (body && 'steps' in body.shape) return { name: 'new', steps: STEPS };
  if (body && 'dry_run' in body.shape) return RIGHT.ForgetInput;
  if (method !== 'POST') return {};
  return body && 'name' in body.shape ? { name: 'new' } : { domain: 'new.example' };
}

/** Returns the GraphQL arguments or input fields that a parameter or field of a route becomes. */
function placesOfRoute({ method, path }: AnyRoute, name: string): Place[] {
  const asked = ASKED[`${method} ${path}`];
  return PLACES.filter(place => `${place.parent}.${place.field.name}` === asked && place.name === graphqlName(name));
}

/** Returns each of these places with each of its invalid values. */
function casesOf(route: AnyRoute, name: string): (readonly [Place, unknown])[] {
  return placesOfRoute(route, name).flatMap(place => wrongOf(place).map(given => [place, given] as const));
}

/** Returns a GraphQL error as REST reports it: under the REST name of the field, and with the page sizes of REST. */
function inRest(route: AnyRoute, path: string, texts: readonly string[]): [string, readonly string[]] {
  const name = path.replace(/^input\./, '');
  const own =
    Object.keys({ ...route.query.shape, ...route.body?.shape }).find(one => graphqlName(one) === name) ?? name;
  return [
    own,
    texts.map(text =>
      text.replace(`The ${name} `, `The ${own} `).replace(', 250, 1000 ', ' ').replace(', 250, 1000;', ';'),
    ),
  ];
}
