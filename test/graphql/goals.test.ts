import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { type ReadServer, startReadServer } from '../support/read-server.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const MINUTE = 60_000;
const MARCH = 'from: "2026-03-01", to: "2026-03-31"';

eachDatabase('Goals, annotations and segments', open => {
  let server: ReadServer;
  beforeAll(async () => {
    const visit = (visitor: string, country: string, pages: readonly string[]) =>
      pages.map((page, at) => ({
        time: NOON + at * MINUTE,
        visitor: visitor.padStart(16, '0'),
        values: { page, country },
      }));
    const buy = {
      time: NOON + MINUTE,
      visitor: 'aa'.padStart(16, '0'),
      kind: 'event' as const,
      values: { event: 'Buy' },
    };
    server = await startReadServer(await open(), {
      now: NOON,
      hits: [
        ...visit('aa', 'DE:Germany', ['/', '/shop', '/thanks?order=1', '/']),
        ...visit('bb', 'DE:Germany', ['/shop', '/']),
        ...visit('cc', 'FR:France', ['/', '/thanks']),
        ...visit('dd', 'FR:France', ['/']),
        { ...buy, amount: '19.99', unit: 'EUR' },
        { ...buy, amount: '0.01', unit: 'EUR' },
        { ...buy, visitor: 'ee'.padStart(16, '0'), amount: '5', unit: 'EUR' },
      ],
    });
  });
  afterAll(() => server.close());

  const create =
    'mutation($website: ID!, $input: GoalInput!) { createGoal(website: $website, input: $input) { id name kind pattern } }';
  const goal = async (name: string, kind: string, pattern: string) =>
    (await server.change(create, { website: server.website, input: { name, kind, pattern } })).createGoal;

  test('a goal counts each visit with a matching page or event once', async () => {
    await goal('Thanks', 'PAGE', '/thanks');
    await goal('Shop', 'PAGE', '/sh*');
    await goal('Bought', 'EVENT', 'Buy');
    await goal('Nothing', 'EVENT', 'Never');
    const fields = 'goal { name } conversions visits conversionRate amounts { unit sum }';
    const { goalResults } = await server.read(`goalResults(${MARCH}) { ${fields} }`);
    assert.deepEqual(goalResults, [
      { goal: { name: 'Thanks' }, conversions: 2, visits: 4, conversionRate: 0.5, amounts: [] },
      { goal: { name: 'Shop' }, conversions: 2, visits: 4, conversionRate: 0.5, amounts: [] },
      {
        goal: { name: 'Bought' },
        conversions: 1,
        visits: 4,
        conversionRate: 0.25,
        amounts: [{ unit: 'EUR', sum: '20' }],
      },
      { goal: { name: 'Nothing' }, conversions: 0, visits: 4, conversionRate: 0, amounts: [] },
    ]);
    const filter = { name: 'COUNTRY', operator: 'IS', values: ['FR:France'] };
    const french = await server.read(`goalResults(${MARCH}, filter: $filter) { goal { name } conversions visits }`, {
      filter,
    });
    assert.deepEqual(
      french.goalResults.map((result: { conversions: number; visits: number }) => [result.conversions, result.visits]),
      [
        [1, 2],
        [0, 2],
        [0, 2],
        [0, 2],
      ],
    );
  });

  test('goals can be listed, oldest first, changed and deleted', async () => {
    const { goals } = await server.read('goals { id name }');
    assert.deepEqual(
      goals.map(({ name }: { name: string }) => name),
      ['Thanks', 'Shop', 'Bought', 'Nothing'],
    );
    const { updateGoal } = await server.change(
      'mutation($id: ID!, $input: GoalInput!) { updateGoal(id: $id, input: $input) { name kind pattern } }',
      { id: goals[1].id, input: { name: ' Store ', kind: 'PAGE', pattern: '/store' } },
    );
    assert.deepEqual(updateGoal, { name: 'Store', kind: 'PAGE', pattern: '/store' });
    const { deleteGoal } = await server.change('mutation($id: ID!) { deleteGoal(id: $id) }', { id: goals[3].id });
    assert.equal(deleteGoal, goals[3].id);
    const after = await server.read('goals { name }');
    assert.deepEqual(
      after.goals.map(({ name }: { name: string }) => name),
      ['Thanks', 'Store', 'Bought'],
    );
  });

  test('a goal that cannot be reached is rejected under the name of its field', async () => {
    const fieldsOf = async (input: object) =>
      (await server.ask(create, { website: server.website, input })).errors[0]?.extensions.fields;
    assert.match(
      (await fieldsOf({ name: 'x', kind: 'PAGE', pattern: 'thanks' }))?.['input.pattern']?.[0] ?? '',
      /not a path; begin it with/,
    );
    assert.match(
      (await fieldsOf({ name: ' ', kind: 'PAGE', pattern: '/' }))?.['input.name']?.[0] ?? '',
      /The name is empty/,
    );
    assert.match(
      (await fieldsOf({ name: 'x', kind: 'EVENT', pattern: 'x'.repeat(65) }))?.['input.pattern']?.[0] ?? '',
      /longer than 64/,
    );
    assert.match(
      (await fieldsOf({ name: 'a\0b', kind: 'EVENT', pattern: 'x' }))?.['input.name']?.[0] ?? '',
      /cannot be stored/,
    );
  });

  test('annotations are returned by day within a range', async () => {
    const note = (date: string, text: string) =>
      server.change(
        'mutation($website: ID!, $input: AnnotationInput!) { createAnnotation(website: $website, input: $input) { id } }',
        { website: server.website, input: { date, text } },
      );
    await note('2026-03-20', 'Press');
    const { createAnnotation } = await note('2026-03-02', 'Launch <b>');
    await note('2026-04-01', 'Later');
    const { annotations } = await server.read(`annotations(${MARCH}) { date text }`);
    assert.deepEqual(annotations, [
      { date: '2026-03-02', text: 'Launch <b>' },
      { date: '2026-03-20', text: 'Press' },
    ]);
    await server.change('mutation($id: ID!) { deleteAnnotation(id: $id) }', { id: createAnnotation.id });
    assert.equal((await server.read(`annotations(${MARCH}) { date }`)).annotations.length, 1);
  });

  test('a segment returns its filter in the form in which filters are sent', async () => {
    const filter = {
      and: [
        { name: 'COUNTRY', operator: 'IS', values: ['FR:France'] },
        { not: { name: 'PAGE', operator: 'CONTAINS', values: ['thanks'] } },
      ],
    };
    const make =
      'mutation($website: ID!, $input: SegmentInput!) { createSegment(website: $website, input: $input) { id } }';
    const { createSegment } = await server.change(make, { website: server.website, input: { name: 'French', filter } });
    const { segments } = await server.read('segments { name filter }');
    assert.deepEqual(segments, [{ name: 'French', filter }]);
    const { summary } = await server.read(`summary(${MARCH}, filter: $filter) { visits { value } basis }`, {
      filter: segments[0]?.filter,
    });
    assert.deepEqual(summary, { visits: { value: 1 }, basis: 'HITS' });
    const faultOf = async (field: string, input: object) => {
      const { errors } = await server.ask(make, { website: server.website, input });
      return errors[0]?.extensions.fields?.[field]?.[0] ?? '';
    };
    assert.match(
      await faultOf('input.filter', { name: 'Bad', filter: { and: [] } }),
      /list "and" of the filter is empty/,
    );
    // People choose segments by their names.
    assert.equal(
      await faultOf('input.name', { name: ' French', filter }),
      'The website already has a segment with the name "French"; use another name.',
    );
    assert.equal(await faultOf('input.name', { name: 'french', filter }), '');
    await server.change('mutation($id: ID!) { deleteSegment(id: $id) }', { id: createSegment.id });
    assert.deepEqual((await server.read('segments { name }')).segments, [{ name: 'french' }]);
  });

  test('visitors of a public page can read but not change them; for other accounts they do not exist', async () => {
    const { data, errors } = await server.ask(
      `{ shared(domain: "demo.example") { goals { id name } annotations(${MARCH}) { text } segments { name } goalResults(${MARCH}) { conversions } } }`,
      {},
      null,
    );
    assert.deepEqual(errors, []);
    assert.equal(data.shared.goals.length, 3);
    const { id } = data.shared.goals[0];
    const remove = 'mutation($id: ID!) { deleteGoal(id: $id) }';
    const codeOf = async (key: string | null, given = id) =>
      (await server.ask(remove, { id: given }, key)).errors[0]?.extensions.code;
    assert.equal(await codeOf(null), 'UNAUTHENTICATED');
    assert.equal(await codeOf(server.keys.read), 'FORBIDDEN');
    assert.equal(await codeOf(server.keys.other), 'NOT_FOUND');
    assert.equal(await codeOf(server.keys.write, 'nowhere'), 'NOT_FOUND');
    assert.equal(await codeOf(server.keys.write, "' OR 1=1 --"), 'NOT_FOUND');
    assert.equal((await server.read('goals { id }')).goals.length, 3);
  });

  test('a website can have at most 50 goals', async () => {
    for (let at = 0; at < 47; at++) await goal(`Goal ${at}`, 'EVENT', `E${at}`);
    const { errors } = await server.ask(create, {
      website: server.website,
      input: { name: 'x', kind: 'EVENT', pattern: 'x' },
    });
    assert.match(errors[0]?.message ?? '', /already has 50 goals, which is the maximum/);
  });
});
