import { randomUUID } from 'node:crypto';
import { hashPassword } from '../accounts/passwords.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { type Database, reachable } from '../db/open.ts';
import { retriedTransaction } from '../db/retry.ts';
import { insertWebsite, lockWebsite, trashWebsite, updateWebsiteRow, type WebsiteColumns } from '../db/website-rows.ts';
import { parseOrigins } from '../domain/embedding.ts';
import { parseIpList, parseParamList } from '../domain/exclusions.ts';
import { normalizeDomain } from '../domain/hostname.ts';
import { canonicalTimeZone, checkWebsiteInput, PRIVACIES, type WebsiteInput } from '../domain/settings.ts';
import { quote } from '../domain/text.ts';
import { badInput, notFound } from '../errors.ts';
import { mayWrite, writableWebsite } from './access.ts';
import { announceChange } from './changes.ts';
import type { Website } from './website.ts';
import { textOfLines, websiteOfRow } from './website-row.ts';

type Settings = Omit<WebsiteColumns, 'id' | 'account_id' | 'domain' | 'created_at' | 'updated_at'>;

const DEFAULTS: Settings = {
  privacy: PRIVACIES.indexOf('PRIVATE'),
  password_hash: null,
  email: 0,
  exclude_bots: 1,
  exclude_params: null,
  exclude_ips: null,
  honor_gpc: 0,
  embed_origins: null,
  privacy_since: null,
  timezone: 'UTC',
};

/** Registers a website for the viewer; throws BAD_USER_INPUT for bad settings and for a domain that is taken on this instance. */
export async function createWebsite(
  database: Database,
  viewer: Viewer | null,
  input: WebsiteInput,
  now: number = Date.now(),
): Promise<Website> {
  return registerWebsite(database, mayWrite(viewer).account.id, input, now);
}

/** For operators and demo data: the same for any account, which must exist. */
export async function registerWebsite(
  database: Database,
  accountId: number,
  input: WebsiteInput,
  now: number = Date.now(),
): Promise<Website> {
  // There is nothing to clear yet, so "no password" is the same as none sent.
  const given = { ...input, password: input.password || undefined };
  const errors = checkWebsiteInput(given, null);
  const named = normalizeDomain(given.domain ?? '');
  if (errors || 'error' in named) throw badInput(errors ?? {});
  const { domain } = named;
  const settings = { ...DEFAULTS, ...(await columnsOf(given)) };
  const row = { account_id: accountId, domain, ...settings, created_at: now, updated_at: now };
  const made = await reachable(database, async () => {
    try {
      return await retriedTransaction(database.dialect, tx => insertWebsite(tx, database.dialect, row, randomUUID()));
    } catch (error) {
      if (database.dialect.fault(error) !== 'duplicate') throw error;
      throw badInput({
        domain: [`The domain ${quote(domain)} is registered on this instance already; send another one.`],
      });
    }
  });
  return announced(database, websiteOfRow(made));
}

/**
 * Changes the settings that were sent; undefined leaves one as it is, an empty password clears it, and a domain is ignored.
 * Throws NOT_FOUND and BAD_USER_INPUT; `updatedAt` moves when something changed.
 */
export async function updateWebsite(
  database: Database,
  viewer: Viewer | null,
  id: string | number,
  input: WebsiteInput,
  now: number = Date.now(),
): Promise<Website> {
  const website = await writableWebsite(database, viewer, { id });
  const given = { ...input, domain: undefined, password: input.password === '' ? null : input.password };
  check(given, website);
  const sent = await columnsOf(given);
  const changed = await reachable(database, () =>
    retriedTransaction(database.dialect, async tx => {
      const row = await lockWebsite(tx, database.dialect, 'id', website.id);
      if (!row || row.account_id !== website.accountId) throw notFound();
      // Between the look and the lock another request may have cleared the password that this one leans on.
      check(given, websiteOfRow(row));
      const changes = differences(row, sent);
      if (Object.keys(changes).length === 0) return row;
      const at = Math.max(now, row.updated_at + 1);
      const updated = { ...changes, ...('privacy' in changes ? { privacy_since: at } : {}), updated_at: at };
      await updateWebsiteRow(tx, database.dialect, row.id, updated, randomUUID());
      return { ...row, ...updated };
    }),
  );
  return announced(database, websiteOfRow(changed));
}

/** The website is gone at once, its domain free again; what was counted for it is purged later. Throws NOT_FOUND. */
export async function deleteWebsite(
  database: Database,
  viewer: Viewer | null,
  id: string | number,
  now: number = Date.now(),
): Promise<void> {
  const website = await writableWebsite(database, viewer, { id });
  await reachable(database, () =>
    retriedTransaction(database.dialect, async tx => {
      const row = await lockWebsite(tx, database.dialect, 'id', website.id);
      if (!row) throw notFound();
      await trashWebsite(tx, database.dialect, row.id, now, randomUUID());
    }),
  );
  announceChange(database, { id: website.id, website: null });
}

function announced(database: Database, website: Website): Website {
  announceChange(database, { id: website.id, website });
  return website;
}

function check(input: WebsiteInput, before: Website): void {
  const errors = checkWebsiteInput(input, before);
  if (errors) throw badInput(errors);
}

/** The columns of the settings that were sent and have passed the rules. */
async function columnsOf(input: WebsiteInput): Promise<Partial<Settings>> {
  const { privacy, password, emailReports, excludeBots, excludeParams, excludeIps, honorGpc, embedOrigins, timezone } =
    input;
  const columns: Partial<Settings> = {};
  if (privacy) columns.privacy = PRIVACIES.indexOf(privacy);
  if (password !== undefined) columns.password_hash = password ? await hashPassword(password) : null;
  if (typeof emailReports === 'boolean') columns.email = Number(emailReports);
  if (typeof excludeBots === 'boolean') columns.exclude_bots = Number(excludeBots);
  if (excludeParams !== undefined)
    columns.exclude_params = textOfLines(checkedList(parseParamList(excludeParams ?? [])));
  if (excludeIps !== undefined) columns.exclude_ips = textOfLines(checkedList(parseIpList(excludeIps ?? [])).lines);
  if (typeof honorGpc === 'boolean') columns.honor_gpc = Number(honorGpc);
  if (embedOrigins !== undefined) columns.embed_origins = textOfLines(checkedList(parseOrigins(embedOrigins ?? [])));
  if (timezone) columns.timezone = canonicalTimeZone(timezone) ?? timezone;
  return columns;
}

function checkedList<List>(result: { list: List } | { errors: string[] }): List {
  if ('list' in result) return result.list;
  throw new Error('A list that had passed its rules could not be read.');
}

function differences(row: WebsiteColumns, sent: Partial<Settings>): Partial<Settings> {
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) => row[name as keyof Settings] !== value));
}
