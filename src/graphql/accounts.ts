import { changePassword, createAccount, listAccounts } from '../accounts/accounts.ts';
import { checkAdmin, inSession, type Account as Person, signedIn } from '../accounts/viewer.ts';
import { email, password } from '../domain/inputs/account.ts';
import { builder, checked } from './builder.ts';
import { aboutInput } from './error-responses.ts';

const ACCOUNTS = 'see and add accounts';

const Account = builder.objectRef<Person>('Account').implement({
  description: 'An account that can sign in to this instance.',
  fields: t => ({
    id: t.exposeID('id', { description: "The account's id." }),
    email: t.exposeString('email', { description: 'The e-mail address the account signs in with.' }),
    admin: t.exposeBoolean('admin', { description: 'Whether the account can manage other accounts.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was created.' }),
  }),
});

builder.queryField('accounts', t =>
  t.field({
    type: [Account],
    description: 'All accounts of the instance, oldest first. FORBIDDEN unless the caller is an admin.',
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
      description: 'The e-mail address to sign in with; must be unique on the instance.',
    }),
    password: t.string({ required: true, description: 'The password to sign in with, 8 to 128 characters.' }),
    admin: t.boolean({ description: 'Whether the account can manage other accounts; defaults to false.' }),
  }),
});

builder.mutationFields(t => ({
  createAccount: t.field({
    type: Account,
    description: 'Creates an account on the instance. FORBIDDEN unless the caller is an admin, and for API keys.',
    args: { input: t.arg({ type: CreateAccountInput, required: true, description: 'The new account.' }) },
    resolve: (_, { input: { email, password, admin } }, { database, viewer, now }) => {
      checkAdmin(inSession(viewer), ACCOUNTS);
      return aboutInput(() => createAccount(database, { email, password, admin: admin ?? false }, now()));
    },
  }),
  changePassword: t.boolean({
    description:
      "Changes the caller's password and signs out the account's other browsers; API keys keep working. FORBIDDEN for API keys. Returns true.",
    args: {
      current: t.arg.string({ required: true, description: 'The current password.' }),
      next: t.arg.string({ required: true, description: 'The new password, 8 to 128 characters.' }),
    },
    validate: checked({ next: password }),
    resolve: async (_, { current, next }, { database, viewer, now }) => {
      await changePassword(database, inSession(viewer), { current, next }, now());
      return true;
    },
  }),
}));
