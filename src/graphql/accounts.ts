import { changePassword, createAccount, listAccounts } from '../accounts/accounts.ts';
import { checkAdmin, type Account as Person } from '../accounts/viewer.ts';
import { email, password } from '../domain/inputs/account.ts';
import { mayWrite, signedIn } from '../websites/access.ts';
import { builder } from './builder.ts';
import { checked } from './checked.ts';
import { aboutInput } from './errors.ts';

const ACCOUNTS = 'see and add accounts';

const Account = builder.objectRef<Person>('Account').implement({
  description: 'Who may sign in to this instance.',
  fields: t => ({
    id: t.exposeID('id', { description: 'The number of the account on this instance.' }),
    email: t.exposeString('email', { description: 'The address the account signs in with.' }),
    admin: t.exposeBoolean('admin', { description: 'Whether it may manage other accounts.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was made.' }),
  }),
});

builder.queryField('accounts', t =>
  t.field({
    type: [Account],
    description: 'All accounts of the instance, oldest first; for admins, and FORBIDDEN for others.',
    extensions: { weight: 10 },
    resolve: (_, __, { database, viewer }) => {
      checkAdmin(signedIn(viewer), ACCOUNTS);
      return listAccounts(database);
    },
  }),
);

const CreateAccountInput = builder.inputType('CreateAccountInput', {
  description: 'A new account.',
  validate: checked({ email, password }),
  fields: t => ({
    email: t.string({
      required: true,
      description: 'The e-mail address to sign in with; no other account may have it.',
    }),
    password: t.string({ required: true, description: 'The password to sign in with, 8 to 128 characters.' }),
    admin: t.boolean({ description: 'Whether it may manage other accounts; when left out, false.' }),
  }),
});

builder.mutationField('createAccount', t =>
  t.field({
    type: Account,
    description: 'Adds an account to the instance; for admins, and FORBIDDEN for others.',
    args: { input: t.arg({ type: CreateAccountInput, required: true, description: 'How it signs in.' }) },
    resolve: (_, { input: { email, password, admin } }, { database, viewer, now }) => {
      checkAdmin(mayWrite(viewer), ACCOUNTS);
      return aboutInput(() => createAccount(database, { email, password, admin: admin ?? false }, now()));
    },
  }),
);

builder.mutationField('changePassword', t =>
  t.boolean({
    description:
      'Sets a new password for the account that asks and signs its other browsers out; API keys go on. Answers true.',
    args: {
      current: t.arg.string({ required: true, description: 'The password until now.' }),
      next: t.arg.string({ required: true, description: 'The password from now on, 8 to 128 characters.' }),
    },
    validate: checked({ next: password }),
    resolve: async (_, { current, next }, { database, viewer, now }) => {
      await changePassword(database, mayWrite(viewer), { current, next }, now());
      return true;
    },
  }),
);
