import type { Socket } from 'node:net';
import mysql2 from 'mysql2';
import { Sequelize } from 'sequelize';
import type { ColumnTypes, Dialect, Executor, Param, Row, Transaction } from '../dialect.ts';
import { chunks, int } from '../sql.ts';
import { withModelTransaction } from '../transaction.ts';
import { mysqlCatalog } from './mysql-catalog.ts';
import { DENIED, mysqlFault } from './mysql-fault.ts';

interface ConnectionOptions {
  readonly timeout: number;
  readonly onStatement: ((sql: string) => void) | undefined;
}

type Connection = mysql2.Connection & { readonly stream: Socket; prepared?: true };

const CONNECT_TIMEOUT = 3_000;
/** The driver's own code for a timeout. */
const TIMED_OUT = 'PROTOCOL_SEQUENCE_TIMEOUT';
/** Seconds that a connection holding a lock may be idle: the highest value that all servers accept, 24 days. */
const LOCK_IDLE = 2_147_483;
/**
 * MariaDB turns a list of a thousand into a subquery and then reads all days of a website instead of those of a range.
 */
const LONGEST_LIST = 500;
const SESSION = [
  "SET SESSION sql_mode='STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  'group_concat_max_len=67108864',
  'innodb_lock_wait_timeout=10',
];

/** The first statement applies to the next transaction only. */
const SNAPSHOT = ['SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', 'START TRANSACTION WITH CONSISTENT SNAPSHOT'];

const types: ColumnTypes = {
  autoId: 'INT NOT NULL AUTO_INCREMENT PRIMARY KEY',
  tiny: 'TINYINT',
  medium: 'MEDIUMINT',
  integer: 'INT',
  bigint: 'BIGINT',
  hash8: 'BINARY(8)',
  hash16: 'BINARY(16)',
  hash32: 'BINARY(32)',
  bytes: 'VARBINARY(255)',
  blob: 'MEDIUMBLOB',
  text: length => `VARCHAR(${length}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`,
  longText: 'MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
};

/**
 * MySQL 8 or later and MariaDB 10.6 or later. Statements fail after `timeout` ms even when the server hangs: the driver
 * has no limit of its own, so every connection it makes is given one.
 */
export function mysqlDialect(url: string, options: ConnectionOptions & { poolSize: number }): Dialect {
  const sequelize = new Sequelize(url.replace(/^mariadb:/, 'mysql:'), {
    dialect: 'mysql',
    dialectModule: {
      ...mysql2,
      createConnection: (config: mysql2.ConnectionOptions) => timedConnection(config, options),
    },
    dialectOptions: { connectTimeout: CONNECT_TIMEOUT, charset: 'utf8mb4', decimalNumbers: true },
    timezone: '+00:00',
    isolationLevel: 'READ COMMITTED',
    logging: false,
    pool: { max: options.poolSize, min: 0, acquire: options.timeout, idle: 30_000 },
    hooks: { afterConnect: connection => prepareSession(connection as Connection) },
  });
  const manager = sequelize.connectionManager as unknown as {
    getConnection(options: { type: string }): Promise<Connection>;
    releaseConnection(connection: Connection): void;
  };

  // The server would continue a statement that the driver has given up on, so it is told to stop slightly earlier.
  const milliseconds = Math.ceil(options.timeout * 0.9);
  const limited = (sql: string) =>
    sql.replace(
      /^SELECT\b/,
      `/*M! SET STATEMENT max_statement_time=${milliseconds / 1000} FOR */ SELECT /*+ MAX_EXECUTION_TIME(${milliseconds}) */`,
    );

  async function withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await manager.getConnection({ type: 'write' });
    try {
      return await work(connection);
    } catch (error) {
      // A node that has left its cluster keeps its connections and refuses every statement; another node may work.
      if ((error as { code?: string }).code === 'ER_UNKNOWN_COM_ERROR') connection.destroy();
      throw error;
    } finally {
      manager.releaseConnection(connection);
    }
  }

  async function transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    begin: readonly string[] = ['START TRANSACTION'],
  ): Promise<T> {
    return withConnection(async connection => {
      for (const statement of begin) await runOn(connection, statement, []);
      try {
        const result = await withModelTransaction(sequelize, connection, models =>
          work({ ...executorOn(connection), models }),
        );
        await runOn(connection, 'COMMIT', []);
        return result;
      } catch (error) {
        await runOn(connection, 'ROLLBACK', []).catch(() => connection.destroy());
        throw error;
      }
    });
  }

  return {
    name: 'mysql',
    sequelize,
    types,
    catalog: mysqlCatalog,
    tableOptions: () => ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin',
    onConflict: (key, add, set = []) =>
      ` ON DUPLICATE KEY UPDATE ${[
        ...add.map(column => `${column}=COALESCE(${column}+VALUES(${column}),${column},VALUES(${column}))`),
        ...set.map(column => `${column}=VALUES(${column})`),
        ...(add.length + set.length === 0 ? [`${key[0]}=${key[0]}`] : []),
      ].join(',')}`,
    deleteSome: (table, _key, where, limit) => `DELETE FROM ${table} WHERE ${where} LIMIT ${limit}`,
    forUpdate: ' FOR UPDATE',
    concat: expression => `GROUP_CONCAT(${expression})`,
    join: (...expressions) => `CONCAT(${expressions.join(',')})`,
    thenJoin: 'STRAIGHT_JOIN',
    among: (column, numbers) => {
      const lists = [...chunks(numbers, LONGEST_LIST)].map(some => `${column} IN (${some.map(int).join(',')})`);
      return lists.length === 1 ? String(lists[0]) : `(${lists.join(' OR ')})`;
    },
    numbers: "SELECT number FROM JSON_TABLE(?, '$[*]' COLUMNS (number INT PATH '$')) AS numbers",
    pairs: "SELECT a, b FROM JSON_TABLE(?, '$[*]' COLUMNS (a INT PATH '$[0]', b INT PATH '$[1]')) AS pairs",
    // The default collation of the character set ignores case; COLLATE gets lost on the way to Spider's shards.
    like: column => `CONVERT(${column} USING utf8mb4) LIKE ?`,
    all: (sql, params) => withConnection(connection => executorOn(connection).all(limited(sql), params)),
    run: (sql, params) => withConnection(connection => executorOn(connection).run(sql, params)),
    transaction: work => transaction(work),
    snapshot: work => transaction(work, SNAPSHOT),
    exclusively: (lock, work) =>
      withConnection(async connection => {
        const name = `${lock}:${sequelize.getDatabaseName()}`.slice(0, 60);
        // The lock belongs to the connection, which is idle while a migration runs on other connections, perhaps for
        // hours.
        await runOn(connection, `SET SESSION wait_timeout=${LOCK_IDLE}`, []);
        const locked = () => runOn<Row[]>(connection, 'SELECT GET_LOCK(?, 2) AS got', [name]);
        while (Number((await locked())[0]?.got) !== 1);
        try {
          return await work();
        } finally {
          await runOn(connection, 'SELECT RELEASE_LOCK(?)', [name]).catch(() => connection.destroy());
        }
      }),
    fault: mysqlFault,
    denies: error => DENIED.test((error as { code?: string } | null)?.code ?? ''),
    close: () => sequelize.close(),
  };
}

/**
 * Returns a connection on which every command completes or fails within `timeout` ms. The driver's own limit starts
 * only when a command's turn comes and does not cover preparing, so the next command behind one that hangs would wait
 * forever.
 */
function timedConnection(
  config: mysql2.ConnectionOptions,
  { timeout, onStatement }: ConnectionOptions,
): mysql2.Connection {
  // Sequelize's own value reader takes several times as long, and makes mysql2 compile and keep a parser for each
  // statement.
  const connection = mysql2.createConnection({ ...config, typeCast: true });
  for (const method of ['query', 'execute'] as const) {
    const plain = connection[method].bind(connection) as (...args: unknown[]) => unknown;
    connection[method] = ((...args: unknown[]) => {
      const callback = args.pop();
      if (typeof callback !== 'function') throw new TypeError('Commands need a callback here.');
      if (onStatement && (connection as Connection).prepared) onStatement(textOf(args[0]));
      let isOver = false;
      const timer = setTimeout(() => {
        isOver = true;
        // The response may still arrive, so this connection must never be used again.
        connection.destroy();
        // Without this, the socket would stay half open for as long as the server hangs.
        (connection as Connection).stream.destroy();
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

/** Returns the text of a statement that is given as text or as an object with options. */
function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : String((statement as { sql?: unknown }).sql);
}

async function prepareSession(connection: Connection): Promise<void> {
  await runOn(connection, SESSION.join(', '), []);
  // The engines name the session variable differently; this statement works on all of them.
  await runOn(connection, 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', []);
  connection.prepared = true;
}

function executorOn(connection: Connection): Executor {
  return {
    all: <T>(sql: string, params: readonly Param[] = []) => runOn<T[]>(connection, sql, params),
    run: (sql, params = []) =>
      runOn<mysql2.ResultSetHeader>(connection, sql, params).then(result => result.affectedRows),
  };
}

function runOn<T>(connection: Connection, sql: string, values: readonly Param[]): Promise<T> {
  return new Promise((resolve, reject) => {
    connection.query({ sql, values: [...values] }, (error, result) => {
      if (error) reject(error);
      else resolve(result as T);
    });
  });
}
