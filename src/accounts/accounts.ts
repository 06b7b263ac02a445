import type { AccountRow } from '../db/models/account.ts';
import { type Database, reachable } from '../db/open.ts';
import { retriedTransaction } from '../db/retry.ts';
import { deleteRows, insertRow, updateRows } from '../db/rows.ts';
import { deleteOtherSessions } from '../db/session-rows.ts';
import { countCodePoints, hasNul, quote } from '../domain/text.ts';
import { badInput, notFound } from '../errors.ts';
import { createGuesses, type Guesses, tooManyGuesses } from './guesses.ts';
import { hashPassword, inEvenTime, verifyPassword } from './passwords.ts';
import type { Account, Viewer } from './viewer.ts';

const LONGEST_EMAIL = 255;

/** Throws BAD_USER_INPUT on `email` and `password`; e-mail addresses are unique without regard to case. */
export async function createAccount(
  database: Database,
  given: { readonly email: string; readonly password: string; readonly admin: boolean },
  now: number = Date.now(),
): Promise<Account> {
  const email = normalizeEmail(given.email);
  const errors = { ...emailErrors(email), ...passwordErrors(given.password) };
  if (Object.keys(errors).length > 0) throw badInput(errors);
  const row = { email, password_hash: await hashPassword(given.password), admin: Number(given.admin), created_at: now };
  return reachable(database, async () => {
    try {
      await retriedTransaction(database.dialect, tx => insertRow(tx, 'account', row));
    } catch (error) {
      if (database.dialect.fault(error) !== 'duplicate') throw error;
      throw badInput({ email: [`There is an account with the e-mail address ${quote(email)} already; send another.`] });
    }
    const made = await rowOfEmail(database, email);
    if (!made) throw new Error('The account vanished while it was being made.');
    return accountOf(made);
  });
}

/** All accounts, oldest first. */
export async function listAccounts(database: Database): Promise<readonly Account[]> {
  const rows = await reachable(database, () => database.accounts.findAll({ order: [['id', 'ASC']] }));
  return rows.map(accountOf);
}

/** Null when there is none. */
export async function findAccount(database: Database, id: number): Promise<Account | null> {
  const row = await reachable(database, () => database.accounts.findByPk(id));
  return row && accountOf(row);
}

/** Whose e-mail address this is, in whatever case; null when it is nobody's. */
export async function findAccountByEmail(database: Database, email: string): Promise<Account | null> {
  const row = await reachable(database, () => rowOfEmail(database, normalizeEmail(email)));
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
  const errors = passwordErrors(password);
  if (Object.keys(errors).length > 0) throw badInput(errors);
  if (!(await findAccount(database, id))) throw notFound();
  const passwordHash = await hashPassword(password);
  await reachable(database, () =>
    retriedTransaction(database.dialect, async tx => {
      await updateRows(tx, 'account', { password_hash: passwordHash }, { id });
      if (keep === null) await deleteRows(tx, 'session', { account_id: id });
      else await deleteOtherSessions(tx, id, keep);
    }),
  );
}

/** Null when e-mail address or password is wrong, in the same time for both. Throws RATE_LIMITED when too many wait to sign in. */
export function signIn(database: Database, email: string, password: string): Promise<Account | null> {
  return inEvenTime(async () => {
    const row = await reachable(database, () => rowOfEmail(database, normalizeEmail(email)));
    const right = await verifyPassword(row?.password_hash ?? null, password);
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
  const wrong = passwordErrors(next).password;
  if (wrong) throw badInput({ next: wrong });
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
  const known = guesses.get(database) ?? createGuesses('change of password');
  guesses.set(database, known);
  return known;
}

/** The one way an e-mail address is kept and looked up. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

function rowOfEmail(database: Database, email: string): Promise<AccountRow | null> {
  // Sequelize writes the text into the statement, and a NUL would break that on SQLite.
  if (Object.keys(emailErrors(email)).length > 0) return Promise.resolve(null);
  return database.accounts.findOne({ where: { email } });
}

function accountOf(row: AccountRow): Account {
  return { id: row.id, email: row.email, admin: row.admin === 1, createdAt: row.created_at };
}

function emailErrors(email: string): { email?: string[] } {
  if (email.length > LONGEST_EMAIL) return { email: [`The e-mail address has more than ${LONGEST_EMAIL} characters.`] };
  if (!/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) || !email.isWellFormed()) {
    return { email: [`${quote(email)} is not an e-mail address; send one such as ada@example.com.`] };
  }
  return {};
}

function passwordErrors(password: string): { password?: string[] } {
  const length = countCodePoints(password, 128);
  if (length < 8 || length > 128) return { password: ['The password must have 8 to 128 characters.'] };
  if (hasNul(password) || !password.isWellFormed()) {
    return { password: ['The password holds a character that cannot be encoded; send plain text.'] };
  }
  return {};
}
