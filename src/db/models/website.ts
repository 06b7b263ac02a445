import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  type Model,
  type ModelStatic,
  type Sequelize,
} from 'sequelize';

export interface WebsiteRow extends Model<InferAttributes<WebsiteRow>, InferCreationAttributes<WebsiteRow>> {
  id: CreationOptional<number>;
  account_id: number;
  domain: string;
  privacy: number;
  password_hash: string | null;
  email: number;
  exclude_bots: number;
  exclude_params: string | null;
  exclude_ips: string | null;
  honor_gpc: number;
  embed_origins: CreationOptional<string | null>;
  privacy_since: CreationOptional<number | null>;
  timezone: string;
  created_at: number;
  updated_at: number;
}

/** Registered websites; privacy is 0 public, 1 private, 2 password; the lists are text, one entry a line. Times are milliseconds, UTC. */
export function defineWebsite(sequelize: Sequelize): ModelStatic<WebsiteRow> {
  return sequelize.define<WebsiteRow>(
    'website',
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      account_id: DataTypes.INTEGER,
      domain: DataTypes.STRING,
      privacy: DataTypes.INTEGER,
      password_hash: DataTypes.STRING,
      email: DataTypes.INTEGER,
      exclude_bots: DataTypes.INTEGER,
      exclude_params: DataTypes.TEXT,
      exclude_ips: DataTypes.TEXT,
      honor_gpc: DataTypes.INTEGER,
      embed_origins: DataTypes.TEXT,
      privacy_since: DataTypes.BIGINT,
      timezone: DataTypes.STRING,
      created_at: DataTypes.BIGINT,
      updated_at: DataTypes.BIGINT,
    },
    { tableName: 'website', timestamps: false },
  );
}
