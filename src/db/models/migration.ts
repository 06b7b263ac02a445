import type { Sequelize } from 'sequelize';
import { bigint, key, type ModelOf, model, type RowOf, text } from './columns.ts';

/** A migration that is in the database; `appliedAt` is milliseconds since 1970, UTC. */
export type MigrationRow = RowOf<typeof columns>;

const columns = () => ({ name: key(text(100)), appliedAt: bigint() });

export type Migrations = ModelOf<MigrationRow>;

export const defineMigration = model<MigrationRow>('migration', columns);

/** Returns the model on the engine of `sequelize`, for code that has no Database. */
export function migrationsOn(sequelize: Sequelize): Migrations {
  return sequelize.model('migration') as Migrations;
}
