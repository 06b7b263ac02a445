import { col, fn, Op, type Order, where } from 'sequelize';
import { mayWrite, signedIn, type Viewer } from '../accounts/viewer.ts';
import type { WebsiteRow } from '../db/models/website.ts';
import { type Database, reachable } from '../db/open.ts';
import { changedSettings } from '../domain/audit.ts';
import { hostLabel } from '../domain/host-label.ts';
import { hostInUrl, normalizeDomain } from '../domain/hostname.ts';
import { parseInput } from '../domain/inputs/parse.ts';
import { createWebsiteInput, updateOf, type WebsiteInput } from '../domain/inputs/website.ts';
import type { StoredSettings } from '../domain/stored-settings.ts';
import { lowerAscii, quote } from '../domain/text.ts';
import type { SettingInput } from '../domain/website-settings.ts';
import { badInput, notFound } from '../errors.ts';
import { lockWebsite, writableWebsite } from './access.ts';
import { addAudit } from './audit.ts';
import { announceChange } from './changes.ts';
import { claimHosts } from './hosts.ts';
import { PRESETS, storedSettings } from './sent-settings.ts';
import { type Website, websiteOfRow } from './website.ts';

/** The beginning of each part of a domain that is not written in ASCII. */
const INTERNATIONAL = 'xn--';

/** A query for websites, validated at the edge. */
export interface WebsiteQuery {
  /**
   * A literal substring of the domain, encoded or in its own letters, regardless of ASCII case, or a host or URL that is
   * registered as such a substring; null or empty for all websites.
   */
  readonly search: string | null;
  readonly sortBy: 'ID' | 'DOMAIN';
  readonly sort: 'ASC' | 'DESC';
  readonly perPage: number;
  /** Starts at 1; pages past the last one are empty. */
  readonly page: number;
}

/** One page of websites; `total` is the number of matches on all pages. */
export interface WebsiteList {
  readonly rows: readonly Website[];
  readonly total: number;
}

/** Returns the input with the language of the e-mails, where it names none; `code` is as LANGUAGE has it. */
export function inLanguage(code: Lowercase<Website['language']>, input: WebsiteInput): WebsiteInput {
  return input.language === undefined ? { ...input, language: code.toUpperCase() as Website['language'] } : input;
}

/**
 * Registers a website for the viewer. Throws BAD_USER_INPUT for bad settings and for a domain already taken on this
 * instance.
 */
export async function createWebsite(
  database: Database,
  viewer: Viewer | null,
  input: WebsiteInput,
  now: number = Date.now(),
): Promise<Website> {
  return registerWebsite(database, mayWrite(viewer).account.id, input, now);
}

/** For operators and demo data: registers a website for any account, which must exist. Throws like `createWebsite`. */
export async function registerWebsite(
  database: Database,
  accountId: number,
  input: WebsiteInput,
  now: number = Date.now(),
): Promise<Website> {
  // A new website has no password to clear, so an empty one is the same as none.
  const parsed = parseInput(createWebsiteInput, { ...input, password: input.password || undefined });
  const { domain, ...settings } = parsed;
  const hosts = furtherHosts(domain, settings.hosts) ?? [];
  const row = {
    accountId,
    domain,
    ...PRESETS,
    ...(await storedSettings({ ...settings, hosts })),
    privacySince: null,
    createdAt: now,
    updatedAt: now,
  };
  const made = await reachable(database, async () => {
    try {
      return await database.transaction(async transaction => {
        await claimHosts(database, { id: null, accountId, domain, hosts }, transaction);
        return database.websites.create(row, { transaction });
      });
    } catch (error) {
      if (database.dialect.fault(error) !== 'duplicate') throw error;
      throw badInput({
        domain: [`The domain ${quote(hostLabel(domain))} is already registered on this instance; use another one.`],
      });
    }
  });
  return announced(database, websiteOfRow(made));
}

/**
 * Changes the settings that were sent; undefined leaves a setting as it is, an empty password clears it, and a domain
 * is ignored. `updatedAt` moves only if something changed. Throws NOT_FOUND and BAD_USER_INPUT.
 */
export async function updateWebsite(
  database: Database,
  viewer: Viewer | null,
  id: string | number,
  input: WebsiteInput,
  now: number = Date.now(),
): Promise<Website> {
  const website = await writableWebsite(database, viewer, { id });
  const given = { ...input, password: input.password === '' ? null : input.password };
  const settings = parseInput(updateOf(website), given);
  const hosts = furtherHosts(website.domain, settings.hosts);
  const sent = await storedSettings({ ...settings, hosts });
  const changed = await reachable(database, () =>
    database.transaction(async transaction => {
      const row = await database.websites.findByPk(website.id, { transaction, lock: true, raw: true });
      if (!row || row.accountId !== website.accountId) throw notFound();
      // Between the first read and the lock, another request may have cleared the password that this one relies on.
      parseInput(updateOf(websiteOfRow(row)), given);
      const changes = differences(row, sent);
      if (Object.keys(changes).length === 0) return row;
      if (hosts && hosts.length > 0 && 'hosts' in changes)
        await claimHosts(database, { ...website, hosts }, transaction);
      const at = Math.max(now, row.updatedAt + 1);
      const updated = { ...changes, ...('privacy' in changes ? { privacySince: at } : {}), updatedAt: at };
      await database.websites.update(updated, { where: { id: row.id }, transaction });
      const details = changedSettings(row, changes);
      await addAudit(database, viewer, { websiteId: row.id, action: 'change', details, at }, transaction);
      return { ...row, ...updated };
    }),
  );
  return announced(database, websiteOfRow(changed));
}

/** Deletes the website at once, which frees its domain; its data is purged later. Throws NOT_FOUND. */
export async function deleteWebsite(
  database: Database,
  viewer: Viewer | null,
  name: string | number,
  now: number = Date.now(),
): Promise<void> {
  const website = await writableWebsite(database, viewer, { id: name });
  await reachable(database, () =>
    database.transaction(async transaction => {
      const { id } = website;
      await lockWebsite(database, id, transaction);
      await database.websites.destroy({ where: { id }, transaction });
      await database.websiteTrash.create({ websiteId: id, deletedAt: now }, { transaction });
    }),
  );
  announceChange(database, { id: website.id, website: null });
}

/** Returns a page of the viewer's own websites. Throws UNAUTHENTICATED without a viewer. */
export async function listWebsites(
  database: Database,
  viewer: Viewer | null,
  query: WebsiteQuery,
): Promise<WebsiteList> {
  return listWebsitesOf(database, signedIn(viewer).account.id, query);
}

/** For operators: returns a page of the websites of one account, or of all accounts for null. */
export async function listWebsitesOf(
  database: Database,
  accountId: number | null,
  { search, sortBy, sort, perPage, page }: WebsiteQuery,
): Promise<WebsiteList> {
  const owned = accountId === null ? {} : { accountId };
  const order: Order = [[sortBy === 'ID' ? 'id' : 'domain', sort]];
  const offset = (page - 1) * perPage;
  return reachable(database, async () => {
    if (search?.trim()) {
      const ids = await findIds(database, owned, search, order);
      const id = ids.slice(offset, offset + perPage);
      const rows = await database.websites.findAll({ where: { id }, order, raw: true });
      return { rows: rows.map(websiteOfRow), total: ids.length };
    }
    const { rows, count } = await database.websites.findAndCountAll({
      where: owned,
      order,
      limit: perPage,
      offset,
      raw: true,
    });
    return { rows: rows.map(websiteOfRow), total: count };
  });
}

/** Returns the ids of the websites whose domain, as it is stored or as its owner writes it, contains the text. */
async function findIds(database: Database, owned: { readonly accountId?: number }, search: string, order: Order) {
  const text = searchedDomain(search);
  const letters = search.trim().toLowerCase();
  // Domains contain only these characters, so others never match, and the engines cannot even represent some of them.
  const parts = [INTERNATIONAL, ...(/^[a-z0-9.-]*$/.test(text) ? [text] : [])];
  // INSTR compares bytes on both engines and has no wildcards, so nothing needs escaping.
  const contained = parts.map(part => where(fn('INSTR', col('domain'), part), Op.gt, 0));
  const attributes = ['id', 'domain'];
  const rows = await database.websites.findAll({
    attributes,
    where: { ...owned, [Op.or]: contained },
    order,
    raw: true,
  });
  return rows.filter(({ domain }) => domain.includes(text) || hostLabel(domain).includes(letters)).map(({ id }) => id);
}

/** Returns the text to look for in domains: of a host or URL, the domain; other text as it is, in lower case. */
function searchedDomain(search: string): string {
  const text = lowerAscii(search);
  // The URL parser would complete parts of an address: 10.0 is part of more addresses than 10.0.0.0.
  if (/^(?!www\.)[a-z0-9.-]*$/.test(text) && !/\..+\.$/.test(text)) return text;
  const host = normalizeDomain(hostInUrl(search));
  return 'domain' in host ? host.domain : text;
}

function announced(database: Database, website: Website): Website {
  announceChange(database, { id: website.id, website });
  return website;
}

/** The domain always belongs to the website, so it is not among its further hosts. */
function furtherHosts(domain: string, hosts: SettingInput['hosts']): SettingInput['hosts'] {
  return hosts?.filter(host => host !== domain) ?? hosts;
}

function differences(row: WebsiteRow, sent: Partial<StoredSettings>): Partial<StoredSettings> {
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => row[name as keyof StoredSettings] !== value),
  );
}
