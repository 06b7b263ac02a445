import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Database, reachable } from '../db/open.ts';
import { settleSetting } from '../db/settings.ts';
import { passwordHashOf } from './sharing.ts';
import type { Website } from './website.ts';

const LASTS = 7 * 86_400_000;
const TOKEN = /^(\d{1,15})\.([\w-]{43})$/;

/** What a browser shows to see a password page again; `expiresAt` is milliseconds since 1970, UTC. */
export interface Unlock {
  readonly token: string;
  readonly expiresAt: number;
}

/** To be given to whoever knew the password; good for seven days, for this website and for this password alone. */
export async function unlockToken(database: Database, website: Website, now: number): Promise<Unlock> {
  const expiresAt = now + LASTS;
  const signature = await sign(database, website, expiresAt);
  if (!signature) throw new Error('A website without a password cannot be unlocked.');
  return { token: `${expiresAt}.${signature.toString('base64url')}`, expiresAt };
}

/** Whether the token opens the website now; a new password ends all tokens, another privacy makes them useless. */
export async function isUnlocked(database: Database, website: Website, token: string, now: number): Promise<boolean> {
  const [, expires, shown] = TOKEN.exec(token) ?? [];
  if (website.privacy !== 'PASSWORD' || !expires || !shown || Number(expires) <= now) return false;
  const signature = await sign(database, website, Number(expires));
  return signature !== null && timingSafeEqual(signature, Buffer.from(shown, 'base64url'));
}

/** The password's hash has a salt, so that even the same password, set again, is another one. Null without a password. */
async function sign(database: Database, { id }: Website, expiresAt: number): Promise<Buffer | null> {
  const passwordHash = await passwordHashOf(database, id);
  if (passwordHash === null) return null;
  return createHmac('sha256', await secretOf(database))
    .update(`${id}\n${expiresAt}\n${passwordHash}`)
    .digest();
}

const secrets = new WeakMap<Database, string>();

/** One for the instance, made by the process that needs it first and the same for all, also after a restart. */
async function secretOf(database: Database): Promise<string> {
  const known = secrets.get(database);
  if (known !== undefined) return known;
  const offered = randomBytes(32).toString('base64url');
  const secret = await reachable(database, () => settleSetting(database.dialect, 'unlock_secret', offered));
  secrets.set(database, secret);
  return secret;
}
