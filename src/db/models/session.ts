import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  type Model,
  type ModelStatic,
  type Sequelize,
} from 'sequelize';

export interface SessionRow extends Model<InferAttributes<SessionRow>, InferCreationAttributes<SessionRow>> {
  id: CreationOptional<number>;
  account_id: number;
  hash: Buffer;
  client: string;
  created_at: number;
  last_used_at: number;
  expires_at: number;
}

/** Signed-in browsers by the SHA-256 of their cookie; `client` is browser and system in words. Times are milliseconds, UTC. */
export function defineSession(sequelize: Sequelize): ModelStatic<SessionRow> {
  return sequelize.define<SessionRow>(
    'session',
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      account_id: DataTypes.INTEGER,
      hash: DataTypes.BLOB,
      client: DataTypes.STRING,
      created_at: DataTypes.BIGINT,
      last_used_at: DataTypes.BIGINT,
      expires_at: DataTypes.BIGINT,
    },
    { tableName: 'session', timestamps: false },
  );
}
