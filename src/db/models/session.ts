import type { ModelStatic, Sequelize } from 'sequelize';
import type { AccountRow } from './account.ts';
import { bigint, bytes, type Instance, id, integer, OPTIONS, type RowOf, text } from './columns.ts';

/** A signed-in browser; times are milliseconds since 1970, UTC. */
export type SessionRow = RowOf<typeof columns>;

const columns = () => ({
  id: id(),
  accountId: integer(),
  /** The SHA-256 of the cookie, used to look it up; it is not among the columns that are read. */
  hash: { ...bytes(32), unique: true },
  /** The browser and operating system, in readable form. */
  client: text(255),
  createdAt: bigint(),
  /** Exact to a minute. */
  lastUsedAt: bigint(),
  expiresAt: bigint(),
});

export type Sessions = ModelStatic<
  Instance<SessionRow, 'id'> & { readonly account?: Omit<AccountRow, 'passwordHash'> }
>;

export function defineSession(sequelize: Sequelize): Sessions {
  return sequelize.define('session', columns(), { ...OPTIONS, defaultScope: { attributes: { exclude: ['hash'] } } });
}
