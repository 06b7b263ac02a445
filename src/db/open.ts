import type { ModelStatic } from 'sequelize';
import { AppError } from '../errors.ts';
import type { Dialect } from './dialect.ts';
import { mysqlDialect } from './dialects/mysql.ts';
import { sqliteDialect } from './dialects/sqlite.ts';
import { type AccountRow, defineAccount } from './models/account.ts';
import { type ApiKeyRow, defineApiKey } from './models/api-key.ts';
import { defineSession, type SessionRow } from './models/session.ts';
import { defineWebsite, type WebsiteRow } from './models/website.ts';

/** The opaque handle the rest of the project passes around: an engine and the models of the small tables on it. */
export interface Database {
  readonly dialect: Dialect;
  readonly accounts: ModelStatic<AccountRow>;
  readonly apiKeys: ModelStatic<ApiKeyRow>;
  readonly sessions: ModelStatic<SessionRow>;
  readonly websites: ModelStatic<WebsiteRow>;
  close(): Promise<void>;
}

/** Opens `sqlite:PATH` or `mysql://user:password@host:port/name`. Nothing is connected or migrated yet. */
export function openDatabase(url: string, options: { poolSize?: number; timeout?: number } = {}): Database {
  const timeout = options.timeout ?? 5_000;
  const dialect = url.startsWith('sqlite:')
    ? sqliteDialect(url.slice('sqlite:'.length), { timeout })
    : mysqlDialect(url, { poolSize: options.poolSize ?? 10, timeout });
  const { sequelize } = dialect;
  return {
    dialect,
    accounts: defineAccount(sequelize),
    apiKeys: defineApiKey(sequelize),
    sessions: defineSession(sequelize),
    websites: defineWebsite(sequelize),
    close: () => dialect.close(),
  };
}

const TOO_SLOW =
  'The answer would take too long; ask for fewer days at once, for less in one request, or without a filter or a search.';

/** Runs `work` and turns "no database, or one too slow" into UNAVAILABLE; every other error passes as it is. */
export async function reachable<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const fault = database.dialect.fault(error);
    if (fault === 'other' || fault === 'duplicate') throw error;
    if (fault === 'slow') throw new AppError('UNAVAILABLE', TOO_SLOW, { cause: error });
    throw new AppError('UNAVAILABLE', 'The database does not answer at the moment. Try again shortly.', {
      retryAfter: 5,
      cause: error,
    });
  }
}
