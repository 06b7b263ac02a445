import type { Folded } from '../counting/attribute.ts';
import type { FoldHit } from '../counting/visit.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import type { FoldState } from '../db/rollups/fold-state.ts';
import { addNewValues, findValueIds, type NewValues, readNewValues, valueHash } from '../db/rollups/values.ts';
import { insertRows, Text } from '../db/sql.ts';
import { STORED_METRICS } from '../domain/metrics.ts';
import { DIMENSIONS, OTHER } from '../domain/statistics.ts';
import type { Hit } from '../domain/stored-hit.ts';
import type { KnownValues } from './known-values.ts';

/** Units are limited like values; no statistic has this number. */
const ROLLUP_UNIT = 0;

/** The hits of one fold, with numbers in place of texts. */
export interface Interned {
  readonly hits: FoldHit[];
  /** Returns the stored id for an id of `hits`; a new text gets one now. */
  idOf(id: number): number;
  /**
   * Writes the texts that `idOf` gave ids to, and the counts that became `(other)` because of the limit. Returns the
   * next free id.
   */
  write(tx: Executor, dialect: Dialect, sums: Folded['sums']): Promise<number>;
  /** Call this after the commit. */
  remember(): void;
}

/**
 * Turns the texts of one website's hits into value ids: known ones from the cache or the dictionary, new ones as
 * numbers below 0 until they are needed. After `maxNewValues` new counted texts of one statistic and day, further ones
 * become `(other)`.
 */
export async function intern(
  tx: Executor,
  website: number,
  hits: readonly Hit[],
  options: { known: KnownValues; state: FoldState; maxNewValues: number },
): Promise<Interned> {
  const { maxNewValues } = options;
  const known = await options.known.of(tx, website, options.state);
  const ids = new Map<string, number>([['', 0]]);
  const unknown = new Set<string>();
  for (const hit of hits) {
    for (const text of hit.values) if (text !== 0) look(text);
    if (hit.unit !== '') look(hit.unit);
  }
  function look(text: string): void {
    if (ids.has(text) || unknown.has(text)) return;
    const id = known.get(text);
    if (id === undefined) unknown.add(text);
    else ids.set(text, id);
  }

  const isNew = new Set<number>();
  const texts: string[] = [];
  const found = new Map<string, number>();
  if (unknown.size > 0) {
    unknown.add(OTHER);
    const hashes = new Map([...unknown].map(text => [valueHash(text), text]));
    for (const [valueId, text] of [...(await findValueIds(tx, website, [...hashes.keys()]))].map(
      ([key, id]) => [id, hashes.get(key)] as const,
    )) {
      if (text === undefined) continue;
      ids.set(text, valueId);
      found.set(text, valueId);
    }
    for (const text of unknown) {
      if (ids.has(text)) continue;
      texts.push(text);
      ids.set(text, -texts.length);
      isNew.add(-texts.length);
    }
  }

  const bound = isNew.size > 0 ? await newValueBound(tx, website, hits, maxNewValues) : undefined;
  const other = ids.get(OTHER) ?? 0;
  const bounded = (text: string | 0 | undefined, day: number, rollup: number): number => {
    if (text === 0 || text === undefined) return 0;
    const id = ids.get(text) ?? 0;
    return id < 0 && id !== other && bound && !bound.admit(day, rollup, id) ? other : id;
  };
  const interned = hits.map((hit): FoldHit => {
    const unit = hit.unit === '' ? 0 : bounded(hit.unit, hit.day, ROLLUP_UNIT);
    return {
      time: hit.time,
      day: hit.day,
      hour: hit.hour,
      visitor: hit.visitor,
      kind: hit.kind,
      valueId: rollup => bounded(hit.values[rollup], hit.day, rollup),
      amount: hit.amount,
      unit,
      seconds: hit.seconds,
    };
  });

  const given = new Map<number, number>();
  let { nextValue } = options.state;
  return {
    hits: interned,
    idOf(id) {
      if (id >= 0) return id;
      let real = given.get(id);
      if (real === undefined) {
        real = nextValue++;
        given.set(id, real);
      }
      return real;
    },
    async write(writer, dialect, sums) {
      await insertRows(writer, {
        table: 'stat_value',
        columns: ['website_id', 'id', 'hash', 'value'],
        rows: [...given].map(([id, real]) => {
          const text = texts[-id - 1] ?? '';
          return [website, real, `x'${valueHash(text)}'`, new Text(text)];
        }),
      });
      if (bound) await addNewValues(writer, dialect, website, bound.added(sums, other));
      return nextValue;
    },
    remember() {
      for (const [text, id] of found) known.keep(text, id);
      for (const [id, real] of given) known.keep(texts[-id - 1] ?? '', real);
    },
  };
}

interface NewValueBound {
  /** Returns false when this new value exceeds the statistic's limit on that day. */
  admit(day: number, rollup: number, id: number): boolean;
  /** Returns the number of accepted values, and the counts under `other` where some were not accepted. */
  added(sums: Folded['sums'], other: number): NewValues[];
}

async function newValueBound(tx: Executor, website: number, hits: readonly Hit[], max: number): Promise<NewValueBound> {
  const stored = new Map<string, number>();
  for (const { day, rollup, seen } of await readNewValues(tx, website, [...new Set(hits.map(({ day }) => day))])) {
    stored.set(`${day}:${rollup}`, seen);
  }
  const admitted = new Map<string, { day: number; rollup: number; ids: Set<number>; isFull: boolean }>();
  return {
    admit(day, rollup, id) {
      const key = `${day}:${rollup}`;
      let mine = admitted.get(key);
      if (!mine) {
        mine = { day, rollup, ids: new Set(), isFull: false };
        admitted.set(key, mine);
      }
      if (mine.ids.has(id)) return true;
      if ((stored.get(key) ?? 0) + mine.ids.size >= max) {
        mine.isFull = true;
        return false;
      }
      mine.ids.add(id);
      return true;
    },
    added: (sums, other) =>
      [...admitted.values()].map(({ day, rollup, ids, isFull }) => {
        const metric = DIMENSIONS.find(statistic => statistic.rollup === rollup)?.metric;
        const row = isFull ? sums.get(day)?.[rollup]?.get(other) : undefined;
        return { day, rollup, seen: ids.size, refused: (metric && row?.[STORED_METRICS.indexOf(metric)]) ?? 0 };
      }),
  };
}
