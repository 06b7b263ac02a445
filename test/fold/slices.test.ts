import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { VISIT_COLUMNS } from '../../src/counting/visit.ts';
import type { Database } from '../../src/db/open.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { foldHits } from '../../src/fold/fold.ts';
import { KnownValues } from '../../src/fold/known-values.ts';
import { TextTable } from '../../src/fold/text-table.ts';
import { verify } from '../../src/fold/verify.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldOptions, type HitParts, hitOf } from '../support/hits.ts';
import { seeded } from '../support/import-files.ts';

const HITS = 5_200;
const FIRST = 600;
/** Hits of a fold that is one slice. */
const FEW = 1_900;
const begin = Date.parse('2026-02-28T10:00:00Z');
const BUSY = 'f000000000000001';
const TABLES = ['visit', 'hit', 'rollup_day', 'rollup_amount', 'rollup_property'];
/** The columns with ids of texts. */
const OF_TEXTS = new Set<string>([
  ...VISIT_COLUMNS.map(({ column }) => column),
  ...['page', 'host', 'event', 'unit', 'event_id', 'key_id', 'unit_id', 'value_id'],
]);
/** The rollups of days and hours, whose values are no ids. */
const OF_TIMES = [1, 2];

/**
 * Returns hits of two days in order of time: many visitors, some of them with the same first digits, one with half of all
 * hits, and some who are not identified; with new texts at any time.
 */
function randomHits(): Hit[] {
  const random = seeded(20_260_228);
  const below = (end: number) => Math.floor(random() * end);
  const text = (name: string, few: number) => `${name}${below(20) === 0 ? `new-${below(2_000)}` : below(few)}`;
  const visitor = (): string => {
    if (below(2) === 0) return BUSY;
    if (below(20) === 0) return '';
    const number = below(900);
    return (number * 7_919 * (number % 3)).toString(16).padStart(8, '0') + number.toString(16).padStart(8, '0');
  };
  return Array.from({ length: HITS }, (_, index) => {
    const kind = (['pageview', 'pageview', 'event', 'engagement'] as const)[below(4)]!;
    const hit: HitParts = {
      time: begin + index * 20_000,
      visitor: visitor(),
      kind,
      values: {
        page: text('/', 30),
        browser: text('Browser ', 4),
        ...(below(9) === 0 ? { referrer: text('from-', 3) } : {}),
        ...(kind === 'event' ? { event: `event ${below(3)}` } : {}),
      },
    };
    if (kind === 'engagement') return hitOf({ ...hit, seconds: below(90), depth: below(101) });
    const properties = below(3) === 0 ? ['plan', text('plan ', 3), `key ${below(8)}`, 'yes'] : [];
    if (kind === 'pageview') return hitOf({ ...hit, properties });
    return hitOf({
      ...hit,
      properties,
      amount: ['1.5', '-0.25', '12345678901234567.01'][below(3)]!,
      unit: text('U', 9),
    });
  });
}

eachDatabase('A fold of several slices', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  /** Returns a database in which the first hits were folded, which bring most texts, and then the others, at most `most` at once. */
  async function folded(hits: readonly Hit[], first: number, most: number, maxNewValues = 20_000): Promise<Database> {
    const database = await databaseWithWebsites(await open());
    opened.push(database);
    const options = foldOptions({ known: new KnownValues(), maxNewValues });
    const foldable = TextTable.of(hits);
    await foldHits(database, 1, 'spool', foldable.slice(0, first), options);
    for (let from = first; from < foldable.length; from += most)
      await foldHits(database, 1, 'spool', foldable.slice(from, from + most), options);
    assert.deepEqual((await verify(database, 1)).differences, []);
    return database;
  }
  async function textsOf({ dialect }: Database): Promise<ReadonlyMap<number, string>> {
    const values = await dialect.all<{ id: number; value: unknown }>('SELECT id, value FROM stat_value');
    return new Map([[0, ''], ...values.map(({ id, value }): [number, string] => [id, String(value)])]);
  }
  /** Returns the rows of a table with texts in place of their ids, which depend on the order of the hits. */
  async function rowsOf(database: Database, table: string): Promise<string[]> {
    const texts = await textsOf(database);
    const rows = await database.dialect.all(`SELECT * FROM ${table}`);
    const cellOf = (column: string, cell: unknown) => {
      if (column === 'props') return cell && String(cell).replace(/\d+/g, id => texts.get(Number(id)) ?? '?');
      if (OF_TEXTS.has(column) && cell !== null) return texts.get(Number(cell));
      return cell ?? 0;
    };
    return rows
      .map(row => {
        const isOfTime = table.startsWith('rollup_') && OF_TIMES.includes(Number(row.name));
        return Object.entries(row).map(([column, cell]) => (isOfTime ? (cell ?? 0) : cellOf(column, cell)));
      })
      .map(cells => JSON.stringify(cells))
      .sort();
  }

  it('writes what folds of one slice do that get the same hits in order of time', async () => {
    const hits = randomHits();
    const ofBusy = hits.filter(({ visitor }) => visitor === BUSY).length;
    assert.ok(ofBusy > FEW, `The busy visitor has only ${ofBusy} hits.`);
    const [whole, parts] = [await folded(hits, FIRST, HITS), await folded(hits, FIRST, FEW)];
    for (const table of TABLES) {
      const rows = await rowsOf(whole, table);
      assert.ok(rows.length > 10, `${table} has ${rows.length} rows.`);
      assert.deepEqual(rows, await rowsOf(parts, table), table);
    }
  });

  it('accepts new values and units in order of time, whoever sends them', async () => {
    const max = 100;
    const random = seeded(7);
    const hits = Array.from({ length: 2_600 }, (_, index) =>
      hitOf({
        time: begin + index * 1_000,
        visitor: Math.floor(random() * 2 ** 32)
          .toString(16)
          .padStart(8, '0')
          .padEnd(16, '0'),
        // The visitors of new pages are in any order of keys.
        values: { page: index % 10 === 0 ? `/new-${index}` : '/', event: 'Order' },
        ...(index % 10 === 5 ? { kind: 'event', amount: '1', unit: `U${index}` } : {}),
      }),
    );
    const database = await folded(hits.slice(1), 4, HITS, max);
    const texts = [...(await textsOf(database)).values()];
    const numbersOf = (start: string) =>
      texts.flatMap(text => (text.startsWith(start) ? [Number(text.slice(start.length))] : [])).sort((a, b) => a - b);
    // The first page of all is '/', so that it takes one of the places.
    assert.deepEqual(
      numbersOf('/new-'),
      Array.from({ length: max - 1 }, (_, place) => (place + 1) * 10),
    );
    assert.deepEqual(
      numbersOf('U'),
      Array.from({ length: 20 }, (_, place) => place * 10 + 5),
    );
  });
});
