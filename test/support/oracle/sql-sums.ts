import type { AmountOf } from '../../../src/counting/amounts-by.ts';
import type { IdFilter } from '../../../src/counting/id-filter.ts';
import type { RollupQuery } from '../../../src/counting/rollups.ts';
import type { Vector } from '../../../src/counting/vector.ts';
import type { Dialect } from '../../../src/db/dialect.ts';
import { readKeptFrom } from '../../../src/db/rollups/fold-state.ts';
import { addAmounts, multiplyAmount } from '../../../src/domain/amount.ts';
import { type Condition, denies, type Filter } from '../../../src/domain/filter.ts';
import { pagePattern } from '../../../src/domain/goal.ts';
import type { DayRange } from '../../../src/domain/range.ts';
import { findStatistic } from '../../../src/domain/statistics.ts';
import type { GoalPattern } from '../../../src/stats/condition.ts';
import type { AmountsAsked, FilteredSums, GoalsFound } from '../../../src/stats/filtered.ts';
import { fits } from '../recount.ts';
import { countMatches, readMatchAmounts, readMatches } from './matches.ts';
import { createTally } from './tally.ts';

/** Answers what FilteredSums answers, one after another, with SQL over the rows of visits and hits. Caches nothing. */
export class SqlSums implements Pick<FilteredSums, 'keptFrom' | 'read' | 'readTogether' | 'goals'> {
  readonly #dialect: Dialect;
  #last: Promise<unknown> = Promise.resolve();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  keptFrom(website: number): Promise<number> {
    return readKeptFrom(this.#dialect, website);
  }

  read(website: number, filter: Filter, queries: readonly RollupQuery[]): Promise<Vector[]> {
    return this.#inTurn(() => this.#read(website, filter, queries));
  }

  async readTogether(
    website: number,
    filter: Filter,
    queries: readonly RollupQuery[],
    asked: readonly AmountsAsked[],
  ): Promise<{ vectors: Vector[]; amounts: (readonly AmountOf[])[] }> {
    const vectors = await this.read(website, filter, queries);
    const amounts: (readonly AmountOf[])[] = [];
    for (const { by, ...range } of asked) {
      if (by !== 'event') throw new Error(`No SQL sums amounts by ${by}.`);
      amounts.push(
        await this.#inTurn(async () => this.#amounts(website, filter, range, [...(await this.#texts(website)).keys()])),
      );
    }
    return { vectors, amounts };
  }

  goals(website: number, filter: Filter | null, range: DayRange, goals: readonly GoalPattern[]): Promise<GoalsFound> {
    return this.#inTurn(() => this.#goals(website, filter, range, goals));
  }

  /** Statements that wait for a connection fail after some time. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  async #read(website: number, filter: Filter, queries: readonly RollupQuery[]): Promise<Vector[]> {
    const ids = await this.#withIds(website, filter);
    const vectors: Vector[] = [];
    for (const query of queries) {
      const tally = createTally([query]);
      const fields = { visits: tally.visitFields, hits: tally.hitFields, only: tally.only };
      const chunk = await this.#chunk(website, query);
      const found = await readMatches(this.#dialect, this.#dialect, { website, filter: ids, chunk }, fields);
      tally.addVisits(found.visits);
      tally.addHits(found.hits);
      vectors.push(tally.vectors()[0] as Vector);
    }
    return vectors;
  }

  async #amounts(
    website: number,
    filter: Filter | null,
    range: DayRange,
    events: readonly number[],
  ): Promise<readonly AmountOf[]> {
    const matches = {
      website,
      filter: await this.#withIds(website, filter),
      chunk: await this.#chunk(website, range),
    };
    const sums = new Map<string, AmountOf>();
    for (const { event, unit, amount, times } of await readMatchAmounts(this.#dialect, matches, events)) {
      const key = `${event} ${unit}`;
      const sum = addAmounts(sums.get(key)?.amount ?? '0', multiplyAmount(amount, times));
      sums.set(key, { of: event, unit, amount: sum });
    }
    return [...sums.values()];
  }

  async #goals(
    website: number,
    filter: Filter | null,
    range: DayRange,
    goals: readonly GoalPattern[],
  ): Promise<GoalsFound> {
    const texts = await this.#texts(website);
    const each = goals.map(({ kind, pattern }): IdFilter => {
      const test = kind === 'EVENT' ? (text: string) => text === pattern : pagePattern(pattern).fits;
      return { hit: kind === 'EVENT' ? 'event' : 'page', ids: idsOf(texts, test) };
    });
    const chunk = await this.#chunk(website, range);
    const selected: IdFilter = filter ? withIds(filter, texts) : { always: true };
    const counts = await countMatches(this.#dialect, { website, filter: selected, chunk }, each);
    const events = goals.map(({ kind }, at) => (kind === 'EVENT' ? idsIn(each[at] as IdFilter)[0] : undefined));
    const known = events.filter(event => event !== undefined);
    const amounts = await this.#amounts(website, filter, range, known);
    return {
      ...counts,
      amounts: events.flatMap((event, of) => amounts.filter(one => one.of === event).map(one => ({ ...one, of }))),
    };
  }

  async #chunk(website: number, { from, to }: DayRange): Promise<DayRange> {
    return { from: Math.max(from, await this.keptFrom(website)), to };
  }

  async #withIds(website: number, filter: Filter | null): Promise<IdFilter> {
    return filter ? withIds(filter, await this.#texts(website)) : { always: true };
  }

  async #texts(website: number): Promise<Texts> {
    const rows = await this.#dialect.all<{ id: number; value: string }>(
      'SELECT id, value FROM stat_value WHERE website_id = ?',
      [website],
    );
    return new Map([[0, ''], ...rows.map(({ id, value }) => [id, value] as const)]);
  }
}

type Texts = ReadonlyMap<number, string>;

function withIds(filter: Filter, texts: Texts): IdFilter {
  if ('and' in filter) return { and: filter.and.map(part => withIds(part, texts)) };
  if ('or' in filter) return { or: filter.or.map(part => withIds(part, texts)) };
  if ('not' in filter) return { not: withIds(filter.not, texts) };
  if ('property' in filter) throw new Error('No SQL filters on properties.');
  const affirmed = comparison(filter, texts);
  return denies(filter.operator) ? { not: affirmed } : affirmed;
}

function comparison(condition: Condition, texts: Texts): IdFilter {
  const statistic = findStatistic(condition.name);
  const ids = idsOf(texts, text => fits(condition, text));
  if (statistic?.scope === 'pageview') return { hit: statistic.name as 'page' | 'host', ids };
  if (statistic?.scope === 'event') return { hit: 'event', ids };
  return { column: statistic?.column as string, ids };
}

function idsOf(texts: Texts, test: (text: string) => boolean): number[] {
  return [...texts].filter(([, text]) => test(text)).map(([id]) => id);
}

function idsIn(filter: IdFilter): readonly number[] {
  return 'ids' in filter ? filter.ids : [];
}
