import type { Folded } from '../counting/folded.ts';
import { ROLLUP_EVENT } from '../counting/rollups.ts';
import type { FoldHit } from '../counting/visit.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import type { EventUnit } from '../db/rollups/amounts.ts';
import type { FoldState } from '../db/rollups/fold-state.ts';
import { addNewProperties } from '../db/rollups/properties.ts';
import { addNewValues, findValueIds, valueHash } from '../db/rollups/values.ts';
import { insertRows, Text } from '../db/sql.ts';
import { OTHER } from '../domain/other.ts';
import { InternedHit } from './interned-hit.ts';
import type { KnownValues } from './known-values.ts';
import { newValueBound } from './new-values.ts';
import { type FoldableHit, UNIT, WIDTH } from './text-table.ts';
import { UnitBound } from './units.ts';
import { Witnesses } from './witnesses.ts';

/** The hits of one fold, with numbers in place of texts. */
export interface Interned {
  readonly hits: FoldHit[];
  /** Returns whether a hit, given by its position, has a text that is not stored yet, or could get one. */
  hasNew(index: number): boolean;
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
  dialect: Dialect,
  website: number,
  hits: readonly FoldableHit[],
  options: { known: KnownValues; state: FoldState; maxNewValues: number },
): Promise<Interned> {
  const known = await options.known.of(tx, dialect, website, options.state);
  /** The texts that are not known, each at the place of its id, negated. */
  const texts = [''];
  const idOfText = (text: string): number => {
    if (text === '') return 0;
    const id = known.get(text) ?? -texts.length;
    if (id < 0) texts.push(text);
    return id;
  };
  const listed = hits[0]?.texts.texts ?? [];
  const ids = Int32Array.from(listed, idOfText);
  const hasUnits = hits.some(({ texts, row }) => texts.rows[row + UNIT] !== 0);
  // A text beyond the limit, and an amount in a unit beyond it, get this one, whether or not a hit has it.
  let other = 0;
  if (hasUnits || texts.length > 1) {
    const place = listed.indexOf(OTHER);
    other = place < 0 ? idOfText(OTHER) : (ids[place] as number);
  }
  const mayBeStored = texts.length > 1 && !known.areAll;
  const found = mayBeStored ? await findUnknown(tx, dialect, website, texts) : NOTHING;
  for (let place = 0; found.size > 0 && place < ids.length; place++)
    ids[place] = found.get(ids[place] as number) ?? (ids[place] as number);
  other = found.get(other) ?? other;
  const table = new Int32Array(hits.length * WIDTH);
  /** For each hit, whether one of its ids in the table is below 0. */
  const areNew = new Uint8Array(hits.length);
  for (let index = 0, at = 0; index < hits.length; index++) {
    const { texts, row } = hits[index] as FoldableHit;
    for (let place = 0; place < WIDTH; place++) {
      const id = ids[texts.rows[row + place] as number] as number;
      table[at++] = id;
      if (id < 0) areNew[index] = 1;
    }
  }
  /** The ids of the keys and values of the hits that have any. */
  const described = new Map<FoldableHit, Int32Array>();
  for (const hit of hits)
    if (hit.properties.length > 0)
      described.set(
        hit,
        hit.properties.map(number => ids[number] as number),
      );

  const isComplete = found.size === texts.length - 1;
  const witnesses = new Witnesses(website, texts, options.known.refused);
  if (!isComplete) witnesses.add(hits, table, described);
  const bound = isComplete ? undefined : await newValueBound(tx, website, hits, options.maxNewValues, witnesses);
  const withUnits = hits.flatMap(({ amount }, index) =>
    amount === null || table[index * WIDTH + UNIT] === 0 ? [] : [index * WIDTH],
  );
  const ofEvents = withUnits.map((at): EventUnit => [table[at + ROLLUP_EVENT] as number, table[at + UNIT] as number]);
  const units = ofEvents.length === 0 ? undefined : await UnitBound.read(tx, dialect, website, ofEvents, other);
  const values = { table, described, bound, units, other };
  const given = new Map<number, number>();
  let { nextValue } = options.state;
  const idOf = (id: number): number => {
    if (id >= 0) return id;
    let real = given.get(id);
    if (real === undefined) {
      real = nextValue++;
      given.set(id, real);
    }
    return real;
  };
  return {
    hits: hits.map((hit, index) => new InternedHit(hit, values, index * WIDTH)),
    hasNew(index) {
      if (isComplete) return false;
      if (areNew[index] === 1) return true;
      const hit = hits[index] as FoldableHit;
      // Units and properties that are beyond a limit become `(other)`.
      if (other < 0 && (table[index * WIDTH + UNIT] !== 0 || hit.properties.length > 0)) return true;
      return described.get(hit)?.some(isBelow) === true;
    },
    idOf,
    async write(writer, dialect, sums) {
      await insertRows(writer, {
        table: 'stat_value',
        columns: ['website_id', 'id', 'hash', 'value'],
        rows: [...given].map(([id, real]) => {
          const text = texts[-id] as string;
          return [website, real, `x'${valueHash(text)}'`, new Text(text)];
        }),
      });
      if (bound) {
        await addNewValues(writer, dialect, website, bound.added(sums, other));
        await addNewProperties(writer, dialect, website, bound.properties.values(idOf));
      }
      return nextValue;
    },
    remember() {
      witnesses.remember();
      for (const [id, real] of found) known.keep(texts[-id] as string, real);
      for (const [id, real] of given) known.keep(texts[-id] as string, real);
    },
  };
}

function isBelow(id: number): boolean {
  return id < 0;
}

const NOTHING: ReadonlyMap<number, number> = new Map();

/** Returns the stored ids of unknown texts, by the number below 0 that stands for the text. */
async function findUnknown(
  tx: Executor,
  dialect: Dialect,
  website: number,
  texts: readonly string[],
): Promise<ReadonlyMap<number, number>> {
  const hashes = new Map(texts.slice(1).map((text, index) => [valueHash(text), -index - 1]));
  const found = new Map<number, number>();
  for (const [hash, id] of await findValueIds(tx, dialect, website, [...hashes.keys()])) {
    const unknown = hashes.get(hash);
    if (unknown !== undefined) found.set(unknown, id);
  }
  return found;
}
