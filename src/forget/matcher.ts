import type { Part } from '../counting/columns.ts';
import type { IdFilter } from '../counting/id-filter.ts';
import { columnsOf } from '../counting/questions.ts';
import { select } from '../counting/selection.ts';
import type { Database } from '../db/open.ts';
import { readVisitorsAt, type StrayHit, type VisitKey } from '../db/visits/forget.ts';
import { type ForgetChoice, isOfHits } from '../domain/forget.ts';
import { instantOf } from '../domain/time-zone.ts';
import { partOfStrays } from '../fold/forget.ts';
import { Budget, SERVICE } from '../stats/budget.ts';
import { idFiltersOf } from '../stats/condition.ts';
import { Dictionary } from '../stats/dictionary.ts';
import type { Website } from '../websites/website.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** A choice with value ids in place of texts, and instants in place of clock times. */
export class Matcher {
  readonly #filter: IdFilter;
  /** Milliseconds since 1970, UTC; the end is not included. */
  readonly #span: { readonly from: number; readonly to: number };
  /** 16 hex digits each; null for all visitors. */
  readonly #visitors: ReadonlySet<string> | null;
  /** Whether the choice can be made among hits that belong to no visit. */
  readonly hasStrays: boolean;
  /** The columns of a part that are needed to choose visits. */
  readonly columns: ReadonlySet<string>;

  private constructor(
    filter: IdFilter,
    span: { from: number; to: number },
    visitors: Set<string> | null,
    hasStrays: boolean,
  ) {
    this.#filter = filter;
    this.#span = span;
    this.#visitors = visitors;
    this.hasStrays = hasStrays;
    this.columns = columnsOf(filter, { name: 'sums', asked: [] });
  }

  /** Looks up the texts and the visitor of a choice. */
  static async of(
    database: Database,
    { id, timezone }: Pick<Website, 'id' | 'timezone'>,
    choice: ForgetChoice,
  ): Promise<Matcher> {
    const { from, to, fromMinute, toMinute, visitorAt, page, filter } = choice;
    const { dialect } = database;
    const goals = page === null ? [] : [{ kind: 'PAGE', pattern: page } as const];
    const sources = { dialect, dictionary: new Dictionary(dialect) };
    const ids = await new Budget(SERVICE).inTurn(meter => idFiltersOf({ website: id, filter, goals }, sources, meter));
    const at = (day: number, minute: number) => instantOf(day * DAY + minute * MINUTE, timezone);
    return new Matcher(
      { and: [ids.filter, ...ids.goals] },
      {
        from: fromMinute === null ? Number.NEGATIVE_INFINITY : at(from, fromMinute),
        to: toMinute === null ? Number.POSITIVE_INFINITY : at(to, toMinute),
      },
      visitorAt === null ? null : new Set(await readVisitorsAt(dialect, id, choice, visitorAt)),
      isOfHits(filter),
    );
  }

  /** Returns the visits of a part that are chosen; `keys` are those of all of them, in the same order. */
  visits(part: Part, keys: readonly VisitKey[]): VisitKey[] {
    if (part.count.visit !== keys.length)
      throw new Error(`A day has ${part.count.visit} visits and, at the same moment, ${keys.length}.`);
    const found = Array.from(select(part, this.#filter, Uint8Array.of(1)).visits, at => keys[at] as VisitKey);
    return found.filter(({ visitor, firstAt }) => this.#isWanted(visitor, firstAt));
  }

  /** Returns the chosen hits among some that belong to no visit. */
  strays(day: number, hits: readonly StrayHit[]): StrayHit[] {
    if (hits.length === 0) return [];
    const found = select(partOfStrays(day, hits), this.#filter, Uint8Array.of(1)).visits;
    return Array.from(found, at => hits[at] as StrayHit).filter(({ visitor, at }) => this.#isWanted(visitor, at));
  }

  #isWanted(visitor: string, at: number): boolean {
    const { from, to } = this.#span;
    return at >= from && at < to && (this.#visitors?.has(visitor) ?? true);
  }
}
