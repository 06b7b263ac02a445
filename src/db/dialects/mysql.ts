import type { Socket } from 'node:net';
import mysql2 from 'mysql2';
import { Sequelize } from 'sequelize';
import type { ColumnTypes, Dialect, Executor, Param, Row, Transaction } from '../dialect.ts';
import { withModelTransaction } from '../model-transaction.ts';
import { chunks, int } from '../sql.ts';
import { mysqlCatalog } from './mysql-catalog.ts';
import { DENIED, mysqlFault } from './mysql-fault.ts';

interface ConnectionOptions {
  readonly timeout: number;
  readonly onStatement: ((sql: string) => void) | undefined;
}

type Connection = mysql2.Connection & { readonly stream: Socket; prepared?: true };

const CONNECT_TIMEOUT = 3_000;
/** The driver's own word for it. */
const TIMED_OUT = 'PROTOCOL_SEQUENCE_TIMEOUT';
/** Seconds that a server lets a connection idle which holds a lock: the most that all of them take, 24 days. */
const LOCK_IDLE = 2_147_483;
/** MariaDB makes a subquery of a list of a thousand, and then reads all days of a website rather than those of a range. */
const LONGEST_LIST = 500;
const SESSION = [
  "SET SESSION sql_mode='STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  'group_concat_max_len=67108864',
  'innodb_lock_wait_timeout=10',
];

/** The first holds for the next transaction alone. */
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
 * MySQL 8 and MariaDB 10.6 or later. Statements end after `timeout` ms with an error even when the server hangs: the
 * driver has no limit of its own, so every connection it makes is given one.
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

  // What the driver gives up on, the server would go on with; so it is told to end a little before.
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
      // A node that has left its cluster keeps its connections and refuses all they ask; another node may do better.
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
    // The usual collation of the characters, by which case does not count; COLLATE gets lost on the way to Spider's shards.
    like: column => `CONVERT(${column} USING utf8mb4) LIKE ?`,
    all: (sql, params) => withConnection(connection => executorOn(connection).all(limited(sql), params)),
    run: (sql, params) => withConnection(connection => executorOn(connection).run(sql, params)),
    transaction: work => transaction(work),
    snapshot: work => transaction(work, SNAPSHOT),
    exclusively: (lock, work) =>
      withConnection(async connection => {
        const name = `${lock}:${sequelize.getDatabaseName()}`.slice(0, 60);
        // The lock is the connection's, which has nothing to say while a migration of hours runs on others.
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
 * A connection whose every command is answered within `timeout` ms. The driver's own limit begins when a command's turn comes
 * and leaves out what it prepares first; so behind one that hangs, the next on its connection would wait for ever.
 */
function timedConnection(
  config: mysql2.ConnectionOptions,
  { timeout, onStatement }: ConnectionOptions,
): mysql2.Connection {
  // Sequelize's reader of values takes several times as long, and with it mysql2 compiles, and keeps, a parser a statement.
  const connection = mysql2.createConnection({ ...config, typeCast: true });
  for (const method of ['query', 'execute'] as const) {
    const plain = connection[method].bind(connection) as (...args: unknown[]) => unknown;
    connection[method] = ((...args: unknown[]) => {
      const callback = args.pop();
      if (typeof callback !== 'function') throw new TypeError('Commands are given a callback here.');
      if (onStatement && (connection as Connection).prepared) onStatement(textOf(args[0]));
      let isOver = false;
      const timer = setTimeout(() => {
        isOver = true;
        // The answer may still come: such a connection must never serve anyone again.
        connection.destroy();
        // Without this it would be kept half open for as long as the server hangs.
        (connection as Connection).stream.destroy();
        callback(Object.assign(new Error(`The database did not answer within ${timeout} ms.`), { code: TIMED_OUT }));
      }, timeout);
      return plain(...args, (...answer: unknown[]) => {
        clearTimeout(timer);
        if (!isOver) callback(...answer);
      });
    }) as never;
  }
  return connection;
}

/** A statement comes as its text, or with more around it. */
function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : String((statement as { sql?: unknown }).sql);
}

async function prepareSession(connection: Connection): Promise<void> {
  await runOn(connection, SESSION.join(', '), []);
  // One variable has two names among the engines; this statement is the same on all of them.
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
