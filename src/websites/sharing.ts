import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { inEvenTime, verifyPassword } from '../accounts/passwords.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { settleSetting } from '../db/models/setting.ts';
import type { WebsiteRow } from '../db/models/website.ts';
import { type Database, reachable } from '../db/open.ts';
import { DAY } from '../domain/calendar.ts';
import { AppError, notFound } from '../errors.ts';
import { findWebsite } from './access.ts';
import { isShareToken, websiteOfShare } from './shares.ts';
import type { Website } from './website.ts';

const LASTS = 7 * DAY;
const TOKEN = /^(\d{1,15})\.([\w-]{43})$/;

/**
 * Returns a website if the caller may see its statistics page. Unless `unlocked` returns true, throws NOT_FOUND both for
 * a private and for an unknown domain, and FORBIDDEN for one with a password that the viewer does not own.
 */
export async function sharedWebsite(
  database: Database,
  domain: string,
  unlocked: (website: Website) => boolean | Promise<boolean>,
  viewer: Viewer | null,
): Promise<Website> {
  const website = await findWebsite(database, { domain });
  if (!website) throw notFound();
  const { privacy, accountId } = website;
  if (privacy === 'PUBLIC' || (privacy === 'PASSWORD' && viewer?.account.id === accountId)) return website;
  if (await unlocked(website)) return website;
  if (privacy === 'PRIVATE') throw notFound();
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

/** Returns true if the token opens the website now. */
export async function isUnlocked(database: Database, website: Website, token: string, now: number): Promise<boolean> {
  return (await readUnlock(database, website, token, now)) !== null;
}

/**
 * Returns the token of a cookie and its end if it opens the website now: that of a share, or that of its password, which
 * a new password or another privacy setting invalidates.
 */
export async function readUnlock(
  database: Database,
  website: Website,
  token: string,
  now: number,
): Promise<Unlock | null> {
  if (isShareToken(token)) return unlockOfShare(database, website, token, now);
  const [, expires, shown] = TOKEN.exec(token) ?? [];
  const expiresAt = Number(expires);
  if (website.privacy !== 'PASSWORD' || !shown || expiresAt <= now) return null;
  const signature = await sign(database, website, expiresAt);
  const isRight = signature !== null && timingSafeEqual(signature, Buffer.from(shown, 'base64url'));
  return isRight ? { token, expiresAt } : null;
}

/**
 * Returns the token of a share for a browser that has opened its link, valid for at most seven days; null if it does not
 * open this website.
 */
export async function unlockOfShare(
  database: Database,
  website: Website,
  token: string,
  now: number,
): Promise<Unlock | null> {
  const share = await websiteOfShare(database, token, now).catch(error => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  });
  if (share?.website.id !== website.id) return null;
  return { token, expiresAt: Math.min(now + LASTS, share.expiresAt ?? Number.POSITIVE_INFINITY) };
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
