import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { EVENTS, eventId, hitsOf, knownVisits, PAGES, pagesThat } from '../support/known-visits.ts';
import { naiveJourneys } from '../support/naive-journeys.ts';
import { naiveReturns } from '../support/naive-returns.ts';
import { type ReadServer, startReadServer } from '../support/read-server.ts';

const FIRST_DAY = Date.parse('2026-03-08T00:00:00Z') / 86_400_000;
const VISITS = knownVisits(FIRST_DAY, 3, 11);
const RANGE = 'from: "2026-03-08", to: "2026-03-10"';
const FIELDS = 'visits levels { nodes { kind value label visits } links { from fromKind to toKind visits } } basis';
/** The ids of the groups of the pages in PAGES, and their names. */
const GROUPS = Uint32Array.from([0, 1, 2, 2, 2, 3]);
const GROUP_NAMES = ['', '/', '/blog', '/cart'];

// biome-ignore lint/suspicious/noExplicitAny: raw answers are compared.
type Json = any;

eachDatabase('Journeys over GraphQL', open => {
  let server: ReadServer;
  beforeAll(async () => {
    server = await startReadServer(await open(), { now: Date.parse('2026-03-10T23:00:00Z'), hits: hitsOf(VISITS) });
  });
  afterAll(() => server.close());
  const read = async (args: string, filter: object | null = null) =>
    (await server.read(`journeys(${RANGE}, filter: $filter${args}) { ${FIELDS} }`, { filter })).journeys;

  const page = { by: 'page', groups: null, start: null, end: null, levels: 5 } as const;
  test.each([
    { args: '', same: page, names: PAGES as readonly string[] },
    { args: ', start: { value: "/" }, levels: 3', same: { ...page, levels: 3, start: { ids: [1] } }, names: PAGES },
    { args: ', end: { value: "/cart" }, levels: 8', same: { ...page, levels: 8, end: { ids: [5] } }, names: PAGES },
    { args: ', by: GROUP', same: { ...page, groups: GROUPS }, names: GROUP_NAMES },
    {
      args: ', by: GROUP, start: { kind: GROUP, value: "/blog" }',
      same: { ...page, groups: GROUPS, start: { ids: pagesThat(path => path.startsWith('/blog')) } },
      names: GROUP_NAMES,
    },
    {
      args: ', by: GROUP, end: { value: "/blog" }',
      same: { ...page, groups: GROUPS, end: { ids: [2] } },
      names: GROUP_NAMES,
    },
    { args: ', by: EVENT, levels: 2', same: { ...page, by: 'event', levels: 2 }, names: EVENTS },
    {
      args: ', by: EVENT, start: { kind: EVENT, value: "Order" }',
      same: { ...page, by: 'event', start: { ids: [eventId('Order')] } },
      names: EVENTS,
    },
  ] as const)('equal a naive recount$args', async ({ args, same, names }) => {
    const nameOf = (node: string) =>
      node === 'END' || node === 'OTHER'
        ? `(${node.toLowerCase()})`
        : names[Number(node) - (same.by === 'page' ? 0 : 11)];
    for (const filter of [null, { name: 'LANDING_PAGE', operator: 'IS', values: ['/'] }]) {
      const visits = VISITS.filter(({ hits }) => !filter || PAGES[hits[0]?.page ?? 0] === '/');
      const naive = naiveJourneys(visits, same, 10).map(({ nodes, links }) => ({
        nodes: nodes.map(text => text.replace(/^\w+/, node => nameOf(node) ?? '')).sort(),
        links: links.map(text => text.replace(/^(\w+) (\w+)/, (_, from, to) => `${nameOf(from)} ${nameOf(to)}`)).sort(),
      }));
      const journeys = await read(args, filter);
      assert.deepEqual(
        journeys.levels.map(({ nodes, links }: Json) => ({
          nodes: nodes.map(({ value, visits: count }: Json) => `${value} ${count}`).sort(),
          links: links.map(({ from, to, visits: count }: Json) => `${from} ${to} ${count}`).sort(),
        })),
        naive,
      );
      assert.equal(journeys.visits, total(journeys.levels[0].nodes));
    }
  });

  test.each([
    { rules: [], args: '' },
    { rules: ['/blog/*'], args: '' },
    { rules: ['/blog/two*', '/blog/*', '/nowhere/*'], args: ', levels: 8' },
    { rules: ['*o*', '/*'], args: ', start: { kind: GROUP, value: "*o*" }' },
    { rules: ['/*?page=*', '/blog*', '/c*t'], args: ', end: { kind: GROUP, value: "/blog*" }' },
  ])('by groups equal a naive recount with the rules $rules$args', async ({ rules, args }) => {
    await server.change('mutation ($rules: [String!]) { updateWebsite(id: 1, input: { pageGroups: $rules }) { id } }', {
      rules,
    });
    const groupOf = (path: string) =>
      rules.find(rule => {
        const pattern = rule.replaceAll(/[?*]/g, sign => (sign === '*' ? '.*' : '\\?'));
        return new RegExp(`^${pattern}$`).test(rule.includes('?') ? path : path.replace(/\?.*/, ''));
      }) ?? path.replace(/^(\/[^/?]*).*/, '$1');
    const names = [...new Set(PAGES.map(groupOf))];
    const groups = Uint32Array.from(PAGES, path => names.indexOf(groupOf(path)));
    const anchor = /"(.*)"/.exec(args)?.[1];
    const ids = { ids: pagesThat(path => groupOf(path) === anchor) };
    const same = {
      ...page,
      groups,
      levels: args.includes('levels') ? 8 : 5,
      start: args.includes('start') ? ids : null,
      end: args.includes('end') ? ids : null,
    };
    const nameOf = (node: string) => (/^\d/.test(node) ? names[Number(node)] : `(${node.toLowerCase()})`);
    const { levels } = await read(`, by: GROUP${args}`);
    assert.deepEqual(
      levels.map(({ nodes }: Json) => nodes.map(({ value, visits: count }: Json) => `${value} ${count}`).sort()),
      naiveJourneys(VISITS, same, 10).map(({ nodes }) =>
        nodes.map(text => text.replace(/^\w+/, node => nameOf(node) ?? '')).sort(),
      ),
    );
    const linked = levels.flatMap(({ links }: Json) => links.map(({ to }: Json) => to));
    for (const rule of rules.filter(one => one !== '/nowhere/*' && one !== anchor))
      assert.ok(linked.includes(rule), rule);
  });

  test('name the largest nodes of each level, and all others together', async () => {
    const { levels } = await read(', perLevel: 1, levels: 8');
    for (const [at, { nodes, links }] of levels.entries()) {
      assert.ok(nodes.filter(({ kind }: Json) => kind === 'PAGE').length <= 1);
      if (at === 0) continue;
      const before = levels[at - 1].nodes.filter(({ kind }: Json) => kind !== 'END');
      assert.equal(total(nodes), total(before));
      for (const { kind, value, visits } of before)
        assert.equal(total(links.filter(({ from, fromKind }: Json) => from === value && fromKind === kind)), visits);
      for (const { kind, value, visits } of nodes)
        assert.equal(total(links.filter(({ to, toKind }: Json) => to === value && toKind === kind)), visits);
    }
    assert.deepEqual(levels[0].nodes.at(-1).label, '(other)');
    const back = await read(', end: { value: "/" }, levels: 2');
    assert.equal(back.levels[1].nodes.at(-1).label, '(start)');
  });

  test('begin and end at pages as they are stored and as people read them', async () => {
    for (const anchor of ['start', 'end']) {
      const [stored, shown] = await Promise.all(
        ['/blog/caf%C3%A9', '/blog/café'].map(value => read(`, ${anchor}: { value: "${value}" }`)),
      );
      assert.ok(stored.visits > 0);
      assert.deepEqual(shown, stored);
    }
  });

  test('that cannot be are refused under the name of the argument', async () => {
    const faultOf = async (args: string) =>
      Object.entries(
        (await server.ask(`{ website(domain: "demo.example") { journeys(${RANGE}, ${args}) { visits } } }`)).errors[0]
          ?.extensions.fields ?? {},
      ).map(([name, [text]]: Json) => `${name}: ${text}`);
    assert.deepEqual(await faultOf('start: { value: "/" }, end: { value: "/" }'), [
      'end: Both start and end are given; use at most one of them.',
    ]);
    assert.deepEqual(await faultOf('start: { kind: OTHER, value: "" }'), [
      'start: Journeys by PAGE have no start of the kind OTHER; use PAGE or GROUP.',
    ]);
    assert.deepEqual(await faultOf('by: EVENT, end: { value: "/" }'), [
      'end: Journeys by EVENT have no end of the kind PAGE; use EVENT.',
    ]);
  });

  test('Returns equal a naive recount, filtered and not', async () => {
    for (const filter of [null, { name: 'LANDING_PAGE', operator: 'IS', values: ['/'] }]) {
      const visits = VISITS.filter(({ hits }) => !filter || PAGES[hits[0]?.page ?? 0] === '/');
      const naive = naiveReturns(visits);
      const { returns } = await server.read(
        `returns(${RANGE}, filter: $filter) { rows { visits visitors } visitors medianMinutes }`,
        { filter },
      );
      const numbers = [...new Set(naive.visits)].sort((a, b) => a - b);
      const pauses = naive.pauses.sort((a, b) => a - b);
      assert.deepEqual(returns, {
        rows: numbers.map(number => ({
          visits: number,
          visitors: naive.visits.filter(visits => visits === number).length,
        })),
        visitors: naive.visits.length,
        medianMinutes: pauses.length === 0 ? null : (pauses[Math.ceil(pauses.length / 2) - 1] ?? 0) / 60,
      });
    }
  });
});

function total(counted: readonly { readonly visits: number }[]): number {
  return counted.reduce((sum, { visits }) => sum + visits, 0);
}
