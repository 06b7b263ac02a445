import type mysql2 from 'mysql2';
import { Sequelize } from 'sequelize';
import type { Bound, ColumnTypes, Dialect, Fault, Param, Row, StatementOptions, Transaction } from '../dialect.ts';
import { blob, chunks, int } from '../sql.ts';
import { withTransaction } from '../transaction.ts';
import { mysqlCatalog } from './mysql-catalog.ts';
import {
  executorOn,
  type MysqlConnection,
  mysqlDriver,
  prepareSession,
  runOn,
  timedConnection,
} from './mysql-connection.ts';
import { DENIED, mysqlFault } from './mysql-fault.ts';

interface MysqlOptions extends StatementOptions {
  readonly poolSize: number;
  /** Milliseconds until a server must have accepted a connection. */
  readonly connectTimeout: number;
}

/** The part of Sequelize's pool that is used here; Sequelize does not type it. */
interface Pool {
  getConnection(options: { readonly type: string }): Promise<MysqlConnection>;
  releaseConnection(connection: MysqlConnection): void;
}

/** Seconds that a connection holding a lock may be idle: the highest value that all servers accept, 24 days. */
const LOCK_IDLE = 2_147_483;
/** MariaDB turns a list of a thousand into a subquery and then reads all days of a website. */
const LONGEST_LIST = 500;
/** The first statement applies to the next transaction only. */
const SNAPSHOT = ['SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', 'START TRANSACTION WITH CONSISTENT SNAPSHOT'];

const TYPES: ColumnTypes = {
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

/** MySQL 8.0.19 or later, MariaDB 10.6 or later. Statements fail after `timeout` ms even when the server hangs. */
export class MysqlDialect implements Dialect {
  readonly name = 'mysql';
  readonly sequelize: Sequelize;
  readonly types = TYPES;
  readonly catalog = mysqlCatalog;
  readonly forUpdate = ' FOR UPDATE';
  readonly ownsDatabase = false;
  readonly limitsDeletes = true;
  readonly thenJoin = 'STRAIGHT_JOIN';
  readonly numbers = "SELECT number FROM JSON_TABLE(?, '$[*]' COLUMNS (number INT PATH '$')) AS numbers";
  readonly pairs = "SELECT a, b FROM JSON_TABLE(?, '$[*]' COLUMNS (a INT PATH '$[0]', b INT PATH '$[1]')) AS pairs";
  readonly #pool: Pool;
  readonly #limited: string;

  constructor(url: string, options: MysqlOptions) {
    this.sequelize = new Sequelize(url.replace(/^mariadb:/, 'mysql:'), {
      dialect: 'mysql',
      dialectModule: {
        ...mysqlDriver(),
        createConnection: (config: mysql2.ConnectionOptions) => timedConnection(config, options),
      },
      dialectOptions: { connectTimeout: options.connectTimeout, charset: 'utf8mb4', decimalNumbers: true },
      timezone: '+00:00',
      isolationLevel: 'READ COMMITTED',
      logging: false,
      pool: { max: options.poolSize, min: 0, acquire: options.timeout, idle: 30_000 },
      hooks: { afterConnect: connection => prepareSession(connection as MysqlConnection) },
    });
    this.#pool = this.sequelize.connectionManager as unknown as Pool;
    // The server would continue a statement that the driver has given up on, so its limit is slightly shorter.
    const milliseconds = Math.ceil(options.timeout * 0.9);
    this.#limited = `/*M! SET STATEMENT max_statement_time=${milliseconds / 1000} FOR */ SELECT /*+ MAX_EXECUTION_TIME(${milliseconds}) */`;
  }

  tableOptions(): string {
    return ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';
  }

  onConflict(key: readonly string[], add: readonly string[], set: readonly string[] = []): string {
    return ` ON DUPLICATE KEY UPDATE ${[
      ...add.map(column => `${column}=COALESCE(${column}+VALUES(${column}),${column},VALUES(${column}))`),
      ...set.map(column => `${column}=VALUES(${column})`),
      ...(add.length + set.length === 0 ? [`${key[0]}=${key[0]}`] : []),
    ].join(',')}`;
  }

  updateOf(table: string, fixed: Readonly<Record<string, number>>, key: readonly string[], set: readonly string[]) {
    // MySQL wants a word before each row, which MariaDB does not know, and both ignore comments for the other.
    const row = '/*!80019 ROW*/(';
    const names = [...key, ...set].map(column => `NULL AS ${column}`);
    const found = [
      ...Object.entries(fixed).map(([column, number]) => `t.${column}=${int(number)}`),
      ...key.map(column => `t.${column}=given.${column}`),
    ];
    const changes = set.map(column => `t.${column}=given.${column}`);
    return {
      head: `UPDATE (SELECT ${names.join(',')} UNION ALL VALUES ${row}`,
      between: `),${row}`,
      tail: `)) given STRAIGHT_JOIN ${table} t FORCE INDEX (PRIMARY) ON ${found.join(' AND ')} SET ${changes.join(',')}`,
    };
  }

  deleteSome(table: string, _key: readonly string[], where: string, limit: number): string {
    return `DELETE FROM ${table} WHERE ${where} LIMIT ${limit}`;
  }

  join(...expressions: string[]): string {
    return `CONCAT(${expressions.join(',')})`;
  }

  among(column: string, numbers: readonly number[]): string {
    return inLists(column, numbers.map(int));
  }

  amongBytes(column: string, values: readonly string[]): Bound {
    return { sql: inLists(column, values.map(blob)), params: [] };
  }

  withNumber(column: string, number: number, other: string, literals: readonly string[]): string {
    return `${column} = ${int(number)} AND ${other} IN (${literals.join(',')})`;
  }

  byIndex(index: string): string {
    return `FORCE INDEX (${index})`;
  }

  all<T = Row>(sql: string, params?: readonly Param[]): Promise<T[]> {
    const limited = sql.replace(/^SELECT\b/, this.#limited);
    return this.#withConnection(connection => executorOn(connection).all<T>(limited, params));
  }

  run(sql: string, params?: readonly Param[]): Promise<number> {
    return this.#withConnection(connection => executorOn(connection).run(sql, params));
  }

  async write(sql: string): Promise<void> {
    await this.run(sql);
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction(['START TRANSACTION'], work);
  }

  snapshot<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction(SNAPSHOT, work);
  }

  exclusively<T>(lock: string, work: () => Promise<T>): Promise<T> {
    return this.#withConnection(async connection => {
      const name = `${lock}:${this.sequelize.getDatabaseName()}`.slice(0, 60);
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
    });
  }

  fault(error: unknown): Fault {
    return mysqlFault(error);
  }

  denies(error: unknown): boolean {
    return DENIED.test((error as { code?: string } | null)?.code ?? '');
  }

  close(): Promise<void> {
    return this.sequelize.close();
  }

  #transaction<T>(begin: readonly string[], work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#withConnection(async connection => {
      for (const statement of begin) await runOn(connection, statement, []);
      try {
        const { sequelize } = this;
        const executor = executorOn(connection);
        const result = await withTransaction({ sequelize, connection, executor, faultOf: mysqlFault }, work);
        await runOn(connection, 'COMMIT', []);
        return result;
      } catch (error) {
        await runOn(connection, 'ROLLBACK', []).catch(() => connection.destroy());
        throw error;
      }
    });
  }

  async #withConnection<T>(work: (connection: MysqlConnection) => Promise<T>): Promise<T> {
    const connection = await this.#pool.getConnection({ type: 'write' });
    try {
      return await work(connection);
    } catch (error) {
      // A node that has left its cluster keeps its connections and refuses every statement; another node may work.
      if ((error as { code?: string }).code === 'ER_UNKNOWN_COM_ERROR') connection.destroy();
      throw error;
    } finally {
      this.#pool.releaseConnection(connection);
    }
  }
}

/** Returns a condition that a column has one of these literals. */
function inLists(column: string, literals: readonly string[]): string {
  const lists = [...chunks(literals, LONGEST_LIST)].map(some => `${column} IN (${some.join(',')})`);
  return lists.length === 1 ? String(lists[0]) : `(${lists.join(' OR ')})`;
}
