import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAYS_OF_MONTH, type MadeShape, makeColumns } from './made-columns.ts';
import type { MadeOrder, MadeResult } from './made-process.ts';
import { MADE_QUESTIONS } from './made-questions.ts';
import { runJson } from './run-json.ts';
import { median } from './run-load.ts';
import { verdict } from './statistics.ts';

const MOST_TIMES = 10;
const MONTHS = 12;
const CELLS = { first: 'first', repeated: 'repeated', cpu: 'CPU', cpuAgain: 'CPU repeated' } as const;
const SMALL: MadeShape = { website: 1, months: 1, parts: 1, visits: 8_000 };
/** About 10 and 100 million hits, of 2.6 a visit. */
const TEN: MadeShape = { website: 2, months: MONTHS, parts: 1, visits: 320_000 };
const HUNDRED: MadeShape = { website: 3, months: MONTHS, parts: 8, visits: 400_000 };

/** Prints what questions over 10 and 100 million hits cost, in columns that are made without a database. */
export async function measureLarge(dir: string | null, rounds: number): Promise<void> {
  const folder = dir === null ? mkdtempSync(join(tmpdir(), 'footfall-bench-')) : join(dir, 'made');
  try {
    const began = performance.now();
    makeColumns(folder, SMALL);
    const hits = [TEN, HUNDRED].map(shape => makeColumns(folder, shape).toLocaleString('en-US'));
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    console.log(
      `\n${hits.join(' and ')} hits over ${MONTHS * DAYS_OF_MONTH} days, in columns alone (made in ${seconds} s); medians of ${rounds} processes, in ms`,
    );
    for (const { title } of MADE_QUESTIONS) {
      const ten: MadeResult[] = [];
      const hundred: MadeResult[] = [];
      for (let round = 0; round < rounds; round++)
        for (const [shape, results] of [
          [TEN, ten],
          [HUNDRED, hundred],
        ] as const) {
          const order: MadeOrder = { folder, small: SMALL.website, large: shape.website, title };
          results.push(await runJson<MadeResult>('made-process.ts', order));
        }
      print(title, ten, hundred);
    }
  } finally {
    if (dir === null) rmSync(folder, { recursive: true, force: true });
  }
}

function print(title: string, ten: readonly MadeResult[], hundred: readonly MadeResult[]): void {
  const of = (results: readonly MadeResult[], name: keyof MadeResult) => median(results.map(result => result[name]));
  const cells = (Object.keys(CELLS) as (keyof typeof CELLS)[]).map(name => {
    const [small, large] = [of(ten, name), of(hundred, name)];
    const times = large / small;
    return `${CELLS[name]} ${small.toFixed(0)} -> ${large.toFixed(0)} (${times.toFixed(1)} times: ${verdict(times <= MOST_TIMES)})`;
  });
  const bytes = [ten, hundred].map(results => (of(results, 'bytes') / 1e6).toFixed(0));
  const peaks = [ten, hundred].map(results => (of(results, 'peak') / 2 ** 20).toFixed(0));
  console.log(
    `  ${title.padEnd(36)}${cells.map(cell => cell.padEnd(44)).join('')}${bytes.join(' -> ')} MB read, peak ${peaks.join(' -> ')} MiB`,
  );
}
