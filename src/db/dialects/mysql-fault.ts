import type { Fault } from '../dialect.ts';

/** Error codes of a server that refuses a statement to this user, or to all users. */
export const DENIED =
  /^ER_(\w*ACCESS_DENIED\w*|OPTION_PREVENTS_STATEMENT|READ_ONLY_MODE|CANT_EXECUTE_IN_READ_ONLY_TRANSACTION)$/;
const CONFLICTS = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD', 'ER_LOCK_TABLE_FULL']);
/** The error numbers of MariaDB and MySQL for a statement that exceeded its time limit. */
const OVERDUE = new Set([1969, 3024]);
/** The error numbers of a Spider head for a shard that does not respond. */
const SHARD_AWAY = new Set([1429, 12_701]);
const AWAY =
  /^(PROTOCOL_|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOST|ENETUNREACH|EAI_AGAIN|ER_SERVER_SHUTDOWN|ER_CON_COUNT|ER_DISK_FULL|ER_RECORD_FILE_FULL|ER_UNKNOWN_COM_ERROR|ER_QUERY_INTERRUPTED|ER_NEW_ABORTING|ER_NORMAL_SHUTDOWN|ER_OPTION_PREVENTS_STATEMENT|ER_OUT_OF_RESOURCES|ER_ERROR_ON_WRITE|ER_INNODB_READ_ONLY|ER_OPEN_AS_READONLY|ER_OUTOFMEMORY|ER_ENGINE_OUT_OF_MEMORY|ER_ERROR_DURING_COMMIT|ER_CONNECTION_KILLED|POOL_|HANDSHAKE_)/;

/** What a server says about a table whose file is damaged, gone or unreadable. */
const DAMAGED =
  /^ER_(GET_ERRNO|CANT_OPEN_FILE|FILE_NOT_FOUND|ERROR_ON_READ|IO_(READ|WRITE)_ERROR|NOT_KEYFILE|CRASHED_ON_\w+|(INDEX|TABLE)_CORRUPT|TABLESPACE_(MISSING|DISCARDED))$/;
/** The error number of MariaDB for a table that its engine does not know. */
const UNKNOWN_TO_ENGINE = 1932;

/** Classifies an error as a `Fault`. */
export function mysqlFault(error: unknown): Fault {
  const known = (error ?? {}) as {
    code?: string;
    errno?: number;
    message?: string;
    name?: string;
    original?: unknown;
    parent?: unknown;
  };
  const code = known.code ?? '';
  if (OVERDUE.has(known.errno ?? 0)) return 'slow';
  if (SHARD_AWAY.has(known.errno ?? 0)) return 'away';
  if (CONFLICTS.has(code)) return 'retry';
  if (code === 'ER_DUP_ENTRY') return 'duplicate';
  if (code === 'ER_NO_SUCH_TABLE') return 'bare';
  if (DAMAGED.test(code) || known.errno === UNKNOWN_TO_ENGINE) return 'damaged';
  if (
    AWAY.test(code) ||
    /closed state|Can't add new command|Connection lost|WSREP has not yet prepared/.test(known.message ?? '')
  )
    return 'away';
  if (known.name === 'SequelizeUniqueConstraintError') return 'duplicate';
  const inner = known.original ?? known.parent;
  if (inner && inner !== error) {
    const fault = mysqlFault(inner);
    if (fault !== 'other') return fault;
  }
  if (/^Sequelize(Connection|HostNot|AccessDenied|InvalidConnection|Timeout)/.test(known.name ?? '')) return 'away';
  return 'other';
}
