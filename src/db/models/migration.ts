import type { Sequelize } from 'sequelize';
import { bigint, key, type ModelOf, OPTIONS, text } from './columns.ts';

/** A migration that is in the database; `appliedAt` is milliseconds since 1970, UTC. */
export interface MigrationRow {
  readonly name: string;
  readonly appliedAt: number;
}

export type Migrations = ModelOf<MigrationRow>;

export function defineMigration(sequelize: Sequelize): Migrations {
  return sequelize.define('migration', { name: key(text(100)), appliedAt: bigint() }, OPTIONS);
}

/** Returns the model on the engine of `sequelize`, for code that has no Database. */
export function migrationsOn(sequelize: Sequelize): Migrations {
  return sequelize.model('migration') as Migrations;
}
