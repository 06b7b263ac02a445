import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  type Model,
  type ModelStatic,
  type Sequelize,
} from 'sequelize';

export interface ApiKeyRow extends Model<InferAttributes<ApiKeyRow>, InferCreationAttributes<ApiKeyRow>> {
  id: CreationOptional<number>;
  account_id: number;
  name: string;
  scope: 'READ' | 'WRITE';
  hash: Buffer;
  prefix: string;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
  revoked_at: number | null;
}

/** API keys by the SHA-256 of their text; `prefix` is what is kept in clear for recognition. Times are milliseconds, UTC. */
export function defineApiKey(sequelize: Sequelize): ModelStatic<ApiKeyRow> {
  return sequelize.define<ApiKeyRow>(
    'api_key',
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      account_id: DataTypes.INTEGER,
      name: DataTypes.STRING,
      scope: DataTypes.STRING,
      hash: DataTypes.BLOB,
      prefix: DataTypes.STRING,
      created_at: DataTypes.BIGINT,
      expires_at: DataTypes.BIGINT,
      last_used_at: DataTypes.BIGINT,
      revoked_at: DataTypes.BIGINT,
    },
    { tableName: 'api_key', timestamps: false },
  );
}
