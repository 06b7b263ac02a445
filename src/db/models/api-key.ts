import type { ModelStatic, Sequelize } from 'sequelize';
import type { AccountRow } from './account.ts';
import { bigint, bytes, type Instance, id, integer, OPTIONS, orNull, text } from './columns.ts';

/** An API key; times are milliseconds since 1970, UTC. */
export interface ApiKeyRow {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  readonly scope: 'READ' | 'WRITE';
  /** The SHA-256 of the key, used to look it up; it is not among the columns that are read. */
  readonly hash: Buffer;
  /** The first characters of the key, to recognize it by. */
  readonly prefix: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  /** Exact to a minute. */
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

export type ApiKeys = ModelStatic<Instance<ApiKeyRow, 'id'> & { readonly account?: Omit<AccountRow, 'passwordHash'> }>;

export function defineApiKey(sequelize: Sequelize): ApiKeys {
  return sequelize.define(
    'api_key',
    {
      id: id(),
      accountId: integer(),
      name: text(255),
      scope: { ...text(8), validate: { isIn: [['READ', 'WRITE']] } },
      hash: { ...bytes(32), unique: true },
      prefix: text(16),
      createdAt: bigint(),
      expiresAt: orNull(bigint()),
      lastUsedAt: orNull(bigint()),
      revokedAt: orNull(bigint()),
    },
    { ...OPTIONS, defaultScope: { attributes: { exclude: ['hash'] } } },
  );
}
