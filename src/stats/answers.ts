import { AppError } from '../errors.ts';
import type { Asker } from './budget.ts';
import type { Explained } from './explain.ts';
import type { ExplainedHour } from './explain-hour.ts';
import type { FunnelQuery, ReachedStep } from './funnel.ts';
import type { GoalResult, GoalsQuery } from './goals.ts';
import type { Heatmap } from './heatmap.ts';
import type { JourneyLevel, JourneysQuery } from './journeys.ts';
import type { PropertiesQuery, PropertyKey } from './properties.ts';
import type { ExplainQuery, HourQuery, PeriodQuery, Source, StatPage, StatsQuery, TimeseriesQuery } from './query.ts';
import type { Returns } from './returns.ts';
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
  heatmap(query: PeriodQuery): Promise<Heatmap & Source>;
  goals(query: GoalsQuery): Promise<readonly GoalResult[]>;
  funnel(query: FunnelQuery): Promise<Source & { readonly steps: readonly ReachedStep[] }>;
  journeys(query: JourneysQuery): Promise<Source & { readonly levels: readonly JourneyLevel[] }>;
  returns(query: PeriodQuery): Promise<Returns>;
  explain(query: ExplainQuery): Promise<Explained>;
  explainHour(query: HourQuery): Promise<ExplainedHour>;
  properties(query: PropertiesQuery): Promise<readonly PropertyKey[]>;
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

/** The result of a question as JSON, which the receiver can parse one by one; or its error. */
export type Outcome = { readonly json: string } | { readonly error: PlainError };

/**
 * An error as plain data: threads lose the classes of errors, and those of drivers have properties that cannot be sent.
 * From the name and the properties, the log recognises texts that it must clean.
 */
export interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly cause: PlainError | undefined;
  readonly properties: Readonly<Record<string, string | number>>;
  /** Only of an error that is meant for the caller. */
  readonly refused: Pick<AppError, 'code' | 'retryAfter' | 'fields'> | undefined;
}

const PROPERTIES = ['code', 'errno', 'sqlState', 'syscall'];
const MOST_CAUSES = 5;

export function toPlainError(thrown: unknown, depth = 0): PlainError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack, cause } = error;
  const found = PROPERTIES.map(
    property => [property, (error as unknown as Record<string, unknown>)[property]] as const,
  );
  const known = found.filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return {
    name,
    message,
    stack: stack ?? '',
    cause: cause === undefined || depth === MOST_CAUSES ? undefined : toPlainError(cause, depth + 1),
    properties: Object.fromEntries(known) as PlainError['properties'],
    refused:
      error instanceof AppError ? { code: error.code, retryAfter: error.retryAfter, fields: error.fields } : undefined,
  };
}

export function fromPlainError({ name, message, stack, cause: plainCause, properties, refused }: PlainError): Error {
  const cause = plainCause && fromPlainError(plainCause);
  if (!refused) return Object.assign(new Error(message, cause && { cause }), { name, stack }, properties);
  const { code, retryAfter, fields } = refused;
  const more = { ...(retryAfter !== undefined && { retryAfter }), ...(fields && { fields }), ...(cause && { cause }) };
  return Object.assign(new AppError(code, message, more), { stack });
}

/** Answers questions in another thread. */
export interface Answering {
  /** Returns one outcome for each question. Throws UNAVAILABLE and RATE_LIMITED. */
  answer(asker: Asker, task: Task): Promise<readonly Outcome[]>;
  /** Keeps what a request reads there until the returned function is called. */
  keep(asker: Asker, id: number): () => void;
}
