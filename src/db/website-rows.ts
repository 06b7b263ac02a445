import type { InferAttributes } from 'sequelize';
import type { Dialect, Executor, Param } from './dialect.ts';
import type { WebsiteRow } from './models/website.ts';
import { insertRow, updateRows } from './rows.ts';
import { readSetting, writeSetting } from './settings.ts';

/** A website as its table has it. */
export type WebsiteColumns = InferAttributes<WebsiteRow>;

const VERSION = 'websites_version';

/** The website with this id or domain, locked until the transaction ends; undefined without one. */
export async function lockWebsite(
  tx: Executor,
  dialect: Dialect,
  by: 'id' | 'domain',
  value: Param,
): Promise<WebsiteColumns | undefined> {
  const [row] = await tx.all<WebsiteColumns>(`SELECT * FROM website WHERE ${by} = ?${dialect.forUpdate}`, [value]);
  return row;
}

/** Adds a website and answers it; a domain that is taken rejects with a `duplicate` fault. */
export async function insertWebsite(
  tx: Executor,
  dialect: Dialect,
  row: Omit<WebsiteColumns, 'id'>,
  version: string,
): Promise<WebsiteColumns> {
  await insertRow(tx, 'website', row);
  await writeSetting(tx, dialect, VERSION, version);
  const made = await lockWebsite(tx, dialect, 'domain', row.domain);
  if (!made) throw new Error('The website vanished while it was being made.');
  return made;
}

/** Changes a website that the transaction has locked. */
export async function updateWebsiteRow(
  tx: Executor,
  dialect: Dialect,
  id: number,
  changes: Partial<Omit<WebsiteColumns, 'id'>>,
  version: string,
): Promise<void> {
  await updateRows(tx, 'website', changes, { id });
  await writeSetting(tx, dialect, VERSION, version);
}

/** Takes a website away and notes it for the purge of what was counted for it. */
export async function trashWebsite(
  tx: Executor,
  dialect: Dialect,
  id: number,
  now: number,
  version: string,
): Promise<void> {
  await tx.run('DELETE FROM website WHERE id = ?', [id]);
  await insertRow(tx, 'website_trash', { website_id: id, deleted_at: now });
  await writeSetting(tx, dialect, VERSION, version);
}

/** A text that differs after any change of any website; the number of websites is in it for changes made by hand. */
export async function websitesMark(executor: Executor): Promise<string> {
  const [row] = await executor.all<{ websites: number }>('SELECT COUNT(*) AS websites FROM website');
  return `${row?.websites ?? 0} ${(await readSetting(executor, VERSION)) ?? ''}`;
}

/** All websites in no particular order. */
export function readWebsites(executor: Executor): Promise<WebsiteColumns[]> {
  return executor.all<WebsiteColumns>('SELECT * FROM website');
}

/** Which websites, in which order, and how many of them from which one on. */
export interface WebsiteSelection {
  /** Null for those of all accounts. */
  readonly account: number | null;
  /** Literal substring of the domain in lower case; null for all. */
  readonly search: string | null;
  readonly sortBy: 'id' | 'domain';
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** The selected websites, and how many match on all pages together. */
export async function selectWebsites(
  executor: Executor,
  { account, search, sortBy, descending, limit, offset }: WebsiteSelection,
): Promise<{ rows: WebsiteColumns[]; total: number }> {
  // INSTR compares bytes on both engines and knows no wildcards, so that there is nothing to escape.
  const conditions = ['1 = 1'];
  const params: Param[] = [];
  if (account !== null) {
    conditions.push('account_id = ?');
    params.push(account);
  }
  if (search !== null) {
    conditions.push('INSTR(domain, ?) > 0');
    params.push(search);
  }
  const from = `FROM website WHERE ${conditions.join(' AND ')}`;
  const [counted] = await executor.all<{ total: number }>(`SELECT COUNT(*) AS total ${from}`, params);
  const total = counted?.total ?? 0;
  if (offset >= total) return { rows: [], total };
  const rows = await executor.all<WebsiteColumns>(
    `SELECT * ${from} ORDER BY ${sortBy} ${descending ? 'DESC' : 'ASC'} LIMIT ? OFFSET ?`,
    [...params, limit, offset],
  );
  return { rows, total };
}
