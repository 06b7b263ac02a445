import { afterAll } from 'vitest';
import { createAccount } from '../../src/accounts/accounts.ts';
import type { Account, Scope, Viewer } from '../../src/accounts/viewer.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import type { OpenPlace } from './databases.ts';

/** Databases of a suite, all of them closed after it; must be called while the suite is being declared. */
export function databasesOf(open: OpenPlace) {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  /** One more handle on the database at this URL, as another process would have it. */
  function reopen(url: string): Database {
    const database = openDatabase(url);
    opened.push(database);
    return database;
  }

  /** A new database with all its tables. */
  async function fresh(): Promise<{ database: Database; url: string }> {
    const { url } = await open();
    const database = reopen(url);
    await migrate(database.dialect);
    return { database, url };
  }
  return { fresh, reopen };
}

let accounts = 0;

/** An account that nobody had before. */
export function newAccount(database: Database): Promise<Account> {
  return createAccount(database, {
    email: `person${++accounts}@example.com`,
    password: 'a long password',
    admin: false,
  });
}

/** Somebody new who asks with a key of this scope. */
export async function newViewer(database: Database, scope: Scope = 'WRITE'): Promise<Viewer> {
  return { account: await newAccount(database), scope, via: { kind: 'key', id: 1 } };
}
