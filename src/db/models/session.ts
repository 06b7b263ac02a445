import type { ModelStatic, Sequelize } from 'sequelize';
import type { AccountRow } from './account.ts';
import { bigint, bytes, type Instance, id, integer, OPTIONS, text } from './columns.ts';

/** A signed-in browser; times are milliseconds since 1970, UTC. */
export interface SessionRow {
  readonly id: number;
  readonly accountId: number;
  /** The SHA-256 of the cookie, used to look it up; it is not among the columns that are read. */
  readonly hash: Buffer;
  /** The browser and operating system, in readable form. */
  readonly client: string;
  readonly createdAt: number;
  /** Exact to a minute. */
  readonly lastUsedAt: number;
  readonly expiresAt: number;
}

export type Sessions = ModelStatic<
  Instance<SessionRow, 'id'> & { readonly account?: Omit<AccountRow, 'passwordHash'> }
>;

export function defineSession(sequelize: Sequelize): Sessions {
  return sequelize.define(
    'session',
    {
      id: id(),
      accountId: integer(),
      hash: { ...bytes(32), unique: true },
      client: text(255),
      createdAt: bigint(),
      lastUsedAt: bigint(),
      expiresAt: bigint(),
    },
    { ...OPTIONS, defaultScope: { attributes: { exclude: ['hash'] } } },
  );
}
