import type { AppError } from '../errors.ts';
import type { Asker } from './budget.ts';
import type { GoalResult, GoalsQuery } from './goals.ts';
import type { HeatmapCell } from './heatmap.ts';
import type { PeriodQuery, Source, StatPage, StatsQuery, TimeseriesQuery } from './query.ts';
import type { Totals } from './summary.ts';
import type { Series } from './timeseries.ts';

/**
 * Reads statistics; all queries of one tick on the same website become one statement, filtered ones one pass over its
 * visits per filter and range. Throws UNAVAILABLE when the database is unavailable or a read would take too long.
 */
export interface AnswerLoader {
  load(query: StatsQuery): Promise<StatPage>;
  summary(query: PeriodQuery): Promise<Totals & Source>;
  timeseries(query: TimeseriesQuery): Promise<Series & Source>;
  heatmap(query: PeriodQuery): Promise<Source & { readonly cells: readonly HeatmapCell[] }>;
  goals(query: GoalsQuery): Promise<readonly GoalResult[]>;
  /** Makes all further pages of a list consistent, until the returned function is called. */
  keep(): () => void;
}

/** One call of a loader, as plain data. */
export type Question = {
  [Name in Exclude<keyof AnswerLoader, 'keep'>]: {
    readonly name: Name;
    readonly query: Parameters<AnswerLoader[Name]>[0];
  };
}[Exclude<keyof AnswerLoader, 'keep'>];

/** What one request asks at a time. */
export interface Task {
  readonly questions: readonly Question[];
  /** Milliseconds since 1970, UTC: every hit acknowledged on this machine before then is in the database by now. */
  readonly freshAt: number;
  /** The request, if it keeps what it reads, and whether this is its first task. */
  readonly kept: { readonly id: number; readonly isFirst: boolean } | null;
}

/**
 * The result of a question as JSON, which the receiver can parse one by one; or its error as plain data, because threads
 * lose the classes of errors.
 */
export type Outcome =
  | { readonly json: string }
  | { readonly refused: Pick<AppError, 'code' | 'message' | 'retryAfter' | 'fields'> }
  | { readonly failed: unknown };

/** Answers questions in another thread. */
export interface Answering {
  /** Returns one outcome for each question. Throws UNAVAILABLE and RATE_LIMITED. */
  answer(asker: Asker, task: Task): Promise<readonly Outcome[]>;
  /** Keeps what a request reads there until the returned function is called. */
  keep(asker: Asker, id: number): () => void;
}
