import { verifyPassword } from '../accounts/passwords.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { type Database, reachable } from '../db/open.ts';
import { AppError, notFound } from '../errors.ts';
import { findWebsite } from './access.ts';
import type { Website } from './website.ts';

/**
 * A website whose statistics page the caller may see. Throws NOT_FOUND alike for a private and an unknown domain, and
 * FORBIDDEN for one with a password unless `unlocked` says yes or the viewer owns it.
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

/** The website when this is the password of its statistics page; null in the same time for a wrong one and for no such page. */
export async function checkUnlock(database: Database, domain: string, password: string): Promise<Website | null> {
  const website = await findWebsite(database, { domain });
  const locked = website?.privacy === 'PASSWORD' ? website : null;
  const stored = await passwordHashOf(database, locked?.id ?? 0);
  const right = await verifyPassword(locked && stored, password);
  return right ? locked : null;
}

/** The hash of the password of a website's statistics page; null without one. Never to be shown to anyone. */
export async function passwordHashOf(database: Database, id: number): Promise<string | null> {
  const row = await reachable(database, () => database.websites.findByPk(id, { attributes: ['password_hash'] }));
  return row?.password_hash ?? null;
}
