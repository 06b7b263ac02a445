import assert from 'node:assert/strict';
import {
  type ExecutionResult,
  execute,
  type GraphQLField,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
} from 'graphql';
import { afterAll, beforeAll, test } from 'vitest';
import type { Viewer } from '../../src/accounts/viewer.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { createContext } from '../../src/graphql/context.ts';
import { schema } from '../../src/graphql/schema.ts';
import { openReading, type Reading } from '../../src/stats/loader.ts';
import { eachDatabase } from '../support/databases.ts';
import { fillWebsites, NOON } from '../support/many-websites.ts';
import { selectionWith } from '../support/selection.ts';

type Field = GraphQLField<unknown, unknown>;

interface Row extends Record<string, unknown> {
  readonly id: string;
}

interface Answer {
  readonly websites?: { readonly rows: readonly Row[] };
  readonly website?: Row;
}

const DAY = 86_400_000;
const SIZES = [1, 10, 1_000] as const;
const MOST = SIZES[2];
/** Websites of all time zones: two silent ones, one with more than is listed, without hits, and like most others. */
const ALONE: readonly string[] = ['7', '777', '98', '583', '874'];
const OWNER: Viewer = {
  account: { id: 1, email: 'ada@example.com', admin: true, createdAt: 0 },
  scope: 'READ',
  via: { kind: 'key', id: 1 },
};

/** Fields that read individual visits, or the keys of properties, for each website separately. */
const PASSES: readonly string[] = ['goalResults', 'funnel', 'journeys', 'returns', 'explain', 'properties'];

/** A value for every required argument of a website's fields. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  id: '"1"',
  from: '"2026-03-01"',
  to: '"2026-03-10"',
  name: 'PAGE',
  interval: 'DAY',
  preset: 'ALL',
};
const RANGE = 'from: "2025-12-15", to: "2026-03-10"';

/** Further selections that are read in a different way. */
const VARIANTS: readonly string[] = [
  ...['VISITORS', 'PAGEVIEWS_HOURS', 'COUNTRY'].map(
    name => `stats(name: ${name}, ${RANGE}) { rows { value count } sum }`,
  ),
  `stats(name: EVENT, ${RANGE}, compare: PREVIOUS_PERIOD) { rows { value previous amounts { unit sum } } }`,
  `stats(name: PAGE, ${RANGE}, search: "p") { rows { value } other { count } }`,
  `stats(name: PAGE, ${RANGE}, sortBy: VALUE) { rows { value visits } totals { visits } }`,
  `summary(${RANGE}, compare: PREVIOUS_YEAR) { visitors { value previous } }`,
  'timeseries(from: "2026-03-09", to: "2026-03-10", interval: HOUR) { points { visitors } }',
  `timeseries(${RANGE}, interval: WEEK, compare: PREVIOUS_PERIOD) { points { visits } previous { visits } }`,
  `summary(${RANGE}, compare: PREVIOUS_PERIOD) { amounts { unit sum } previousAmounts { unit sum } amountsFrom }`,
  `timeseries(${RANGE}, interval: MONTH, compare: PREVIOUS_PERIOD) { points { amounts { unit sum } } previous { amounts { unit sum } } }`,
  'range(preset: LAST_7_DAYS) { from to }',
];

/** Returns all selections of a website: its plain values together, every other field alone. */
function questions(): string[] {
  const website = schema.getType('Website');
  assert.ok(isObjectType(website));
  const fields = Object.values(website.getFields()).filter(({ name }) => !PASSES.includes(name));
  const isValue = ({ args, type }: Field) => args.length === 0 && isLeafType(getNamedType(type));
  return [
    fields
      .filter(isValue)
      .map(field => selectionWith(field, ARGUMENTS))
      .join(' '),
    ...fields.filter(field => !isValue(field)).map(field => selectionWith(field, ARGUMENTS)),
    ...VARIANTS,
  ];
}

eachDatabase('The statements of a request', (open, engine) => {
  let database: Database;
  let statements = 0;

  beforeAll(async () => {
    const place = await open();
    await fillWebsites(place, MOST);
    database = openDatabase(place.url, { onStatement: () => void statements++ });
    // Sequelize queries the version of a server once.
    await ask(openReading(database), '{ websites { total } }', {});
  });
  afterAll(() => database.close());

  async function ask(reading: Reading, query: string, variables: Record<string, unknown>) {
    const context = createContext(
      reading,
      { viewer: OWNER, viewerNow: async () => OWNER, address: '', requestId: '', unlocked: () => false },
      () => NOON,
    );
    statements = 0;
    const result: ExecutionResult = await execute({
      schema,
      document: parse(query),
      variableValues: variables,
      contextValue: context,
    });
    assert.deepEqual(result.errors ?? [], []);
    return { data: result.data as Answer, statements };
  }

  const LIST =
    'query($perPage: Int!, $search: String) { websites(perPage: $perPage, search: $search, sortBy: ID, sort: ASC) { rows { id FIELDS } } }';

  // What is counted does not depend on the engine, so each reads a thousand websites for half of them.
  const sizesOf = (question: number) => (question % 2 === Number(engine === 'SQLite') ? SIZES : SIZES.slice(0, -1));
  test.each(questions().map((field, at) => [field.replace(/\s+/g, ' ').slice(0, 80), field, sizesOf(at)] as const))(
    'are the same number for one website and for many: %s',
    async (_, field, sizes) => {
      const query = LIST.replace('FIELDS', field);
      const counts: number[] = [];
      const repeated: number[] = [];
      for (const size of sizes) {
        const reading = openReading(database, { freshAt: () => NOON });
        const variables = size === 1 ? { perPage: 10, search: 'site-78.' } : { perPage: size };
        const first = await ask(reading, query, variables);
        counts.push(first.statements);
        // For a thousand, the next test counts them a second time.
        if (size < MOST) {
          const again = await ask(reading, query, variables);
          assert.deepEqual(again.data, first.data);
          repeated.push(again.statements);
        }
        const rows = first.data.websites?.rows ?? [];
        assert.equal(rows.length, size);
        // A website read with others is the same as one read alone.
        for (const row of rows.filter(({ id }) => size === sizes.at(-1) && ALONE.includes(id))) {
          const { data } = await ask(
            openReading(database, { freshAt: () => NOON }),
            `query($id: ID!) { website(id: $id) { id ${field} } }`,
            row,
          );
          assert.deepEqual(data.website, row);
        }
      }
      assert.deepEqual([...new Set(counts)], counts.slice(0, 1));
      assert.deepEqual([...new Set(repeated)], repeated.slice(0, 1));
    },
  );

  test('are six for a thousand websites with goals, segments, summary and sparkline, and five the second time', async () => {
    const reading = openReading(database, { freshAt: () => NOON });
    const query = LIST.replace(
      'FIELDS',
      `domain goals { name } segments { name } summary(${RANGE}) { visitors { value } } timeseries(${RANGE}, interval: DAY) { points { visitors } }`,
    );
    const first = await ask(reading, query, { perPage: MOST });
    assert.equal(first.data.websites?.rows.length, MOST);
    assert.equal(first.statements, 6);
    assert.equal((await ask(reading, query, { perPage: MOST })).statements, 5);
  });

  test('read amounts only where they are selected', async () => {
    const counts = async (fields: string) => {
      // A list reads its rows each time; a single website is remembered for a second, which may be over or not.
      const query = `{ websites(search: "site-78.") { rows { ${fields} } } }`;
      return (await ask(openReading(database, { freshAt: () => NOON }), query, {})).statements;
    };
    const summary = (fields: string) => counts(`summary(${RANGE}) { visits { value } ${fields} }`);
    const series = (fields: string) => counts(`timeseries(${RANGE}, interval: DAY) { points { visits ${fields} } }`);
    const of = 'amounts { unit sum }';
    // The amounts, and the texts of their units.
    assert.equal(await summary(of), (await summary('')) + 2);
    assert.equal(await series(of), (await series('')) + 2);
    assert.equal(await summary(`${of} amountsFrom`), await summary(of));
    const both = await counts(`summary(${RANGE}) { ${of} } timeseries(${RANGE}, interval: DAY) { points { ${of} } }`);
    assert.equal(both, await summary(of));
  });

  test('are the same number for one job, account, key or session and for many', async () => {
    const reading = openReading(database);
    const fields = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
      ({ name, args }) => !['website', 'websites'].includes(name) && !args.some(isRequiredArgument),
    );
    const query = `{ ${fields.map(field => selectionWith(field)).join(' ')} }`;
    const many = Array.from({ length: 40 }, (_, at) => `${at}`.padStart(32, '0'));
    const add = async (names: readonly string[]) => {
      const hash = (name: string) => Buffer.from(name);
      const times = { createdAt: 0, lastUsedAt: 0, expiresAt: NOON + DAY };
      await database.accounts.bulkCreate(
        names.map(name => ({ email: `${name}@example.com`, passwordHash: '', admin: 0, createdAt: 0 })),
      );
      await database.apiKeys.bulkCreate(
        names.map(name => ({ ...times, accountId: 1, name, scope: 'READ' as const, hash: hash(name), prefix: '' })),
      );
      await database.sessions.bulkCreate(names.map(name => ({ ...times, accountId: 1, hash: hash(name), client: '' })));
      await database.jobs.bulkCreate(names.map(name => ({ name, period: 1, dueAt: 0, failures: 0 })));
      await database.jobRuns.bulkCreate(
        names.flatMap(name =>
          ['done', 'failed'].map(outcome => ({
            run: `${outcome}${name}`.slice(-36),
            name,
            process: '',
            startedAt: 0,
            endedAt: null,
            outcome: outcome as 'done' | 'failed',
            note: name,
          })),
        ),
      );
    };
    await add(many.slice(0, 1));
    const one = await ask(reading, query, {});
    await add(many.slice(1));
    const all = await ask(reading, query, {});
    const jobs = (all.data as { jobs?: { name: string; lastRun: { outcome: string; note: string } }[] }).jobs ?? [];
    assert.deepEqual(
      jobs.map(({ name, lastRun }) => [name, lastRun.note, lastRun.outcome]),
      many.map(name => [name, name, 'FAILED']),
    );
    assert.equal(all.statements, one.statements);
  });
});
