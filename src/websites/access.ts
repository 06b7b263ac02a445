import type { Transaction } from 'sequelize';
import { mayWrite, signedIn, type Viewer } from '../accounts/viewer.ts';
import { createMemory, perDatabase } from '../db/memory.ts';
import { type Database, reachable } from '../db/open.ts';
import { normalizeDomain } from '../domain/hostname.ts';
import { rowIdOf } from '../domain/inputs/scalars.ts';
import { notFound } from '../errors.ts';
import { onWebsiteChange } from './changes.ts';
import { type Website, websiteOfRow } from './website.ts';

/** A website as named by a caller; an id can be the text that was sent. */
export type WebsiteName = { readonly id: string | number } | { readonly domain: string };

/**
 * The one gate: returns a website of the viewer's account. Throws UNAUTHENTICATED without a viewer, and NOT_FOUND both
 * for an unknown website and for one of another account. Changes by this process show at once, those by other machines
 * within a second.
 */
export async function websiteOf(database: Database, viewer: Viewer | null, name: WebsiteName): Promise<Website> {
  const { account } = signedIn(viewer);
  return ownedBy(account.id, await seenWebsite(database, name));
}

/** Like `websiteOf`, for changes: also throws FORBIDDEN for a READ key, before checking whether the website exists. */
export async function writableWebsite(database: Database, viewer: Viewer | null, name: WebsiteName): Promise<Website> {
  const { account } = mayWrite(viewer);
  return ownedBy(account.id, await findWebsite(database, name));
}

/**
 * Locks the website until the transaction ends, so that of two concurrent changes the second sees the first. Throws
 * NOT_FOUND.
 */
export async function lockWebsite(database: Database, id: number, transaction: Transaction): Promise<void> {
  if (!(await database.websites.findByPk(id, { transaction, lock: true, raw: true }))) throw notFound();
}

function ownedBy(account: number, website: Website | null): Website {
  if (!website || website.accountId !== account) throw notFound();
  return website;
}

/**
 * Returns a website of any account, so the result must not reach a caller unchecked; null if it does not exist or the
 * name is no valid id or domain.
 */
export async function findWebsite(database: Database, name: WebsiteName): Promise<Website | null> {
  const where = whereOf(name);
  return where && readWebsite(database, where);
}

const seen = perDatabase(database => {
  const memory = createMemory<Website>();
  onWebsiteChange(database, memory.forget);
  return memory;
});

async function seenWebsite(database: Database, name: WebsiteName): Promise<Website | null> {
  const where = whereOf(name);
  if (!where) return null;
  const [[column, value]] = Object.entries(where) as [[string, string | number]];
  return seen(database).recall(`${column} ${value}`, performance.now(), () => readWebsite(database, where));
}

async function readWebsite(database: Database, where: { id: number } | { domain: string }): Promise<Website | null> {
  // A plain row costs a third of a model's instance.
  const row = await reachable(database, () => database.websites.findOne({ where, raw: true }));
  return row ? websiteOfRow(row) : null;
}

function whereOf(name: WebsiteName): { id: number } | { domain: string } | null {
  if ('id' in name) {
    const id = rowIdOf(name.id);
    return id === null ? null : { id };
  }
  const result = normalizeDomain(name.domain);
  return 'domain' in result ? { domain: result.domain } : null;
}
