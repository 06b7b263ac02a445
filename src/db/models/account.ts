import type { Sequelize } from 'sequelize';
import { bigint, id, integer, type ModelOf, OPTIONS, text } from './columns.ts';

/** A user who can sign in; `email` is in lower case, `admin` is 0 or 1. */
export interface AccountRow {
  readonly id: number;
  readonly email: string;
  /** Read only with the scope `withPassword`. */
  readonly passwordHash: string;
  readonly admin: number;
  readonly createdAt: number;
}

export function defineAccount(sequelize: Sequelize): ModelOf<AccountRow, 'id'> {
  return sequelize.define(
    'account',
    {
      id: id(),
      email: { ...text(255), unique: true },
      passwordHash: text(255),
      admin: integer(),
      createdAt: bigint(),
    },
    {
      ...OPTIONS,
      defaultScope: { attributes: { exclude: ['passwordHash'] } },
      scopes: { withPassword: {} },
    },
  );
}
