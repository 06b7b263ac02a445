import { columnName, type StoredMetric } from '../../domain/metrics.ts';
import type { DayRange } from '../../domain/range.ts';
import type { Dialect, Executor } from '../dialect.ts';
import { spaced } from '../spaced.ts';
import { int } from '../sql.ts';
import { BLOCK_STATE, type BlockState, blockStateOf, spanOf, UNPACKED } from './block-state.ts';
import { IMPORT_PERIODS, type ImportPeriod, numbersOf } from './imported.ts';
import { type BlockPeriod, daysOfPeriod, isSealed, PERIODS, packedPeriods, SEAL, sealIn } from './seals.ts';

/** A part of the rollups: some websites, one rollup, and days, or packed weeks or months, from first to last. */
export type RollupSlice = Rows | Blocks | Imported;

interface Slice {
  readonly websites: readonly number[];
  readonly rollup: number;
  readonly from: number;
  readonly to: number;
}

interface Rows extends Slice {
  readonly source: 'rows';
  readonly metrics: readonly StoredMetric[];
  /** The id of a row: its value, the day itself (only the value 0 is read), or the hour as `day * 24 + hour`. */
  readonly by: 'value' | 'day' | 'hour';
}

/** Packed blocks, as far as the state says that they are valid; always by value, with all metrics. */
interface Blocks extends Slice {
  readonly source: 'blocks';
  readonly period: BlockPeriod;
}

/** Packed sums of imports, with all metrics, by value or in the period `time` by day or hour. */
interface Imported extends Slice {
  readonly source: 'imports';
  readonly period: ImportPeriod;
  readonly imports: readonly number[];
}

/** How far a website is folded and packed; versions and day are 0 before its first hit. */
export interface FoldedState {
  readonly version: number;
  readonly closedVersion: number;
  /** The latest day (since 1970-01-01) with hits; all days before it are closed. */
  readonly openDay: number;
  /** What has valid blocks; day and month are -1 when there are none. */
  readonly packed: BlockState;
  /** The number of different values of all statistics together. */
  readonly values: number;
  /** The imports whose sums are added to the rollups. */
  readonly imports: readonly number[];
}

const UNFOLDED: FoldedState = {
  version: 0,
  closedVersion: 0,
  openDay: 0,
  packed: UNPACKED,
  values: 0,
  imports: [],
};

/** A slice is one text `id sum sum,id sum sum`, in which an id occurs once per row, or packed blocks. */
export type SliceBody = string | Uint8Array;

/** The states of the websites, and for each slice its bodies by website; a website without any is missing there. */
export interface RollupAnswer {
  readonly states: ReadonlyMap<number, FoldedState>;
  readonly bodies: readonly ReadonlyMap<number, readonly SliceBody[]>[];
  /** The days of which blocks are damaged or missing, by website: its bodies are of no use. */
  readonly damaged: ReadonlyMap<number, DayRange>;
}

/** Reads slices and states in one, consistent statement; texts and blocks are several times faster than rows. */
export async function readRollups(
  executor: Executor,
  dialect: Dialect,
  websites: readonly number[],
  slices: readonly RollupSlice[],
): Promise<RollupAnswer> {
  const blocks = new PackedSlices(slices);
  const parts = [
    stateSelect(dialect, websites),
    ...slices.map((slice, part) => {
      if (slice.source === 'rows') return rowsSelect(dialect, part, slice);
      return slice.source === 'blocks'
        ? blocksSelect(dialect, part, slice, slice.rollup)
        : importsSelect(dialect, part, slice);
    }),
    ...blocks.sealed.map((slice, at) => blocksSelect(dialect, slices.length + at, slice, SEAL)),
  ];
  const rows = await executor.all<AnswerRow>(parts.join(' UNION ALL '));
  const states = new Map(websites.map(website => [website, UNFOLDED]));
  const bodies = slices.map(() => new Map<number, SliceBody[]>());
  for (const { part, website, at, body } of rows) {
    if (body === null) continue;
    if (part < 0) {
      states.set(website, stateOf(textOf(body)));
      continue;
    }
    const { source } = slices[part] ?? { source: 'seals' };
    if (source === 'blocks' || source === 'seals') blocks.add(part, website, at, body as Buffer);
    if (source === 'seals') continue;
    const ofSlice = bodies[part] as Map<number, SliceBody[]>;
    const one = source === 'rows' ? textOf(body) : (body as Buffer);
    const before = ofSlice.get(website);
    if (before) before.push(one);
    else ofSlice.set(website, [one]);
  }
  return { states, bodies, damaged: blocks.damaged(states) };
}

interface AnswerRow {
  readonly part: number;
  readonly website: number;
  readonly at: number;
  readonly body: string | Buffer | null;
}

/** The blocks that were read and their seals, which all statistics of the same periods share. */
export class PackedSlices {
  /** One slice for each stretch of periods that has blocks in the answer; their seals follow the slices. */
  readonly sealed: Blocks[] = [];
  readonly #slices: readonly RollupSlice[];
  /** Where the seals of a slice are. */
  readonly #sealsOf = new Map<number, number>();
  readonly #found: (Map<number, Map<number, Uint8Array | null>> | undefined)[] = [];

  constructor(slices: readonly RollupSlice[]) {
    this.#slices = slices;
    const places = new Map<string, number>();
    for (const [part, slice] of slices.entries()) {
      if (slice.source !== 'blocks') continue;
      const key = `${slice.period} ${slice.from} ${slice.to} ${slice.websites}`;
      const place = places.get(key) ?? slices.length + this.sealed.push(slice) - 1;
      places.set(key, place);
      this.#sealsOf.set(part, place);
    }
  }

  add(part: number, website: number, at: number, body: Buffer): void {
    const ofPart = this.#found[part] ?? new Map<number, Map<number, Uint8Array | null>>();
    this.#found[part] = ofPart;
    const ofWebsite = ofPart.get(website) ?? new Map<number, Uint8Array | null>();
    ofPart.set(website, ofWebsite);
    ofWebsite.set(at, part < this.#slices.length ? body : sealIn(body));
  }

  /** Returns the days of the blocks that are damaged or missing, by website. */
  damaged(states: ReadonlyMap<number, FoldedState>): Map<number, DayRange> {
    const damaged = new Map<number, DayRange>();
    for (const [part, place] of this.#sealsOf) {
      const { websites, rollup, period, from, to } = this.#slices[part] as Blocks;
      for (const website of websites) {
        const bodies = this.#found[part]?.get(website);
        const seals = this.#found[place]?.get(website);
        for (const at of packedPeriods((states.get(website) ?? UNFOLDED).packed, period, from, to)) {
          if (isSealed(seals?.get(at), rollup, bodies?.get(at))) continue;
          const days = daysOfPeriod(period, at);
          damaged.set(website, spanOf(days, damaged.get(website)));
        }
      }
    }
    return damaged;
  }
}

function stateOf(text: string): FoldedState {
  const parts = text.split(' ');
  const imports = numbersOf(parts.pop() ?? '');
  const [version = 0, closedVersion = 0, openDay = 0, next = 1, ...packed] = parts.map(Number);
  return { version, closedVersion, openDay, packed: blockStateOf(packed), values: next - 1, imports };
}

/** An engine returns texts as bytes when a result has both texts and blocks. */
function textOf(body: string | Buffer): string {
  return typeof body === 'string' ? body : body.toString('latin1');
}

function stateSelect(dialect: Dialect, websites: readonly number[]): string {
  const packed = BLOCK_STATE.map(column => `COALESCE(b.${column}, -1)`);
  const imports = "COALESCE(f.imports, '')";
  const state = spaced(['f.version', 'f.closed_version', 'f.open_day', 'f.next_value', ...packed, imports]);
  return `SELECT -1 AS part, f.website_id AS website, 0 AS at, ${state} AS body FROM website_fold f LEFT JOIN rollup_block_state b ON b.website_id = f.website_id WHERE ${dialect.among('f.website_id', websites)}`;
}

function blocksSelect(dialect: Dialect, part: number, { websites, period, from, to }: Blocks, name: number): string {
  return `SELECT ${part} AS part, website_id AS website, at, body FROM rollup_block WHERE ${dialect.among('website_id', websites)} AND name = ${int(name)} AND period = ${PERIODS[period]} AND at BETWEEN ${int(from)} AND ${int(to)}`;
}

function importsSelect(dialect: Dialect, part: number, slice: Imported): string {
  const { websites, rollup, period, from, to, imports } = slice;
  return `SELECT ${part} AS part, website_id AS website, at, body FROM import_block WHERE ${dialect.among('website_id', websites)} AND import_id IN (${imports.map(int).join(',')}) AND name = ${int(rollup)} AND period = ${IMPORT_PERIODS[period]} AND at BETWEEN ${int(from)} AND ${int(to)}`;
}

function rowsSelect(dialect: Dialect, part: number, slice: Rows): string {
  const { websites, rollup, from, to, metrics, by } = slice;
  const id = { value: 'value_id', day: 'day', hour: '(day * 24 + value_id)' }[by];
  const row = spaced([id, ...metrics.map(metric => `COALESCE(${columnName(metric)}, 0)`)]);
  const where = [
    dialect.among('website_id', websites),
    `name = ${int(rollup)}`,
    `day BETWEEN ${int(from)} AND ${int(to)}`,
  ];
  if (by === 'day') where.push('value_id = 0');
  const [only, ...others] = websites;
  const website = others.length === 0 ? int(only as number) : 'website_id';
  return `SELECT ${part} AS part, ${website} AS website, 0 AS at, GROUP_CONCAT(${row}) AS body FROM rollup_day WHERE ${where.join(' AND ')}${others.length === 0 ? '' : ' GROUP BY website_id'}`;
}
