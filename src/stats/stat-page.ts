import { setImmediate } from 'node:timers/promises';
import type { Vector } from '../counting/vector.ts';
import type { Database } from '../db/open.ts';
import { dateOf } from '../domain/calendar.ts';
import { labelOf } from '../domain/label.ts';
import { OTHER } from '../domain/other.ts';
import type { Statistic } from '../domain/statistic.ts';
import { containsText } from '../domain/text.ts';
import type { AmountLoader } from './amounts.ts';
import { readAmountsOfRows } from './amounts-by.ts';
import { type Arranged, arrange, isListed, type ListOrder } from './arrange.ts';
import type { Budget, Meter } from './budget.ts';
import { attentionOf, type Counted, sortKeys, statisticOf, sumsOf } from './counts.ts';
import { countsById, sumAt } from './counts-by-id.ts';
import type { Dictionary } from './dictionary.ts';
import type { FilteredSums } from './filtered.ts';
import { isOfPages, readHostsOfPages } from './hosts-of-pages.ts';
import { LeftOut } from './left-out.ts';
import type { Source, StatPage, StatRow, StatsQuery } from './query.ts';
import { searchTest } from './search.ts';
import type { SumReader } from './sum-reader.ts';
import { type Texts, valuesOf } from './texts.ts';

/** The sources that a page is read from. */
export interface PageSources {
  readonly database: Database;
  readonly reader: SumReader;
  readonly filtered: FilteredSums;
  readonly texts: Texts;
  readonly amounts: AmountLoader;
  readonly dictionary: Dictionary;
  readonly budget: Budget;
}

/** A page without information on its source. */
export type Page = Omit<StatPage, keyof Source>;

/** A value on a page: its position in the counts, its id, count and text. */
interface Chosen {
  readonly at: number;
  readonly id: number;
  readonly count: number;
  readonly value: string;
}

/** The values of a statistic that match the search, and pages of them. */
export class Listing {
  readonly #sources: PageSources;
  readonly #query: StatsQuery;
  readonly #statistic: Statistic;
  readonly #counted: Counted;
  readonly #counts: ArrayLike<number>;
  #pages = 0;
  #all: Promise<Arranged> | undefined;
  #totals: Pick<StatRow, 'sums' | 'ratios'> | undefined;
  readonly #leftOut: LeftOut;
  #imported: ReadonlyMap<number, number> | undefined;

  constructor(sources: PageSources, query: StatsQuery, counted: Counted) {
    this.#sources = sources;
    this.#query = query;
    this.#statistic = statisticOf(query);
    this.#counted = counted;
    this.#counts = this.#countsOf(counted.vector);
    this.#leftOut = new LeftOut(counted);
  }

  /**
   * Returns a page. The first one sorts only as far as it needs; a caller that requests a second page may read all, so
   * from then on the sorted result is kept, and all pages together cost little more than sorting once.
   */
  async page(page: number, perPage: number): Promise<Page> {
    const start = (page - 1) * perPage;
    const isFirst = this.#pages++ === 0;
    if (!isFirst) this.#all ??= this.#arrange(null);
    const [arranged, otherId] = await Promise.all([
      this.#all ?? this.#arrange([start, start + perPage]),
      this.#otherId(),
    ]);
    // Pages of a long list take milliseconds each, and other requests should not wait for all of them.
    if (this.#counted.vector.ids.length > FEW) await setImmediate();
    const { total, sum, sumOfAll, sumBefore, found } = arranged;
    this.#imported ??= countsById(this.#counted.imported, vector => this.#countsOf(vector));
    const imported = this.#imported;
    const order = isFirst ? arranged.order : arranged.order.slice(start, start + perPage);
    const chosen = await this.#chosenAt(order);
    const other = this.#otherOf(otherId, found);
    const rows = other ? [...chosen, other] : chosen;
    const before = this.#countsBefore(rows);
    const compared = this.#counted.compared && countsById(this.#counted.compared, vector => this.#countsOf(vector));
    if (this.#statistic.skipEmpty) (compared as Map<number, number> | null)?.delete(0);
    const exits = this.#leftOut.exitsOf(rows.map(({ id }) => id));
    const ids = rows.map(({ id }) => id);
    const [amounts, hosts] = await Promise.all([
      readAmountsOfRows(this.#sources, this.#query, ids, this.#counted.amounts),
      this.#hostsOf(ids),
    ]);
    const rowOf = ({ at, id, count, value }: Chosen): StatRow => {
      const sums = sumsOf(this.#statistic, this.#counted.vector, [at]);
      const ratios = this.#leftOut.ratiosOf(sums, [id]);
      return {
        value,
        label: labelOf(this.#statistic.labels, value),
        count,
        share: sum === 0 ? 0 : count / sum,
        sums,
        ratios,
        ...attentionOf(this.#query.name, sums, ratios),
        previous: before && (before.get(id) ?? 0),
        compared: compared && (compared.get(id) ?? 0),
        exitRate: exits && this.#leftOut.exitRateOf(id, exits.get(id) ?? 0, count),
        hosts: hosts && (hosts.get(id) ?? []),
        amounts: amounts.get(id) ?? [],
        imported: imported.get(id) ?? 0,
      };
    };
    return {
      rows: chosen.map(rowOf),
      total,
      sum,
      sumOfAll,
      page,
      perPage,
      lastPage: Math.max(1, Math.ceil(total / perPage)),
      totals: {
        ...this.#totalsOf(found),
        previous: sumBefore,
        compared: compared && sumAt(compared, this.#counted.vector.ids, found),
        imported: sumAt(imported, this.#counted.vector.ids, found),
      },
      other: other && rowOf(other),
    };
  }

  /** Lists of many values are selected and sorted one by one, in stretches. */
  async #arrange(window: ListOrder['window']): Promise<Arranged> {
    const { vector, before } = this.#counted;
    const { website, sortBy, sort } = this.#query;
    const keys = sortKeys(sortBy, vector, this.#counts, (sums, id) => this.#leftOut.ratiosOf(sums, [id]));
    const fits = searchTest(this.#statistic, this.#query);
    const skipEmpty = this.#statistic.skipEmpty === true;
    const order = { ids: vector.ids, counts: this.#counts, skipEmpty, keys, sort, window };
    const counted = before && { ids: before.ids, counts: this.#countsOf(before) };
    if (this.#statistic.scope === 'day') {
      const isFound = fits && ((day: number) => fits(dateOf(day)));
      const arranged = await arrange({ ...order, isFound, before: null }, async () => dateOf, noRest);
      return { ...arranged, sumBefore: counted && this.#sumOfDays(counted) };
    }
    const { texts, dictionary, budget } = this.#sources;
    if (vector.ids.length + (before?.ids.length ?? 0) <= FEW) {
      const textsOf = async (ids: ArrayLike<number>) => {
        const found = await valuesOf(website, this.#statistic, Array.from(ids), texts);
        return (id: number) => found.get(id) ?? '';
      };
      const textOf = fits && (await textsOf([...vector.ids, ...(before?.ids ?? [])]));
      const isFound = fits && textOf && ((id: number) => fits(textOf(id)));
      return arrange({ ...order, isFound, before: counted }, textsOf, noRest);
    }
    return budget.inTurn(async meter => {
      const textsOf = (ids: ArrayLike<number>) => dictionary.textsOf(website, ids, meter);
      const isFound = fits && (await dictionary.find(website, meter, fits));
      return arrange({ ...order, isFound, before: counted }, textsOf, () => restOf(meter));
    });
  }

  /** Returns the total of the earlier days. A search is for the date of the later day that a day is compared with. */
  #sumOfDays({ ids, counts }: NonNullable<ListOrder['before']>): number {
    const { from, to, search } = this.#query;
    const days = new Set<number>();
    for (let day = from; day <= to; day++)
      if (containsText(dateOf(day), search ?? '')) days.add(this.#counted.earlier?.dayBefore(day) ?? day);
    let sum = 0;
    for (let at = 0; at < ids.length; at++) if (!search || days.has(ids[at] as number)) sum += counts[at] as number;
    return sum;
  }

  #countsOf(vector: Vector): ArrayLike<number> {
    return vector.columns[vector.metrics.indexOf(this.#statistic.metric)] ?? new Float64Array(vector.ids.length);
  }

  async #chosenAt(positions: Int32Array): Promise<Chosen[]> {
    const { ids } = this.#counted.vector;
    const rows = Array.from(positions, at => ({ at, id: ids[at] as number, count: this.#counts[at] as number }));
    const wanted = rows.map(({ id }) => id);
    const values = await valuesOf(this.#query.website, this.#statistic, wanted, this.#sources.texts);
    return rows.map(row => ({ ...row, value: values.get(row.id) ?? '' }));
  }

  #isListed(at: number): boolean {
    return isListed(this.#counted.vector.ids, this.#counts, this.#statistic.skipEmpty === true, at);
  }

  /** All pages of a list have the same totals. */
  #totalsOf(found: Int32Array | null): Pick<StatRow, 'sums' | 'ratios'> {
    if (this.#totals) return this.#totals;
    const { vector } = this.#counted;
    const listed: number[] = [];
    if (!found) for (let at = 0; at < vector.ids.length; at++) if (this.#isListed(at)) listed.push(at);
    const positions = found ?? listed;
    const sums = sumsOf(this.#statistic, vector, positions);
    const { unpaired } = this.#counted;
    const ids = unpaired.size === 0 ? [] : Array.from(positions, at => vector.ids[at] as number);
    this.#totals = { sums, ratios: this.#leftOut.ratiosOf(sums, ids) };
    return this.#totals;
  }

  async #otherId(): Promise<number | undefined> {
    if (!this.#query.other || !this.#statistic.read) return undefined;
    return (await this.#sources.texts.idsOf(this.#query.website, [OTHER])).get(OTHER);
  }

  #otherOf(id: number | undefined, found: Int32Array | null): Chosen | null {
    const at = id === undefined ? -1 : this.#counted.vector.ids.indexOf(id);
    if (id === undefined || at < 0 || !this.#isListed(at) || (found && !found.includes(at))) return null;
    return { at, id, count: this.#counts[at] as number, value: OTHER };
  }

  /** Returns the earlier counts by current id of these rows; null when nothing is compared. */
  #countsBefore(rows: readonly Chosen[]): Map<number, number> | null {
    const { before, earlier } = this.#counted;
    if (!before || !earlier) return null;
    const counts = this.#countsOf(before);
    const isDay = this.#statistic.scope === 'day';
    const wanted = Map.groupBy(rows, ({ id }) => (isDay ? earlier.dayBefore(id) : id));
    const found = new Map<number, number>();
    before.ids.forEach((id, at) => {
      for (const row of wanted.get(id) ?? []) found.set(row.id, counts[at] ?? 0);
    });
    return found;
  }

  async #hostsOf(ids: readonly number[]): Promise<Map<number, string[]> | null> {
    const { name: of, website, from, to, filter = null } = this.#query;
    if (!this.#counted.hasHosts || !isOfPages(of)) return null;
    return readHostsOfPages(this.#sources, { website, filter, from, to, of, ids });
  }
}

/** Longer lists take a noticeable time to select and sort. */
export const FEW = 5_000;

async function noRest(): Promise<void> {}

async function restOf(meter: Meter): Promise<void> {
  meter.check();
  await setImmediate();
}
