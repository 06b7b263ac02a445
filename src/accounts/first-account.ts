import { type Database, reachable } from '../db/open.ts';
import { email as emailSchema } from '../domain/inputs/account.ts';
import { accountOf } from './accounts.ts';
import { keyRow, newKey } from './api-keys.ts';
import { hashPassword } from './passwords.ts';
import { randomText } from './secrets.ts';
import type { Account } from './viewer.ts';

/** The values chosen by the operator; null ones are generated. */
interface FirstAccountOptions {
  readonly adminEmail: string | null;
  readonly adminPassword: string | null;
  readonly adminApiKey: string | null;
  readonly baseUrl: string;
}

export interface FirstAccount {
  readonly account: Account;
  /** To be shown once; null when the operator chose it. */
  readonly password: string | null;
  /** To be shown once; null when the operator chose it. */
  readonly apiKey: string | null;
}

/**
 * Creates the first account, an admin with a WRITE key, from ADMIN_EMAIL, ADMIN_PASSWORD and ADMIN_API_KEY or from
 * generated values. Returns null if accounts exist. If several processes start at once, one of them creates it.
 */
export async function ensureFirstAccount(
  database: Database,
  config: FirstAccountOptions,
  now: number = Date.now(),
): Promise<FirstAccount | null> {
  if ((await reachable(database, () => database.accounts.count())) > 0) return null;
  const email = emailSchema.parse(config.adminEmail ?? `admin@${new URL(config.baseUrl).hostname}`);
  const password = config.adminPassword ?? randomText(20);
  const key = config.adminApiKey ?? newKey();
  const passwordHash = await hashPassword(password);
  let account: Account | null;
  try {
    account = await reachable(database, () =>
      database.transaction(async transaction => {
        // Two processes with different e-mail addresses would not conflict in the accounts; this row makes them, on any
        // engine.
        await database.settings.create({ name: 'first_account', value: email }, { transaction });
        if ((await database.accounts.count({ transaction })) > 0) return null;
        const row = { email, passwordHash, admin: 1, createdAt: now };
        const made = await database.accounts.create(row, { transaction });
        const given = { accountId: made.id, name: 'First key', scope: 'WRITE', expiresAt: null } as const;
        await database.apiKeys.create(keyRow(key, given, now), { transaction });
        return accountOf(made);
      }),
    );
  } catch (error) {
    if (database.dialect.fault(error) === 'duplicate') return null;
    throw error;
  }
  if (!account) return null;
  return {
    account,
    password: config.adminPassword === null ? password : null,
    apiKey: config.adminApiKey === null ? key : null,
  };
}
