import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type mysql2 from 'mysql2';
import type { Executor, Param, StatementOptions } from '../dialect.ts';

export type MysqlConnection = mysql2.Connection & { readonly stream: Socket; prepared?: true };

const TIMED_OUT = 'PROTOCOL_SEQUENCE_TIMEOUT';
const SESSION = [
  "SET SESSION sql_mode='STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  'group_concat_max_len=67108864',
  'innodb_lock_wait_timeout=10',
];

/** Loads the driver, which has eighty modules; a service on SQLite does without them. */
export const mysqlDriver = (): typeof mysql2 => createRequire(import.meta.url)('mysql2');

/**
 * Returns a connection on which every command completes or fails within `timeout` ms. The driver's own limit starts
 * only when a command's turn comes and does not cover preparing, so the next command behind one that hangs would wait
 * forever.
 */
export function timedConnection(
  config: mysql2.ConnectionOptions,
  { timeout, onStatement }: StatementOptions,
): mysql2.Connection {
  // Sequelize's own value reader takes several times as long, and makes mysql2 compile and keep a parser for each
  // statement.
  const connection = mysqlDriver().createConnection({ ...config, typeCast: true });
  for (const method of ['query', 'execute'] as const) {
    const plain = connection[method].bind(connection) as (...args: unknown[]) => unknown;
    connection[method] = ((...args: unknown[]) => {
      const callback = args.pop();
      if (typeof callback !== 'function') throw new TypeError('Commands need a callback here.');
      if (onStatement && (connection as MysqlConnection).prepared) onStatement(textOf(args[0]));
      let isOver = false;
      const timer = setTimeout(() => {
        isOver = true;
        // The response may still arrive, so this connection must never be used again.
        connection.destroy();
        // Without this, the socket would stay half open for as long as the server hangs.
        (connection as MysqlConnection).stream.destroy();
        callback(Object.assign(new Error(`The database did not respond within ${timeout} ms.`), { code: TIMED_OUT }));
      }, timeout);
      return plain(...args, (...answer: unknown[]) => {
        clearTimeout(timer);
        if (!isOver) callback(...answer);
      });
    }) as never;
  }
  return connection;
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : String((statement as { sql?: unknown }).sql);
}

/** Makes every connection behave the same on all servers. */
export async function prepareSession(connection: MysqlConnection): Promise<void> {
  await runOn(connection, SESSION.join(', '), []);
  // The engines name the session variable differently; this statement works on all of them.
  await runOn(connection, 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', []);
  connection.prepared = true;
}

/** Runs statements on this connection. */
export function executorOn(connection: MysqlConnection): Executor {
  const run = (sql: string, params: readonly Param[] = []) =>
    runOn<mysql2.ResultSetHeader>(connection, sql, params).then(result => result.affectedRows);
  return {
    all: <T>(sql: string, params: readonly Param[] = []) => runOn<T[]>(connection, sql, params),
    run,
    async write(...statements) {
      for (const sql of statements) await run(sql);
    },
  };
}

/** Resolves with the rows of a query, or with the header of another statement. */
export function runOn<T>(connection: MysqlConnection, sql: string, values: readonly Param[]): Promise<T> {
  return new Promise((resolve, reject) => {
    connection.query({ sql, values: [...values] }, (error, result) => {
      if (error) reject(error);
      else resolve(result as T);
    });
  });
}
