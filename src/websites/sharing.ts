import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { inEvenTime, verifyPassword } from '../accounts/passwords.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { settleSetting } from '../db/models/setting.ts';
import type { WebsiteRow } from '../db/models/website.ts';
import { type Database, reachable } from '../db/open.ts';
import { AppError, notFound } from '../errors.ts';
import { findWebsite } from './access.ts';
import type { Website } from './website.ts';

const LASTS = 7 * 86_400_000;
const TOKEN = /^(\d{1,15})\.([\w-]{43})$/;

/**
 * Returns a website if the caller may see its statistics page. Throws NOT_FOUND both for a private and for an unknown
 * domain, and FORBIDDEN for one with a password unless `unlocked` returns true or the viewer owns it.
 */
export async function sharedWebsite(
  database: Database,
  domain: string,
  unlocked: (website: Website) => boolean | Promise<boolean>,
  viewer: Viewer | null,
): Promise<Website> {
  const website = await findWebsite(database, { domain });
  if (!website || website.privacy === 'PRIVATE') throw notFound();
  if (website.privacy === 'PUBLIC' || viewer?.account.id === website.accountId) return website;
  if (await unlocked(website)) return website;
  throw new AppError('FORBIDDEN', 'This statistics page is protected by a password; unlock it first.');
}

/**
 * Returns a website if the caller may see its statistics, as its account or through its page. Throws like
 * `sharedWebsite`.
 */
export async function viewableWebsite(
  database: Database,
  domain: string,
  unlocked: (website: Website) => boolean | Promise<boolean>,
  viewer: Viewer | null,
): Promise<Website> {
  const website = await findWebsite(database, { domain });
  if (website && viewer?.account.id === website.accountId) return website;
  return sharedWebsite(database, domain, unlocked, viewer);
}

/**
 * Returns the website if this is the password of its statistics page; otherwise null, in the same time for a wrong
 * password and an unknown page.
 */
export function checkUnlock(database: Database, domain: string, password: string): Promise<Website | null> {
  return inEvenTime(async () => {
    const website = await findWebsite(database, { domain });
    const locked = website?.privacy === 'PASSWORD' ? website : null;
    const stored = await lockOf(database, locked?.id ?? 0);
    const right = await verifyPassword(stored?.passwordHash ?? null, password);
    return right ? locked : null;
  });
}

/** The token with which a browser sees a password page again; `expiresAt` is in milliseconds since 1970, UTC. */
export interface Unlock {
  readonly token: string;
  readonly expiresAt: number;
}

/**
 * Returns the token for a browser that has sent the password; valid for seven days, only for this website and password.
 */
export async function unlockToken(database: Database, website: Website, now: number): Promise<Unlock> {
  const expiresAt = now + LASTS;
  const signature = await sign(database, website, expiresAt);
  if (!signature) throw new Error('A website without a password cannot be unlocked.');
  return { token: `${expiresAt}.${signature.toString('base64url')}`, expiresAt };
}

/**
 * Returns true if the token opens the website now; a new password or another privacy setting invalidates all tokens.
 */
export async function isUnlocked(database: Database, website: Website, token: string, now: number): Promise<boolean> {
  const [, expires, shown] = TOKEN.exec(token) ?? [];
  if (website.privacy !== 'PASSWORD' || !expires || !shown || Number(expires) <= now) return false;
  const signature = await sign(database, website, Number(expires));
  return signature !== null && timingSafeEqual(signature, Buffer.from(shown, 'base64url'));
}

/**
 * Returns null without a password. The password's hash is salted, so setting even the same password again changes the
 * result.
 */
async function sign(database: Database, { id }: Website, expiresAt: number): Promise<Buffer | null> {
  const row = await lockOf(database, id);
  if (!row || row.passwordHash === null) return null;
  return createHmac('sha256', await secretOf(database))
    .update(`${id}\n${expiresAt}\n${row.passwordHash}\n${row.privacySince ?? ''}`)
    .digest();
}

const secrets = new WeakMap<Database, Promise<string>>();

/**
 * Returns the secret of the instance: made by the first process that needs it, shared by all, and kept across restarts.
 */
function secretOf(database: Database): Promise<string> {
  const known = secrets.get(database);
  if (known) return known;
  const offered = randomBytes(32).toString('base64url');
  const secret = reachable(database, () => settleSetting(database, 'unlock_secret', offered));
  secrets.set(database, secret);
  secret.catch(() => secrets.delete(database));
  return secret;
}

/** Returns null for an unknown website. */
async function lockOf(
  database: Database,
  id: number,
): Promise<Pick<WebsiteRow, 'passwordHash' | 'privacySince'> | null> {
  const attributes = ['passwordHash', 'privacySince'];
  return reachable(database, () => database.websites.findByPk(id, { attributes, raw: true }));
}
