import assert from 'node:assert/strict';
import { inSnakeCase } from '../../src/rest/snake-case.ts';
import type { RestServer } from './rest.ts';

// biome-ignore lint/suspicious/noExplicitAny: raw responses are compared.
type Json = any;

const STEP = 'kind pattern name conditions { key operator values }';
const STORED = `{ id name steps { ${STEP} } order unit within }`;
const FUNNEL = {
  name: 'Trial',
  steps: [
    { kind: 'page', pattern: '/p', name: 'Page' },
    { kind: 'event', pattern: 'Signup' },
  ],
  unit: 'visitor',
  within: 60,
};

/** Returns the expected REST funnel for a GraphQL funnel. */
function restFunnelOf({ steps, order, unit, ...funnel }: Json): Json {
  const lower = steps.map(({ kind, ...step }: Json) => ({ ...step, kind: kind.toLowerCase() }));
  return { ...funnel, steps: lower, order: order.toLowerCase(), unit: unit.toLowerCase() };
}

/** The rows of the parity test for funnels and journeys. */
export const PATH_ROWS: Record<string, (rest: RestServer, id: number) => Promise<{ rest: Json; graphql: Json }>> = {
  'GET /stats/{id}/funnel': async (rest, id) => {
    const steps = encodeURIComponent('[{"kind":"page","pattern":"/p"},{"kind":"event","pattern":"Signup"}]');
    const { body } = await rest.call(
      'GET',
      `/stats/${id}/funnel?steps=${steps}&from=2026-03-09&to=2026-03-12&order=any&unit=visitor&within=900&compare=previous_period`,
    );
    const { website } = (await rest.ask(
      `{ website(id: ${id}) { funnel(steps: [{ kind: PAGE, pattern: "/p" }, { kind: EVENT, pattern: "Signup" }], from: "2026-03-09", to: "2026-03-12", order: ANY, unit: VISITOR, within: 900, compare: PREVIOUS_PERIOD) { steps { step { ${STEP} } reached dropped shareOfFirst shareOfPrevious medianSeconds p90Seconds amounts { unit sum } droppedTo { kind value label visits } previous compared change } entered completed conversionRate basis countsFrom } } }`,
    )) as Json;
    const { fresh_at: _, ...data } = body.data;
    assert.equal(data.completed, 1);
    const capitals = await rest.call(
      'GET',
      `/stats/${id}/funnel?steps=${steps}&from=2026-03-09&to=2026-03-12&order=ANY&unit=VISITOR&within=900&compare=PREVIOUS_PERIOD`,
    );
    assert.deepEqual(capitals.body.data.steps, data.steps);
    const stepless = await rest.call('POST', `/websites/${id}/funnels`, { body: { name: 'Stepless' } });
    assert.deepEqual(stepless.body.errors.steps, [
      'A funnel has 2 to 10 steps; use a list of them, each such as {"kind":"page","pattern":"/cart"}.',
    ]);
    const conditions = [{ key: 'plan', operator: 'is_not', values: ['pro'] }];
    const { body: made } = await rest.call('POST', `/websites/${id}/funnels`, {
      body: { name: 'Conditions', steps: [FUNNEL.steps[0], { kind: 'event', pattern: 'Signup', conditions }] },
    });
    assert.deepEqual(made.data.steps[1].conditions, conditions);
    await rest.call('DELETE', `/websites/${id}/funnels/${made.data.id}`);
    return { rest: data, graphql: inSnakeCase(website.funnel) };
  },
  'GET /stats/{id}/explain': async (rest, id) => {
    const { body } = await rest.call('GET', `/stats/${id}/explain?metric=visits&from=2026-03-11&to=2026-03-12`);
    const capitals = await rest.call('GET', `/stats/${id}/explain?metric=VISITS&from=2026-03-11&to=2026-03-12`);
    assert.deepEqual(capitals.body.data, body.data);
    const counts = 'before after change';
    const { website } = (await rest.ask(
      `{ website(id: ${id}) { explain(metric: VISITS, from: "2026-03-11", to: "2026-03-12") { ${counts} causes { sentence } rest { ${counts} } from to previousFrom previousTo comparedUntil basis } } }`,
    )) as Json;
    return { rest: body.data, graphql: inSnakeCase(website.explain) };
  },
  'GET /stats/{id}/properties': async (rest, id) => {
    const { body } = await rest.call('GET', `/stats/${id}/properties?event=Signup&from=2026-03-09&to=2026-03-12`);
    const { website } = (await rest.ask(
      `{ website(id: ${id}) { properties(event: "Signup", from: "2026-03-09", to: "2026-03-12") { key events values } } }`,
    )) as Json;
    return { rest: body.data, graphql: website.properties };
  },
  'GET /stats/{id}/returns': async (rest, id) => {
    const { body } = await rest.call('GET', `/stats/${id}/returns?from=2026-03-09&to=2026-03-12`);
    const { website } = (await rest.ask(
      `{ website(id: ${id}) { returns(from: "2026-03-09", to: "2026-03-12") { rows { visits visitors } visitors medianMinutes countsFrom } } }`,
    )) as Json;
    return { rest: body.data, graphql: inSnakeCase(website.returns) };
  },
  'GET /websites/{id}/funnels': async (rest, id) => {
    await rest.call('POST', `/websites/${id}/funnels`, { body: FUNNEL });
    const { website } = (await rest.ask(`{ website(id: ${id}) { funnels ${STORED} } }`)) as Json;
    const { body } = await rest.call('GET', `/websites/${id}/funnels`);
    return { rest: body.data, graphql: website.funnels.map(restFunnelOf) };
  },
  'POST /websites/{id}/funnels': async (rest, id) => {
    const { body } = await rest.call('POST', `/websites/${id}/funnels`, { body: FUNNEL });
    const { createFunnel } = (await rest.ask(
      `mutation { createFunnel(website: ${id}, input: { name: "Trial", steps: [{ kind: PAGE, pattern: "/p", name: "Page" }, { kind: EVENT, pattern: "Signup" }], unit: VISITOR, within: 60 }) ${STORED} }`,
    )) as Json;
    return { rest: { ...body.data, id: '' }, graphql: restFunnelOf({ ...createFunnel, id: '' }) };
  },
  'PUT /websites/{id}/funnels/{funnel}': async (rest, id) => {
    const made = await rest.call('POST', `/websites/${id}/funnels`, { body: FUNNEL });
    const { body } = await rest.call('PUT', `/websites/${id}/funnels/${made.body.data.id}`, {
      body: { name: 'Other', steps: JSON.stringify(FUNNEL.steps), order: 'strict' },
    });
    const { website } = (await rest.ask(`{ website(id: ${id}) { funnels ${STORED} } }`)) as Json;
    assert.equal((await rest.call('PUT', `/websites/${id - 1}/funnels/${body.data.id}`, { body: FUNNEL })).status, 404);
    return { rest: body.data, graphql: restFunnelOf(website.funnels.at(-1)) };
  },
  'DELETE /websites/{id}/funnels/{funnel}': async (rest, id) => {
    const ids = [];
    for (const name of ['one', 'two'])
      ids.push((await rest.call('POST', `/websites/${id}/funnels`, { body: { ...FUNNEL, name } })).body.data.id);
    const { body } = await rest.call('DELETE', `/websites/${id}/funnels/${ids[0]}`);
    const { deleteFunnel } = (await rest.ask(`mutation { deleteFunnel(id: "${ids[1]}") }`)) as Json;
    return { rest: body.data.id === ids[0], graphql: deleteFunnel === ids[1] };
  },
  'GET /stats/{id}/journeys': async (rest, id) => {
    const days = 'from=2026-03-09&to=2026-03-12';
    const { body } = await rest.call('GET', `/stats/${id}/journeys?${days}&start=/p&levels=2&per_level=3&by=page`);
    const back = await rest.call('GET', `/stats/${id}/journeys?${days}&end=Signup&by=event`);
    const rule = '/p*';
    await rest.call('PATCH', `/websites/${id}`, { body: `page_groups=${encodeURIComponent(rule)}` });
    const groups = await rest.call('GET', `/stats/${id}/journeys?${days}&by=group&start=${encodeURIComponent(rule)}`);
    assert.deepEqual(
      groups.body.data.levels[0].nodes.map(({ kind, value }: Json) => `${kind} ${value}`),
      [`group ${rule}`],
    );
    const fields =
      'visits levels { nodes { kind value label visits } links { from fromKind to toKind visits } } basis countsFrom';
    const { website } = (await rest.ask(
      `{ website(id: ${id}) { journeys(from: "2026-03-09", to: "2026-03-12", start: { value: "/p" }, levels: 2, perLevel: 3) { ${fields} }
        back: journeys(from: "2026-03-09", to: "2026-03-12", end: { kind: EVENT, value: "Signup" }, by: EVENT) { ${fields} }
        groups: journeys(from: "2026-03-09", to: "2026-03-12", start: { kind: GROUP, value: "/p*" }, by: GROUP) { ${fields} } } }`,
    )) as Json;
    const answers = [body, back.body, groups.body].map(({ data: { fresh_at: _, ...data } }) => data);
    assert.deepEqual(
      answers.map(({ visits }) => visits),
      [1, 1, 1],
    );
    return { rest: answers, graphql: [website.journeys, website.back, website.groups].map(inSnakeCase) };
  },
};
