import { Op } from 'sequelize';
import { perDatabase } from '../db/memory.ts';
import type { AccountRow } from '../db/models/account.ts';
import { type Database, reachable } from '../db/open.ts';
import { email as emailSchema, newAccount, password as passwordSchema } from '../domain/inputs/account.ts';
import { parseInput } from '../domain/inputs/parse.ts';
import { quote } from '../domain/text.ts';
import { badInput, notFound } from '../errors.ts';
import { Guesses, tooManyGuesses } from './guesses.ts';
import { hashPassword, inEvenTime, verifyPassword } from './passwords.ts';
import type { Account, Viewer } from './viewer.ts';

/** Creates an account with an e-mail address that is unique in any case. Throws BAD_USER_INPUT. */
export async function createAccount(
  database: Database,
  given: { readonly email: string; readonly password: string; readonly admin: boolean },
  now: number = Date.now(),
): Promise<Account> {
  const { email, password, admin } = parseInput(newAccount, given);
  const row = { email, passwordHash: await hashPassword(password), admin: Number(admin), createdAt: now };
  return reachable(database, async () => {
    try {
      return accountOf(await database.transaction(transaction => database.accounts.create(row, { transaction })));
    } catch (error) {
      if (database.dialect.fault(error) !== 'duplicate') throw error;
      throw badInput({
        email: [`An account with the e-mail address ${quote(email)} already exists; use another one.`],
      });
    }
  });
}

/** Returns all accounts, oldest first. */
export async function listAccounts(database: Database): Promise<readonly Account[]> {
  const rows = await reachable(database, () => database.accounts.findAll({ order: ['id'], raw: true }));
  return rows.map(accountOf);
}

/** Returns the account with this id, or null. */
export async function findAccount(database: Database, id: number): Promise<Account | null> {
  const row = await reachable(database, () => database.accounts.findByPk(id, { raw: true }));
  return row && accountOf(row);
}

/** Returns the e-mail address of each of these accounts, in their order; null for one that does not exist. */
export async function emailsOf(database: Database, ids: readonly number[]): Promise<(string | null)[]> {
  const rows = await reachable(database, () => database.accounts.findAll({ where: { id: [...ids] }, raw: true }));
  const emails = new Map(rows.map(({ id, email }) => [id, email]));
  return ids.map(id => emails.get(id) ?? null);
}

/** Returns the account with this e-mail address, in any case, or null. */
export async function findAccountByEmail(database: Database, email: string): Promise<Account | null> {
  const row = await reachable(database, () => rowOfEmail(database, email));
  return row && accountOf(row);
}

/** Sets a new password and ends the account's sessions except `keep`. Throws NOT_FOUND and BAD_USER_INPUT. */
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

/** Returns the account, or null, in the same time whatever is wrong. Throws RATE_LIMITED if too many wait. */
export function signIn(database: Database, email: string, password: string): Promise<Account | null> {
  return inEvenTime(async () => {
    const row = await reachable(database, () => rowOfEmail(database, email));
    const right = await verifyPassword(row?.passwordHash ?? null, password);
    return right && row ? accountOf(row) : null;
  });
}

/**
 * Sets a new password if the current one is right, and signs out all other browsers of the account. Throws
 * BAD_USER_INPUT on `current` and `next`, and RATE_LIMITED after too many wrong attempts.
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
    throw badInput({ current: ['The current password is wrong; enter the one you sign in with.'] });
  }
  guesses.forget(String(account.id));
  await setPassword(database, account.id, next, via.kind === 'session' ? via.id : null);
}

const guessesOf = perDatabase(() => new Guesses());

function check(name: string, password: string): void {
  const { error } = passwordSchema.safeParse(password);
  if (error) throw badInput({ [name]: error.issues.map(({ message }) => message) });
}

async function rowOfEmail(database: Database, given: string): Promise<AccountRow | null> {
  // Sequelize writes the text into the statement, which a NUL would break on SQLite, so only valid addresses get that
  // far.
  const { data: email } = emailSchema.safeParse(given);
  if (email === undefined) return null;
  return database.accounts.scope('withPassword').findOne({ where: { email }, raw: true });
}

/** Returns the account of a row, without its password. */
export function accountOf(row: Omit<AccountRow, 'passwordHash'>): Account {
  return { id: row.id, email: row.email, admin: row.admin === 1, createdAt: row.createdAt };
}
