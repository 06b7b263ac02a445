import type { Config } from '../config.ts';
import { type Database, reachable } from '../db/open.ts';
import { retriedTransaction } from '../db/retry.ts';
import { insertRow, readRows } from '../db/rows.ts';
import { findAccountByEmail, normalizeEmail } from './accounts.ts';
import { keyRow, newKey } from './api-keys.ts';
import { hashPassword } from './passwords.ts';
import { randomText } from './secrets.ts';
import type { Account } from './viewer.ts';

export interface FirstAccount {
  readonly account: Account;
  /** To be shown once; null when the operator chose it. */
  readonly password: string | null;
  /** To be shown once; null when the operator chose it. */
  readonly apiKey: string | null;
}

/**
 * On a database without accounts makes the first one, an admin with a WRITE key, from ADMIN_EMAIL, ADMIN_PASSWORD and
 * ADMIN_API_KEY or from random ones; null when there are accounts already. Of processes that start at once one makes it.
 */
export async function ensureFirstAccount(
  database: Database,
  config: Pick<Config, 'adminEmail' | 'adminPassword' | 'adminApiKey' | 'baseUrl'>,
  now: number = Date.now(),
): Promise<FirstAccount | null> {
  if ((await reachable(database, () => database.accounts.count())) > 0) return null;
  const email = normalizeEmail(config.adminEmail ?? `admin@${new URL(config.baseUrl).hostname}`);
  const password = config.adminPassword ?? randomText(20);
  const key = config.adminApiKey ?? newKey();
  const passwordHash = await hashPassword(password);
  try {
    const made = await reachable(database, () =>
      retriedTransaction(database.dialect, async tx => {
        // Two processes with two e-mail addresses cannot meet in the accounts; here they do, on any engine and cluster.
        await insertRow(tx, 'setting', { name: 'first_account', value: email });
        const accounts = () => readRows<{ id: number }>(tx, 'account', {}, ['id']);
        if ((await accounts()).length > 0) return false;
        await insertRow(tx, 'account', { email, password_hash: passwordHash, admin: 1, created_at: now });
        const [account] = await accounts();
        if (!account) throw new Error('The first account vanished while it was being made.');
        await insertRow(
          tx,
          'api_key',
          keyRow(key, { accountId: account.id, name: 'First key', scope: 'WRITE', expiresAt: null }, now),
        );
        return true;
      }),
    );
    if (!made) return null;
  } catch (error) {
    if (database.dialect.fault(error) === 'duplicate') return null;
    throw error;
  }
  const account = await findAccountByEmail(database, email);
  if (!account) throw new Error('The first account vanished after it was made.');
  return {
    account,
    password: config.adminPassword === null ? password : null,
    apiKey: config.adminApiKey === null ? key : null,
  };
}
