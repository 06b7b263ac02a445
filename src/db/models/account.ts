import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  type Model,
  type ModelStatic,
  type Sequelize,
} from 'sequelize';

export interface AccountRow extends Model<InferAttributes<AccountRow>, InferCreationAttributes<AccountRow>> {
  id: CreationOptional<number>;
  email: string;
  password_hash: string;
  admin: number;
  created_at: number;
}

/** Who may sign in; `created_at` is milliseconds since 1970, UTC. */
export function defineAccount(sequelize: Sequelize): ModelStatic<AccountRow> {
  return sequelize.define<AccountRow>(
    'account',
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      email: DataTypes.STRING,
      password_hash: DataTypes.STRING,
      admin: DataTypes.INTEGER,
      created_at: DataTypes.BIGINT,
    },
    { tableName: 'account', timestamps: false },
  );
}
