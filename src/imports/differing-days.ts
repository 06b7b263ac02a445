import { dateOf } from '../domain/calendar.ts';
import { columnName, STORED_METRICS } from '../domain/metrics.ts';

/** The totals of a day, by the number of each stored metric, and the imports that have it. */
interface Day {
  readonly imports: readonly number[];
  readonly earlier: Float64Array;
  readonly files: Float64Array;
}

/** Finds the days that have different totals in an earlier import, such as the one on which that export was made. */
export class DifferingDays {
  readonly #days = new Map<number, Day>();

  /** Adds totals that the files have of a day, which these imports have as well. */
  see(
    day: number,
    files: Float64Array,
    earlier: readonly { readonly importId: number; readonly totals: Float64Array }[],
  ) {
    let found = this.#days.get(day);
    if (!found) {
      const none = () => new Float64Array(STORED_METRICS.length);
      found = { imports: earlier.map(({ importId }) => importId), earlier: none(), files: none() };
      this.#days.set(day, found);
      for (const { totals } of earlier) add(found.earlier, totals);
    }
    add(found.files, files);
  }

  /** Returns a sentence on these days; none if there are none. */
  get notes(): string[] {
    const differing = [...this.#days]
      .flatMap(([day, totals]) => {
        const metric = STORED_METRICS.findIndex((_, at) => differs(totals, at));
        return metric < 0 ? [] : [{ day, metric, ...totals }];
      })
      .sort((a, b) => a.day - b.day);
    const last = differing.at(-1);
    if (!last) return [];
    const { day, metric, earlier, files } = last;
    const name = columnName(STORED_METRICS[metric] ?? 'pageviews');
    const counts = `on ${dateOf(day)}, it has ${earlier[metric]} ${name} and these files have ${files[metric]}`;
    const imports = [...new Set(differing.flatMap(one => one.imports))].join(', ');
    return [
      `An earlier import has different counts for ${differing.length} of these days and keeps them: ${counts}; to use the counts of these files, undo import ${imports} first.`,
    ];
  }
}

function add(sum: Float64Array, counts: Float64Array): void {
  counts.forEach((count, at) => {
    sum[at] = (sum[at] as number) + count;
  });
}

/** A metric that only one of them has is not compared. */
function differs({ earlier, files }: Day, metric: number): boolean {
  return earlier[metric] !== 0 && files[metric] !== 0 && earlier[metric] !== files[metric];
}
