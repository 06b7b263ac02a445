import { afterAll } from 'vitest';
import { createAccount } from '../../src/accounts/accounts.ts';
import type { Account, Viewer } from '../../src/accounts/viewer.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import type { Scope } from '../../src/domain/key-scope.ts';
import type { OpenPlace } from './databases.ts';
import { createTables } from './tables.ts';

/** Returns the databases of a suite, which are closed after it; must be called while the suite is being declared. */
export function databasesOf(open: OpenPlace) {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  /** Opens another handle on the database at this URL, as a second process would. */
  function reopen(url: string): Database {
    const database = openDatabase(url);
    opened.push(database);
    return database;
  }

  /** Creates a new database with all its tables. */
  async function fresh(): Promise<{ database: Database; url: string }> {
    const { url } = await open();
    const database = reopen(url);
    await createTables(url);
    return { database, url };
  }
  return { fresh, reopen };
}

let accounts = 0;

/** Creates a new account with an unused e-mail address. */
export function newAccount(database: Database): Promise<Account> {
  return createAccount(database, {
    email: `person${++accounts}@example.com`,
    password: 'a long password',
    admin: false,
  });
}

/** Creates a new account and returns its viewer, with a key of this scope. */
export async function newViewer(database: Database, scope: Scope = 'WRITE'): Promise<Viewer> {
  return { account: await newAccount(database), scope, via: { kind: 'key', id: 1 } };
}
