import { Op } from 'sequelize';
import type { AccountRow } from '../db/models/account.ts';
import { type Database, reachable } from '../db/open.ts';
import { email as emailSchema, newAccount, password as passwordSchema } from '../domain/inputs/account.ts';
import { quote } from '../domain/text.ts';
import { badInput, inputError, notFound } from '../errors.ts';
import { createGuesses, type Guesses, tooManyGuesses } from './guesses.ts';
import { hashPassword, inEvenTime, verifyPassword } from './passwords.ts';
import type { Account, Viewer } from './viewer.ts';

/** Throws BAD_USER_INPUT on `email` and `password`; e-mail addresses are unique without regard to case. */
export async function createAccount(
  database: Database,
  given: { readonly email: string; readonly password: string; readonly admin: boolean },
  now: number = Date.now(),
): Promise<Account> {
  const { data, error } = newAccount.safeParse(given);
  if (error) throw inputError(error);
  const { email, password, admin } = data;
  const row = { email, passwordHash: await hashPassword(password), admin: Number(admin), createdAt: now };
  return reachable(database, async () => {
    try {
      return accountOf(await database.transaction(transaction => database.accounts.create(row, { transaction })));
    } catch (error) {
      if (database.dialect.fault(error) !== 'duplicate') throw error;
      throw badInput({ email: [`There is an account with the e-mail address ${quote(email)} already; send another.`] });
    }
  });
}

/** All accounts, oldest first. */
export async function listAccounts(database: Database): Promise<readonly Account[]> {
  const rows = await reachable(database, () => database.accounts.findAll({ order: ['id'], raw: true }));
  return rows.map(accountOf);
}

/** Null when there is none. */
export async function findAccount(database: Database, id: number): Promise<Account | null> {
  const row = await reachable(database, () => database.accounts.findByPk(id, { raw: true }));
  return row && accountOf(row);
}

/** Whose e-mail address this is, in whatever case; null when it is nobody's. */
export async function findAccountByEmail(database: Database, email: string): Promise<Account | null> {
  const row = await reachable(database, () => rowOfEmail(database, email));
  return row && accountOf(row);
}

/**
 * Ends the account's sessions too, all but the one with the id `keep`; API keys go on. Throws NOT_FOUND and BAD_USER_INPUT on
 * `password`.
 */
export async function setPassword(
  database: Database,
  id: number,
  password: string,
  keep: number | null = null,
): Promise<void> {
  check('password', password);
  if (!(await findAccount(database, id))) throw notFound();
  const passwordHash = await hashPassword(password);
  await reachable(database, () =>
    database.transaction(async transaction => {
      await database.accounts.update({ passwordHash }, { where: { id }, transaction });
      const others = keep === null ? {} : { id: { [Op.ne]: keep } };
      await database.sessions.destroy({ where: { accountId: id, ...others }, transaction });
    }),
  );
}

/** Null when e-mail address or password is wrong, in the same time for both. Throws RATE_LIMITED when too many wait to sign in. */
export function signIn(database: Database, email: string, password: string): Promise<Account | null> {
  return inEvenTime(async () => {
    const row = await reachable(database, () => rowOfEmail(database, email));
    const right = await verifyPassword(row?.passwordHash ?? null, password);
    return right && row ? accountOf(row) : null;
  });
}

/**
 * Sets a new password for whoever knows the one before, and signs all their other browsers out. Throws BAD_USER_INPUT on
 * `current` and `next`, and RATE_LIMITED after too many wrong ones.
 */
export async function changePassword(
  database: Database,
  { account, via }: Viewer,
  { current, next }: { readonly current: string; readonly next: string },
  now: number = Date.now(),
): Promise<void> {
  check('next', next);
  const guesses = guessesOf(database);
  const wait = guesses.begin(String(account.id), now);
  if (wait !== null) throw tooManyGuesses(wait);
  if (!(await signIn(database, account.email, current))) {
    throw badInput({ current: ['This is not the password of the account; type the one you sign in with now.'] });
  }
  guesses.forget(String(account.id));
  await setPassword(database, account.id, next, via.kind === 'session' ? via.id : null);
}

const guesses = new WeakMap<Database, Guesses>();

function guessesOf(database: Database): Guesses {
  const known = guesses.get(database) ?? createGuesses();
  guesses.set(database, known);
  return known;
}

function check(name: string, password: string): void {
  const { error } = passwordSchema.safeParse(password);
  if (error) throw badInput({ [name]: error.issues.map(({ message }) => message) });
}

async function rowOfEmail(database: Database, given: string): Promise<AccountRow | null> {
  // Sequelize writes the text into the statement, and a NUL would break that on SQLite; so what is no address goes no further.
  const { data: email } = emailSchema.safeParse(given);
  if (email === undefined) return null;
  return database.accounts.scope('withPassword').findOne({ where: { email }, raw: true });
}

/** The account of a row, without its password. */
export function accountOf(row: Omit<AccountRow, 'passwordHash'>): Account {
  return { id: row.id, email: row.email, admin: row.admin === 1, createdAt: row.createdAt };
}
