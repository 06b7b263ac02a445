import type { Fault } from '../dialect.ts';

/** The codes of statements that the file's rights or its disk do not allow. */
export const DENIED = ['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM', 'SQLITE_AUTH'];

const AWAY = ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_NOMEM'];

/** Classifies an error of the driver, or of Sequelize about one. */
export function sqliteFault(error: unknown): Fault {
  const known = (error ?? {}) as {
    code?: string;
    name?: string;
    message?: string;
    original?: unknown;
    parent?: unknown;
  };
  const code = known.code ?? '';
  if (code === 'SQLITE_INTERRUPT') return 'slow';
  if (code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED') return 'retry';
  if (code === 'SQLITE_CONSTRAINT' && /UNIQUE|PRIMARY/.test(known.message ?? '')) return 'duplicate';
  if (known.name === 'SequelizeUniqueConstraintError') return 'duplicate';
  if (AWAY.includes(code)) return 'away';
  if (code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB') return 'damaged';
  if (code === 'SQLITE_ERROR' && /no such table/.test(known.message ?? '')) return 'bare';
  const inner = known.original ?? known.parent;
  if (inner && inner !== error) return sqliteFault(inner);
  return 'other';
}

/** An error as the engine's when a file is locked. */
export function busy(message: string): Error {
  return Object.assign(new Error(message), { code: 'SQLITE_BUSY' });
}
