import { ROLLUP_DAY } from '../counting/rollups.ts';
import type { Executor } from '../db/dialect.ts';
import { type RunUnit, readRuns, removeRuns } from '../db/rollups/import-runs.ts';
import { type ImportBlock, writeImportBlocks } from '../db/rollups/imported.ts';
import { isNumbered } from './sums-batch.ts';
import { daysOfRun, PartSums } from './sums-runs.ts';

/** Runs that are read at once; each is at most as large as a batch. */
const RUNS = 64;

/** Merges what the batches of an import add into blocks of days and months. Its memory does not depend on the import. */
export class RunMerger {
  readonly #days = new Map<number, PartSums>();
  readonly #month = new PartSums();
  readonly #idle: PartSums[] = [];

  /** Merges these units in a transaction, and removes their runs. */
  async merge(tx: Executor, website: number, importId: number, units: readonly RunUnit[]): Promise<void> {
    for (const unit of units) {
      this.#clear();
      let after = -1;
      for (let isLast = false; !isLast; ) {
        const runs = await readRuns(tx, website, importId, unit, after, RUNS);
        for (const { body } of runs)
          for (const [day, block] of daysOfRun(unit.month, body)) this.#sumsOf(day).add(block);
        after = runs.at(-1)?.batch ?? after;
        isLast = runs.length < RUNS;
      }
      await writeImportBlocks(tx, website, importId, this.#take(unit));
      await removeRuns(tx, website, importId, unit);
    }
  }

  #sumsOf(day: number): PartSums {
    let sums = this.#days.get(day);
    if (!sums) {
      sums = this.#idle.pop() ?? new PartSums();
      this.#days.set(day, sums);
    }
    return sums;
  }

  /** A transaction that failed leaves sums behind. */
  #clear(): void {
    for (const sums of [...this.#days.values(), this.#month]) sums.take();
    this.#idle.push(...this.#days.values());
    this.#days.clear();
  }

  #take({ rollup, month, part }: RunUnit): ImportBlock[] {
    const blocks: ImportBlock[] = [];
    for (const [at, sums] of this.#days) {
      const body = sums.take();
      this.#month.add(body);
      blocks.push({ rollup, period: 'day', at, part, body });
      if (!isNumbered(rollup)) continue;
      sums.add(body);
      const timed = sums.take(hour => (rollup === ROLLUP_DAY ? at : at * 24 + hour));
      blocks.push({ rollup, period: 'time', at, part, body: timed });
    }
    blocks.push({ rollup, period: 'month', at: month, part, body: this.#month.take() });
    return blocks;
  }
}
