import { bigint, id, integer, model, OPTIONS, type RowOf, text } from './columns.ts';

/** A user who can sign in; `email` is in lower case, `admin` is 0 or 1. */
export type AccountRow = RowOf<typeof columns>;

const columns = () => ({
  id: id(),
  email: { ...text(255), unique: true },
  /** Read only with the scope `withPassword`. */
  passwordHash: text(255),
  admin: integer(),
  createdAt: bigint(),
});

export const defineAccount = model<AccountRow, 'id'>('account', columns, {
  ...OPTIONS,
  defaultScope: { attributes: { exclude: ['passwordHash'] } },
  scopes: { withPassword: {} },
});
