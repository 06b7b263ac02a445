import { LRUCache } from 'lru-cache';
import { ROLLUP_DAY } from '../counting/rollups.ts';
import type { Database } from '../db/open.ts';
import { readImportBlocks } from '../db/rollups/imported.ts';
import { readIds } from '../db/rollups/values.ts';
import { columnsOfBlock, metricsOfBlock } from '../domain/block.ts';
import { firstDayOfMonth, lastDayOfMonth, monthNumber } from '../domain/calendar.ts';
import { STORED_METRICS } from '../domain/metrics.ts';
import { isNumbered, type SumsBatch, storedRollup } from '../fold/sums-batch.ts';
import { DifferingDays } from './differing-days.ts';

/** Bytes of ids that are remembered. */
const CACHE = 64 * 1024 * 1024;
/** Texts whose ids are remembered. */
const TEXTS = 200_000;

/** Set for an entry of which nothing counts again. */
export const REPEATED_WHOLLY = 0xffff;

/** What an import has of a day: value ids, ascending, and the metrics that it has in the month, as bits. */
interface Part {
  readonly importId: number;
  readonly ids: Int32Array;
  metrics: number;
  /** The totals of a day, by the number of each metric; empty for other rollups. */
  readonly totals: Float64Array;
}

/** The same of one rollup in a month, by day. */
type PartsByDay = ReadonlyMap<number, readonly Part[]>;

/**
 * What earlier imports of a source have counted, by day, value and metric: it is not counted again. A report of visitors
 * still counts after one of pageviews.
 */
export class EarlierSums {
  readonly #database: Database;
  readonly #website: number;
  readonly #imports: readonly number[];
  readonly #texts = new Map<string, number>();
  readonly #found = new Set<number>();
  readonly #differing = new DifferingDays();
  readonly #months = new LRUCache<string, PartsByDay>({
    maxSize: CACHE,
    sizeCalculation: days =>
      [...days.values()].flat().reduce((sum, { ids }) => sum + ids.byteLength, 200 * days.size + 1),
  });

  constructor(database: Database, website: number, imports: readonly number[]) {
    this.#database = database;
    this.#website = website;
    this.#imports = imports;
  }

  get isEmpty(): boolean {
    return this.#imports.length === 0;
  }

  /** The imports that have counted some of the entries of the batches so far. */
  get found(): number[] {
    return [...this.#found];
  }

  /** Sentences on days of which they have counted something else than the batches so far have. */
  get notes(): string[] {
    return this.#differing.notes;
  }

  /** Returns for each entry of a batch the metrics that were counted before, as bits; REPEATED_WHOLLY if no other is left. */
  async repeated(batch: SumsBatch): Promise<Uint16Array> {
    const repeated = new Uint16Array(batch.length);
    if (this.isEmpty || batch.length === 0) return repeated;
    const ids = await this.#idsOf(batch.texts);
    const idOf = (entry: number) => {
      const value = batch.value[entry] as number;
      return isNumbered(batch.rollup[entry] as number) ? value : (ids[value] as number);
    };
    for (const { rollup, day, entries } of batch.buckets()) {
      const stored = storedRollup(rollup, ids);
      const parts = (await this.#monthOf(stored, monthNumber(day))).get(day);
      if (!parts) continue;
      const totals = (await this.#monthOf(ROLLUP_DAY, monthNumber(day))).get(day) ?? [];
      // An import with the totals of a day has all values of it: others would add up to more.
      const whole = new Set(totals.map(({ importId }) => importId));
      for (const entry of entries) {
        const id = idOf(entry);
        const found = parts.filter(({ importId, ids }) => whole.has(importId) || includes(ids, id));
        if (found.length === 0) continue;
        for (const { importId } of found) this.#found.add(importId);
        if (rollup === ROLLUP_DAY) this.#differing.see(day, countsOf(batch, entry), found);
        const known = found.reduce((bits, { metrics }) => bits | metrics, 0);
        repeated[entry] = hasOther(batch, entry, known) ? known : REPEATED_WHOLLY;
      }
    }
    return repeated;
  }

  /** Returns the ids of texts; an unknown one has -1, also once this import has added it. */
  async #idsOf(texts: readonly string[]): Promise<Int32Array> {
    const unknown = texts.filter(text => !this.#texts.has(text));
    if (this.#texts.size + unknown.length > TEXTS) this.#texts.clear();
    const missing = texts.filter(text => text !== '' && !this.#texts.has(text));
    const read = (await readIds(this.#database.dialect, [this.#website], missing)).get(this.#website);
    // A text that was cut out of a file would keep the whole piece of it in memory.
    for (const text of missing) this.#texts.set(Buffer.from(text).toString(), read?.get(text) ?? -1);
    return Int32Array.from(texts, text => (text === '' ? 0 : (this.#texts.get(text) ?? -1)));
  }

  async #monthOf(rollup: number, month: number): Promise<PartsByDay> {
    const key = `${rollup} ${month}`;
    let found = this.#months.get(key);
    if (!found) {
      const range = { from: firstDayOfMonth(month), to: lastDayOfMonth(month) };
      const period = { rollup, period: 'day', ...range } as const;
      const blocks = await readImportBlocks(this.#database.dialect, this.#website, this.#imports, period);
      const byDay = new Map<number, Part[]>();
      const metrics = new Map<number, number>();
      for (const { importId, at, body } of blocks) {
        const isOfDay = rollup === ROLLUP_DAY;
        const { ids, columns } = columnsOfBlock(body, isOfDay ? STORED_METRICS : []);
        const bits = metricsOfBlock(body).reduce((sum, metric) => sum | (1 << metric), metrics.get(importId) ?? 0);
        metrics.set(importId, bits);
        const part = { importId, ids, metrics: 0, totals: Float64Array.from(columns, column => column[0] ?? 0) };
        const before = byDay.get(at);
        if (before) before.push(part);
        else byDay.set(at, [part]);
      }
      // A metric that is zero on a day is known nevertheless.
      for (const part of [...byDay.values()].flat()) part.metrics = metrics.get(part.importId) ?? 0;
      found = byDay;
      this.#months.set(key, found);
    }
    return found;
  }
}

function countsOf({ columns }: SumsBatch, entry: number): Float64Array {
  return Float64Array.from(columns, column => column[entry] as number);
}

/** Returns true if an entry has counts of other metrics than these bits. */
function hasOther({ columns }: SumsBatch, entry: number, known: number): boolean {
  return columns.some((column, metric) => column[entry] !== 0 && (known & (1 << metric)) === 0);
}

function includes(ids: Int32Array, id: number): boolean {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id;
}
