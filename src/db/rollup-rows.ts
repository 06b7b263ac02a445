import type { Metric } from '../domain/statistic.ts';
import { type BlockPeriod, PERIODS, type Period } from './block-rows.ts';
import type { Dialect } from './dialect.ts';
import { int } from './fold-rows.ts';

/** What is read: of one rollup, between two days, weeks or months (inclusive). */
export type RollupSlice = Rows | Blocks;

interface Slice {
  readonly rollup: number;
  readonly from: number;
  readonly to: number;
}

/** The rows themselves. */
interface Rows extends Slice {
  readonly source: 'rows';
  readonly period: Period;
  readonly metrics: readonly Metric[];
  /** What a row is known by: its value, the day itself (then only the value 0 is read), or day and hour as `day * 24 + hour`. */
  readonly by: 'value' | 'day' | 'hour';
}

/** Packed blocks, as far as the state says they are good; always by value, with all metrics. */
interface Blocks extends Slice {
  readonly source: 'blocks';
  readonly period: BlockPeriod;
}

/** How far a website is folded and packed; all zero before its first hit. */
export interface FoldedState {
  readonly version: number;
  readonly closedVersion: number;
  readonly openDay: number;
  /** Last day and month whose blocks are good, and those of all weeks that end by that day; -1 when none is. */
  readonly packedDay: number;
  readonly packedMonth: number;
}

/** What a slice comes as: one text `id sum sum,id sum sum` with an id as often as it has rows, or packed blocks. */
export type SliceBody = string | Uint8Array;

/**
 * Reads slices and the state in one statement, so that they are of one moment. Texts and blocks are several times faster
 * than rows of their own.
 */
export async function readRollups(
  dialect: Dialect,
  website: number,
  slices: readonly RollupSlice[],
): Promise<{ state: FoldedState; bodies: SliceBody[][] }> {
  const state = dialect.join(
    'f.version',
    "' '",
    'f.closed_version',
    "' '",
    'f.open_day',
    "' '",
    'COALESCE(b.day, -1)',
    "' '",
    'COALESCE(b.month, -1)',
  );
  const parts = [
    `SELECT -1 AS part, ${state} AS body FROM website_fold f LEFT JOIN rollup_block_state b ON b.website_id = f.website_id WHERE f.website_id = ${int(website)}`,
    ...slices.map(
      (slice, index) =>
        `SELECT ${index} AS part, ${slice.source === 'rows' ? sliceBody(dialect, website, slice) : blockBodies(website, slice)}`,
    ),
  ];
  const rows = await dialect.all<{ part: number; body: string | Buffer | null }>(parts.join(' UNION ALL '));
  const bodies: SliceBody[][] = slices.map(() => []);
  let found: FoldedState = { version: 0, closedVersion: 0, openDay: 0, packedDay: -1, packedMonth: -1 };
  for (const { part, body } of rows) {
    if (body === null) continue;
    if (part >= 0) {
      const isText = slices[part]?.source === 'rows';
      bodies[part]?.push(isText ? textOf(body) : (body as Buffer));
    } else {
      const [version = 0, closedVersion = 0, openDay = 0, packedDay = -1, packedMonth = -1] = textOf(body)
        .split(' ')
        .map(Number);
      found = { version, closedVersion, openDay, packedDay, packedMonth };
    }
  }
  return { state: found, bodies };
}

/** Where texts and blocks meet in one result, an engine gives both as bytes. */
function textOf(body: string | Buffer): string {
  return typeof body === 'string' ? body : body.toString('latin1');
}

function blockBodies(website: number, { rollup, period, from, to }: Blocks): string {
  return `body FROM rollup_block WHERE website_id = ${int(website)} AND name = ${int(rollup)} AND period = ${PERIODS[period]} AND at BETWEEN ${int(from)} AND ${int(to)}`;
}

function sliceBody(dialect: Dialect, website: number, { rollup, period, from, to, metrics, by }: Rows): string {
  const id = { value: 'value_id', day: 'day', hour: '(day * 24 + value_id)' }[by];
  const row = dialect.join(id, ...metrics.flatMap(metric => ["' '", `COALESCE(${metric}, 0)`]));
  const where = [
    `website_id = ${int(website)}`,
    `name = ${int(rollup)}`,
    `${period} BETWEEN ${int(from)} AND ${int(to)}`,
  ];
  if (by === 'day') where.push('value_id = 0');
  return `${dialect.concat(row)} AS body FROM rollup_${period} WHERE ${where.join(' AND ')}`;
}
