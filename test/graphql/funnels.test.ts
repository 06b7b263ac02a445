import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import type { Step } from '../../src/counting/funnel.ts';
import { FUNNEL_ORDERS, FUNNEL_UNITS } from '../../src/domain/funnel.ts';
import { eachDatabase } from '../support/databases.ts';
import { eventId, hitsOf, knownVisits, PAGES, pagesThat } from '../support/known-visits.ts';
import { naiveFunnel } from '../support/naive-funnel.ts';
import { type ReadServer, startReadServer } from '../support/read-server.ts';

const FIRST_DAY = Date.parse('2026-03-08T00:00:00Z') / 86_400_000;
const VISITS = knownVisits(FIRST_DAY, 3, 7);
const RANGE = 'from: "2026-03-08", to: "2026-03-10"';
const AT_HOME = { name: 'LANDING_PAGE', operator: 'IS', values: ['/'] };
const STEPS =
  '[{ kind: PAGE, pattern: "/blog*", name: "Blog" }, { kind: PAGE, pattern: "*" }, { kind: EVENT, pattern: "Order" }]';
const SAME: readonly Step[] = [
  { hit: 'page', ids: pagesThat(page => page.startsWith('/blog')) },
  { hit: 'page', ids: pagesThat(() => true) },
  { hit: 'event', ids: [eventId('Order')] },
];
const FIELDS = `steps { step { kind pattern name conditions { key } } reached dropped shareOfFirst shareOfPrevious
  medianSeconds p90Seconds amounts { unit sum } droppedTo { kind value label visits } previous change }
  entered completed conversionRate basis`;

// biome-ignore lint/suspicious/noExplicitAny: raw answers are compared.
type Json = any;

eachDatabase('Funnels over GraphQL', open => {
  let server: ReadServer;
  beforeAll(async () => {
    server = await startReadServer(await open(), { now: Date.parse('2026-03-11T00:30:00Z'), hits: hitsOf(VISITS) });
  });
  afterAll(() => server.close());

  const create = `mutation($website: ID!, $input: FunnelInput!) { createFunnel(website: $website, input: $input) {
    id name steps { kind pattern name conditions { key } } order unit within } }`;
  const input = {
    name: ' Checkout ',
    steps: [
      { kind: 'PAGE', pattern: '/blog*', name: 'Blog' },
      { kind: 'EVENT', pattern: 'Order' },
    ],
  };
  const stored = [
    { ...input.steps[0], conditions: [] },
    { ...input.steps[1], name: 'Order', conditions: [] },
  ];
  const faultsOf = async (more: object) =>
    (await server.ask(create, { website: server.website, input: { ...input, ...more } })).errors[0]?.extensions
      .fields ?? {};

  test.each(FUNNEL_ORDERS.flatMap(order => FUNNEL_UNITS.map(unit => ({ order, unit }))))(
    'equal a naive recount: $order by $unit',
    async ({ order, unit }) => {
      for (const within of [null, 60]) {
        for (const filter of [null, AT_HOME]) {
          const rules = `order: ${order}, unit: ${unit}${within === null ? '' : `, within: ${within}`}`;
          const { funnel } = await server.read(
            `funnel(steps: ${STEPS}, ${RANGE}, filter: $filter, ${rules}) { ${FIELDS} }`,
            {
              filter,
            },
          );
          const visits = VISITS.filter(({ hits }) => !filter || PAGES[hits[0]?.page ?? 0] === '/');
          assert.deepEqual(plainly(funnel), naively(naiveFunnel(visits, { steps: SAME, order, unit, within })));
          assert.equal(funnel.entered, funnel.steps[0].reached);
          assert.equal(funnel.completed, funnel.steps[2].reached);
          assert.equal(funnel.basis, 'HITS');
        }
      }
    },
  );

  test('have shares, names and a comparison', async () => {
    const { funnel } = await server.read(
      `funnel(steps: ${STEPS}, from: "2026-03-10", to: "2026-03-10", compare: PREVIOUS_PERIOD) { ${FIELDS} }`,
    );
    const { funnel: before } = await server.read(
      `funnel(steps: ${STEPS}, from: "2026-03-09", to: "2026-03-09") { ${FIELDS} }`,
    );
    const [first, second] = funnel.steps;
    assert.deepEqual(first.step, { kind: 'PAGE', pattern: '/blog*', name: 'Blog', conditions: [] });
    assert.equal(second.step.name, '*');
    assert.deepEqual([first.shareOfFirst, first.shareOfPrevious], [1, null]);
    assert.equal(second.shareOfPrevious, second.reached / first.reached);
    assert.equal(second.previous, before.steps[1].reached);
    assert.equal(second.change, (second.reached - second.previous) / second.previous);
    assert.equal(before.steps[1].previous, null);
    const { funnel: none } = await server.read(
      `funnel(steps: [{ kind: PAGE, pattern: "/nowhere" }, { kind: PAGE, pattern: "/" }], ${RANGE}) { ${FIELDS} }`,
    );
    assert.deepEqual(
      [none.conversionRate, none.steps[0].shareOfFirst, none.steps[1].medianSeconds, none.steps[0].droppedTo],
      [null, null, null, []],
    );
  });

  test('are stored, listed, counted by their id, changed and deleted', async () => {
    const { createFunnel } = await server.change(create, { website: server.website, input });
    const { id, ...made } = createFunnel;
    assert.deepEqual(made, { name: 'Checkout', steps: stored, order: 'IN_ORDER', unit: 'VISIT', within: null });
    const change = {
      id,
      input: { ...input, name: 'Fast', order: 'STRICT', unit: 'VISITOR', within: 600 },
    };
    await server.change(
      'mutation($id: ID!, $input: FunnelInput!) { updateFunnel(id: $id, input: $input) { id } }',
      change,
    );
    const { funnels } = await server.read(
      'funnels { id name steps { kind pattern name conditions { key } } order unit within }',
    );
    assert.deepEqual(funnels, [{ id, name: 'Fast', steps: stored, order: 'STRICT', unit: 'VISITOR', within: 600 }]);
    const steps = '[{ kind: PAGE, pattern: "/blog*" }, { kind: EVENT, pattern: "Order" }]';
    const { byId, bySteps } = await server.read(
      `byId: funnel(id: "${id}", ${RANGE}) { steps { reached dropped } }
       bySteps: funnel(steps: ${steps}, ${RANGE}, order: STRICT, unit: VISITOR, within: 600) { steps { reached dropped } }`,
    );
    assert.deepEqual(byId, bySteps);
    const remove = 'mutation($id: ID!, $website: ID) { deleteFunnel(id: $id, website: $website) }';
    const codeOf = async (variables: object, key?: string | null) =>
      (await server.ask(remove, { id, ...variables }, key)).errors[0]?.extensions.code;
    assert.equal(await codeOf({}, null), 'UNAUTHENTICATED');
    assert.equal(await codeOf({}, server.keys.read), 'FORBIDDEN');
    assert.equal(await codeOf({}, server.keys.other), 'NOT_FOUND');
    assert.equal(await codeOf({ website: server.website + 1 }), 'NOT_FOUND');
    assert.equal(await codeOf({ website: server.website }), undefined);
    assert.deepEqual((await server.read('funnels { id }')).funnels, []);
    const gone = await server.ask(`{ website(domain: "demo.example") { funnel(id: "${id}", ${RANGE}) { entered } } }`);
    assert.equal(gone.errors[0]?.extensions.code, 'NOT_FOUND');
  });

  test('that cannot be counted are refused under the name of the field', async () => {
    const [blog] = input.steps;
    const stepsFault = async (steps: object[]) => Object.entries(await faultsOf({ steps }))[0];
    assert.match(String(await stepsFault([blog ?? {}])), /^input.steps,.*2 to 10 steps, and this one has 1/);
    assert.match(String(await stepsFault(Array(11).fill(blog))), /^input.steps,.*and this one has 11/);
    assert.match(
      String(await stepsFault([{ kind: 'PAGE', pattern: 'cart' }, ...input.steps])),
      /^input.steps.0.pattern,.*not a path/,
    );
    const conditions = Array(4).fill({ key: 'plan', values: ['pro'] });
    assert.match(
      String(await stepsFault([{ kind: 'EVENT', pattern: 'Order', conditions }, ...input.steps])),
      /^input.steps.0.conditions,There are more than 3 conditions/,
    );
    assert.match(String(Object.entries(await faultsOf({ within: 0 }))[0]), /^input.within,.*number of seconds/);
    assert.match(String(Object.entries(await faultsOf({ name: ' ' }))[0]), /^input.name,/);
    const fieldsOf = async (args: string) =>
      Object.keys(
        (await server.ask(`{ website(domain: "demo.example") { funnel(${args}, ${RANGE}) { entered } } }`)).errors[0]
          ?.extensions.fields ?? {},
      );
    assert.deepEqual(await fieldsOf('order: ANY'), ['id', 'steps']);
    assert.deepEqual(await fieldsOf(`id: "x", steps: ${STEPS}`), ['id', 'steps']);
    assert.deepEqual(await fieldsOf('id: "x", within: 5'), ['within']);
  });
});

/** Returns what a naive recount knows of an answer, in its form. */
function plainly({ steps }: Json) {
  return steps.map(({ reached, dropped, medianSeconds, p90Seconds, amounts, droppedTo }: Json) => ({
    reached,
    dropped,
    medianSeconds,
    p90Seconds,
    amounts: amounts.map(({ unit, sum }: Json) => `${unit} ${sum}`),
    droppedTo: droppedTo.map(({ value, visits }: Json) => `${value} ${visits}`).sort(),
  }));
}

function naively(counts: ReturnType<typeof naiveFunnel>) {
  const last = counts.reached.length - 1;
  return counts.reached.map((reached, step) => {
    const seconds = (counts.seconds[step] ?? []).flatMap(text => {
      const [number = 0, times = 0] = text.split(' ').map(Number);
      return Array<number>(times).fill(number);
    });
    const pages = (counts.wentTo[step] ?? []).map(text => text.replace(/^\d+/, page => PAGES[Number(page)] ?? ''));
    const ended = counts.ended[step] ?? 0;
    return {
      reached,
      dropped: counts.dropped[step],
      medianSeconds: seconds[Math.ceil(seconds.length * 0.5) - 1] ?? null,
      p90Seconds: seconds[Math.ceil((seconds.length * 9) / 10) - 1] ?? null,
      amounts: step === last ? counts.amounts.map(text => text.replace(/^\d+/, '')) : [],
      droppedTo: [...pages, ...(ended > 0 ? [`(end) ${ended}`] : [])].sort(),
    };
  });
}
