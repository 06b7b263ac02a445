import { Op } from 'sequelize';
import { randomText, secretHash } from '../accounts/secrets.ts';
import { mayWrite, type Viewer } from '../accounts/viewer.ts';
import { groupByWebsite } from '../db/by-website.ts';
import type { ShareRow } from '../db/models/share.ts';
import { type Database, reachable } from '../db/open.ts';
import { type ShareInput, shareInput } from '../domain/inputs/notes.ts';
import { parseInput } from '../domain/inputs/parse.ts';
import { notFound } from '../errors.ts';
import { findWebsite, writableWebsite } from './access.ts';
import { addNote, type NoteKind, noteDeletion, writableNote } from './notes.ts';
import type { Website } from './website.ts';

/**
 * A link with which strangers read the statistics of one website, without its token. Times are milliseconds since 1970,
 * UTC.
 */
export interface Share extends Pick<ShareRow, 'id' | 'name' | 'prefix' | 'createdAt' | 'lastUsedAt'> {
  /** When the link stops working; null for never. A share that an API key created also ends with the key. */
  readonly expiresAt: number | null;
}

type Maker = { readonly id: number | null; readonly expiresAt: number | null; readonly revokedAt: number | null };
type Found = ShareRow & { readonly maker?: Maker };

const SHARES: NoteKind<ShareRow> = {
  table: ({ shares }) => shares,
  one: 'share link',
  plural: 'share links',
  most: 50,
  counted: { deletedAt: null },
};
const MAKER = { association: 'maker', attributes: ['id', 'expiresAt', 'revokedAt'], required: false };
const TOUCHED_EVERY = 3_600_000;
const RANDOM_CHARACTERS = 32;
const PREFIX = 10;
const TOKEN = /^ffs_[0-9A-Za-z]{32}$/;

/** Returns true for text that has the format of a token. */
export function isShareToken(text: string): boolean {
  return TOKEN.test(text);
}

/**
 * Creates a share of one of the viewer's websites; its token is returned only here. A share that an API key creates
 * works only as long as the key. Throws NOT_FOUND and BAD_USER_INPUT.
 */
export async function createShare(
  database: Database,
  viewer: Viewer | null,
  id: string,
  input: ShareInput,
  now: number,
): Promise<{ readonly share: Share; readonly token: string; readonly website: Website }> {
  const { via } = mayWrite(viewer);
  const { name, expiresAt = null } = parseInput(shareInput(now), input);
  const website = await writableWebsite(database, viewer, { id });
  const token = `ffs_${randomText(RANDOM_CHARACTERS)}`;
  const columns = {
    name,
    hash: secretHash(token),
    prefix: token.slice(0, PREFIX),
    apiKeyId: via.kind === 'key' ? via.id : null,
    expiresAt,
    lastUsedAt: null,
    deletedAt: null,
  };
  await makeRoom(database, website.id, now);
  await addNote(database, viewer, SHARES, website.id, columns, now);
  const row = await reachable(database, () => readShare(database, token));
  if (!row) throw notFound();
  return { share: shareOf(row), token, website };
}

/** Returns the shares of each of these websites, in the order of `ids`, the oldest first, including expired ones. */
export async function sharesOf(database: Database, ids: readonly number[]): Promise<(readonly Share[])[]> {
  const where = { websiteId: [...ids], deletedAt: null };
  const rows = await reachable(database, () =>
    database.shares.scope('oldestFirst').findAll({ where, include: MAKER, raw: true, nest: true }),
  );
  return groupByWebsite(ids, rows as Found[]).map(found => found.map(shareOf));
}

/** Removes the shares that have ended if the website could have no more otherwise; the list keeps its maximum. */
async function makeRoom(database: Database, websiteId: number, now: number): Promise<void> {
  const [shares = []] = await sharesOf(database, [websiteId]);
  if (shares.length < SHARES.most) return;
  const ended = shares.filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now).map(({ id }) => id);
  const where = { websiteId, id: ended, deletedAt: null };
  if (ended.length > 0) await reachable(database, () => database.shares.update({ deletedAt: now }, { where }));
}

/**
 * Deletes a share of one of the viewer's websites; its link stops working at once. Throws NOT_FOUND, also if it belongs
 * to another website than `website`, which null leaves open.
 */
export async function deleteShare(
  database: Database,
  viewer: Viewer | null,
  id: string,
  website: string | null,
  now: number,
): Promise<void> {
  const row = await writableNote(database, viewer, SHARES, id);
  const { websiteId, hash, deletedAt } = row;
  if (deletedAt !== null || (website !== null && website !== String(websiteId))) throw notFound();
  // Listed first, so that a process that is killed in between leaves no share that a restored backup would revive.
  await database.revocations.note({ share: hash.toString('hex'), at: now });
  const where = { websiteId, id, deletedAt: null };
  await reachable(database, () =>
    database.transaction(async transaction => {
      const [deleted] = await database.shares.update({ deletedAt: now }, { where, transaction });
      if (deleted === 0) throw notFound();
      await noteDeletion(database, viewer, SHARES, row, now, transaction);
    }),
  );
}

/**
 * Returns the website whose statistics the token opens, and when it stops to. Throws NOT_FOUND for an unknown, deleted
 * or expired token. The share is read each time, so that it ends at once in every process.
 */
export async function websiteOfShare(
  database: Database,
  token: string,
  now: number,
): Promise<{ readonly website: Website; readonly expiresAt: number | null }> {
  const row = isShareToken(token) ? await reachable(database, () => readShare(database, token)) : null;
  if (!row) throw notFound();
  const { expiresAt } = shareOf(row);
  const website = expiresAt !== null && expiresAt <= now ? null : await findWebsite(database, { id: row.websiteId });
  if (!website) throw notFound();
  // Not awaited, because nothing depends on it: after a failure, the next use writes it.
  if (now - (row.lastUsedAt ?? 0) >= TOUCHED_EVERY) touchShare(database, row, now).catch(() => undefined);
  return { website, expiresAt };
}

async function readShare(database: Database, token: string): Promise<Found | null> {
  const where = { hash: secretHash(token), deletedAt: null };
  return (await database.shares.findOne({ where, include: MAKER, raw: true, nest: true })) as Found | null;
}

/** Writes the time of a use, at most once an hour however many processes try. */
async function touchShare(database: Database, { websiteId, id }: ShareRow, now: number): Promise<void> {
  const lastUsedAt = { [Op.or]: [null, { [Op.lte]: now - TOUCHED_EVERY }] };
  await database.shares.update({ lastUsedAt: now }, { where: { websiteId, id, lastUsedAt } });
}

function shareOf(row: Found): Share {
  const { id, name, prefix, createdAt, lastUsedAt } = row;
  return { id, name, prefix, createdAt, lastUsedAt, expiresAt: endOf(row) };
}

/** Returns the earliest end of a share: its expiry, or that of its API key, which can also be revoked or be gone. */
function endOf({ createdAt, apiKeyId, expiresAt, maker }: Found): number | null {
  const ofKey = apiKeyId === null ? [] : [maker?.expiresAt, maker?.revokedAt, maker?.id ? null : createdAt];
  const ends = [expiresAt, ...ofKey].filter(end => typeof end === 'number');
  return ends.length === 0 ? null : Math.min(...ends);
}
