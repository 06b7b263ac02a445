import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialect } from '../db/dialect.ts';
import { voidDamaged } from '../db/rollups/block-state.ts';
import { dateOf } from '../domain/calendar.ts';
import type { DayRange } from '../domain/range.ts';

/** Milliseconds until damaged blocks are reported again that could not be marked. */
const AGAIN = 60_000;

/** Has damaged blocks packed again; until then, every read finds them out. */
export class Repairs {
  readonly #dialect: Dialect;
  readonly #report: (error: Error) => void;
  readonly #running = new Set<number>();

  constructor(dialect: Dialect, report: (error: Error) => void) {
    this.#dialect = dialect;
    this.#report = report;
  }

  /** Marks the blocks of these days in the background, unless it is at work on the website. */
  begin(website: number, days: DayRange): void {
    if (this.#running.has(website)) return;
    this.#running.add(website);
    const { from, to } = { from: dateOf(days.from), to: dateOf(days.to) };
    this.#report(new Error(`The packed data of website ${website} from ${from} to ${to} is damaged.`));
    voidDamaged(this.#dialect, website, days)
      .catch(async (error: Error) => {
        this.#report(new Error(`What is damaged could not be marked yet (${error.message}).`));
        await sleep(AGAIN, undefined, { ref: false });
      })
      .finally(() => this.#running.delete(website));
  }
}
