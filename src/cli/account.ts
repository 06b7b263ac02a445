import type { Account } from '../accounts/viewer.ts';
import type { Database } from '../db/open.ts';
import { AppError } from '../errors.ts';
import { command, type Program, secretOption, table, timeJson, timeText, withDatabase } from './command.ts';

const PASSWORD = 'the password, 8 to 128 characters; - reads it from standard input';

/** `account create`, `list` and `password`. */
export function register(program: Program): void {
  const group = program.command('account').description('Manage the accounts that can sign in.');

  command(group, 'create', 'Create an account.')
    .requiredOption('--email <email>', 'the e-mail address to sign in with')
    .requiredOption('--password <password>', PASSWORD)
    .option('--admin', 'make it an admin', false)
    .answers(async ({ email, password, admin }: { email: string; password: string; admin: boolean }) => {
      const { createAccount } = await import('../accounts/accounts.ts');
      const account = await withDatabase(
        database => createAccount(database, { email, password: secretOption(password), admin }),
        { mayCreate: true },
      );
      return { json: accountJson(account), text: `Account ${account.id}, ${account.email}, was created.` };
    });

  command(group, 'list', 'List all accounts.').answers(async () => {
    const { listAccounts } = await import('../accounts/accounts.ts');
    const accounts = await withDatabase(listAccounts);
    const rows = accounts.map(({ id, email, admin, createdAt }) => ({
      id,
      email,
      admin: admin ? 'yes' : 'no',
      created: timeText(createdAt),
    }));
    return { json: accounts.map(accountJson), text: table(rows, 'No accounts exist.') };
  });

  command(group, 'password', 'Set a new password and sign the account out everywhere; its API keys keep working.')
    .requiredOption('--email <email>', 'the e-mail address of the account, or its id')
    .requiredOption('--password <password>', PASSWORD)
    .answers(async ({ email, password }: { email: string; password: string }) => {
      const { setPassword } = await import('../accounts/accounts.ts');
      const account = await withDatabase(async database => {
        const found = await accountOption(database, email);
        await setPassword(database, found.id, secretOption(password));
        return found;
      });
      return { json: accountJson(account), text: `Account ${account.id}, ${account.email}, has a new password.` };
    });
}

/** Returns the account with this e-mail address or id. Throws NOT_FOUND, with a pointer to `account list`. */
export async function accountOption(database: Database, given: string): Promise<Account> {
  const { findAccount, findAccountByEmail } = await import('../accounts/accounts.ts');
  const { rowIdOf } = await import('../domain/inputs/scalars.ts');
  const id = rowIdOf(given);
  const account = id === null ? await findAccountByEmail(database, given) : await findAccount(database, id);
  if (account) return account;
  throw new AppError('NOT_FOUND', `There is no account ${JSON.stringify(given)}; "account list" shows all accounts.`);
}

/** Returns the id of the account that an option names; null, for all accounts, without the option. */
export async function accountIdOption(database: Database, given: string | undefined): Promise<number | null> {
  return given === undefined ? null : (await accountOption(database, given)).id;
}

function accountJson({ id, email, admin, createdAt }: Account): Record<string, unknown> {
  return { id, email, admin, createdAt: timeJson(createdAt) };
}
