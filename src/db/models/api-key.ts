import type { ModelStatic, Sequelize } from 'sequelize';
import { SCOPE_NAMES, type Scope } from '../../domain/key-scope.ts';
import type { AccountRow } from './account.ts';
import { bigint, bytes, type Instance, id, integer, OPTIONS, orNull, type RowOf, text } from './columns.ts';

/** An API key; times are milliseconds since 1970, UTC. */
export type ApiKeyRow = RowOf<typeof columns>;

const columns = () => ({
  id: id(),
  accountId: integer(),
  name: text(255),
  scope: { ...text<Scope>(8), validate: { isIn: [SCOPE_NAMES] } },
  /** The SHA-256 of the key, used to look it up; it is not among the columns that are read. */
  hash: { ...bytes(32), unique: true },
  /** The first characters of the key, to recognize it by. */
  prefix: text(16),
  createdAt: bigint(),
  expiresAt: orNull(bigint()),
  /** Exact to a minute. */
  lastUsedAt: orNull(bigint()),
  revokedAt: orNull(bigint()),
});

export type ApiKeys = ModelStatic<Instance<ApiKeyRow, 'id'> & { readonly account?: Omit<AccountRow, 'passwordHash'> }>;

export function defineApiKey(sequelize: Sequelize): ApiKeys {
  return sequelize.define('api_key', columns(), { ...OPTIONS, defaultScope: { attributes: { exclude: ['hash'] } } });
}
