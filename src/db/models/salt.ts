import type { Sequelize } from 'sequelize';
import { bigint, bytes, key, type ModelOf, medium, OPTIONS } from './columns.ts';

/** The random salt of a calendar day (days since 1970-01-01); `createdAt` is milliseconds since 1970, UTC. */
export interface SaltRow {
  readonly day: number;
  readonly salt: Buffer;
  readonly createdAt: number;
}

export function defineSalt(sequelize: Sequelize): ModelOf<SaltRow> {
  return sequelize.define('salt', { day: key(medium()), salt: bytes(16), createdAt: bigint() }, OPTIONS);
}
