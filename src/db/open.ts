import type { Transaction } from 'sequelize';
import { AppError } from '../errors.ts';
import { type Dialect, mayPass } from './dialect.ts';
import { MysqlDialect } from './dialects/mysql.ts';
import { SqliteDialect } from './dialects/sqlite.ts';
import { defineModels, type Models } from './models/all.ts';
import { Revocations } from './revocations.ts';
import { retriedTransaction } from './transaction.ts';

/** The opaque handle that the rest of the code passes around: an engine and the models of its small tables. */
export interface Database extends Readonly<Models> {
  readonly dialect: Dialect;
  readonly revocations: Revocations;
  /** Runs `work` in a transaction, again after each conflict, so `work` must change nothing but the database. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface DatabaseOptions {
  /** The DATA_DIR in which revocations are listed; without it, they are not. */
  readonly folder?: string;
  readonly poolSize?: number;
  /** KiB of pages that each connection keeps in memory which only reads a SQLite file. */
  readonly readCache?: number;
  /** Milliseconds that a statement may take. */
  readonly timeout?: number;
  /** Called with the text of every statement before it is sent, except those that prepare a connection. */
  readonly onStatement?: (sql: string) => void;
}

/** In milliseconds; a caller may give its statements another limit. */
export const TIMEOUTS = { connect: 3_000, statement: 5_000 };

/** Opens `sqlite:PATH` or `mysql://user:password@host:port/name`. Nothing is connected or migrated yet. */
export function openDatabase(
  url: string,
  { folder, poolSize = 10, readCache, timeout = TIMEOUTS.statement, onStatement }: DatabaseOptions = {},
): Database {
  const dialect = url.startsWith('sqlite:')
    ? new SqliteDialect(url.slice('sqlite:'.length), { timeout, readCache, onStatement })
    : new MysqlDialect(url, { poolSize, timeout, onStatement, connectTimeout: TIMEOUTS.connect });
  return {
    ...defineModels(dialect.sequelize),
    dialect,
    revocations: new Revocations(folder ?? null),
    transaction: work => retriedTransaction(dialect, ({ models }) => work(models)),
    close: () => dialect.close(),
  };
}

const TOO_SLOW =
  'The request would take too long. Ask for fewer days, for less in one request, or without a filter or a search.';

const AWAY = 'The database is not available at the moment. Try again shortly.';
const DAMAGED =
  'The database, or a table in it, cannot be read. The administrator can run "footfall doctor" to find out more.';
const BARE = 'The database is still being set up, or was not restored in full: a table is missing. Try again shortly.';

/** Returns UNAVAILABLE for an error of a missing, bare, damaged or too slow database; null for every other error. */
export function unavailableFor({ dialect }: Database, error: unknown): AppError | null {
  const fault = dialect.fault(error);
  if (!mayPass(fault)) return null;
  if (fault === 'slow') return new AppError('UNAVAILABLE', TOO_SLOW, { cause: error });
  if (fault === 'damaged') return new AppError('UNAVAILABLE', DAMAGED, { retryAfter: 60, cause: error });
  return new AppError('UNAVAILABLE', fault === 'bare' ? BARE : AWAY, { retryAfter: 5, cause: error });
}

/** Runs `work` and throws UNAVAILABLE in place of an error that `unavailableFor` knows; every other error passes unchanged. */
export async function reachable<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unavailableFor(database, error) ?? error;
  }
}
