import { existsSync } from 'node:fs';
import type { Config } from '../src/config.ts';
import { openDatabase } from '../src/db/open.ts';
import { DEMO_EMAIL } from './demo.ts';

const ELSEWHERE = 'Leave DATABASE_URL out, and leave DATA_DIR out, too, or set it to an empty folder.';
const SQLITE = 'sqlite:';
/** More accounts are only counted. */
const NAMED = 3;

/** Returns why the demo must not write into the database of these settings; null if that is empty or the demo's own. */
export async function whyNotForDemo({ databaseUrl }: Config): Promise<string | null> {
  if (!databaseUrl.startsWith(SQLITE))
    return `DATABASE_URL names a MySQL or MariaDB server, but the demo writes only into an embedded database. ${ELSEWHERE}`;
  const path = databaseUrl.slice(SQLITE.length);
  if (!existsSync(path)) return null;
  const database = openDatabase(databaseUrl);
  try {
    const accounts = await database.accounts.findAll({ attributes: ['id', 'email'], order: ['id'], raw: true });
    const others = accounts.map(({ email }) => email).filter(email => email !== DEMO_EMAIL);
    if (others.length === 0) return null;
    const websites = await database.websites.count();
    return `The database ${path} is not the demo's: it has ${accountsText(others)} and ${websites === 1 ? '1 website' : `${websites} websites`}. The demo adds an administrator, an API key and a year of hits, and so writes only into an empty database or its own. ${ELSEWHERE}`;
  } catch (error) {
    // Nothing was written into it yet.
    if (database.dialect.fault(error) === 'bare') return null;
    throw error;
  } finally {
    await database.close();
  }
}

function accountsText(emails: readonly string[]): string {
  const named = emails.slice(0, NAMED).join(', ');
  const more = emails.length - NAMED;
  return `the account${emails.length === 1 ? '' : 's'} ${named}${more > 0 ? ` and ${more} more` : ''}`;
}
