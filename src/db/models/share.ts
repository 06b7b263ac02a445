import type { ModelStatic, Sequelize } from 'sequelize';
import type { ApiKeyRow } from './api-key.ts';
import {
  bigint,
  bytes,
  type Instance,
  integer,
  NOTE_OPTIONS,
  noteColumns,
  orNull,
  type RowOf,
  text,
} from './columns.ts';

/** A link with which strangers read the statistics of a website; times are milliseconds since 1970, UTC. */
export type ShareRow = RowOf<typeof columns>;

const columns = () => ({
  ...noteColumns(),
  name: text(255),
  /** The SHA-256 of the token, used to look it up. */
  hash: { ...bytes(32), unique: true },
  /** The first characters of the token, to recognize it by. */
  prefix: text(16),
  /** The API key that created the share and with which it ends; null if a person did. */
  apiKeyId: orNull(integer()),
  expiresAt: orNull(bigint()),
  /** Exact to an hour. */
  lastUsedAt: orNull(bigint()),
  /** A deleted share stays for some weeks, so that every machine can list its revocation. */
  deletedAt: orNull(bigint()),
});

export type Shares = ModelStatic<
  Instance<ShareRow> & {
    readonly maker?: { readonly [Name in 'id' | 'expiresAt' | 'revokedAt']: ApiKeyRow[Name] | null };
  }
>;

export function defineShare(sequelize: Sequelize): Shares {
  return sequelize.define('share', columns(), NOTE_OPTIONS);
}
