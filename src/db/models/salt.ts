import type { ModelStatic, Sequelize } from 'sequelize';
import { bigint, bytes, type Instance, key, medium, OPTIONS } from './columns.ts';

/** The random salt of a calendar day (days since 1970-01-01); `createdAt` is milliseconds since 1970, UTC. */
export interface SaltRow {
  readonly day: number;
  readonly salt: Buffer;
  readonly createdAt: number;
}

export type Salts = ModelStatic<Instance<SaltRow>>;

export function defineSalt(sequelize: Sequelize): Salts {
  return sequelize.define('salt', { day: key(medium()), salt: bytes(16), createdAt: bigint() }, OPTIONS);
}
