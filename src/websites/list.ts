import { col, fn, Op, where } from 'sequelize';
import type { Viewer } from '../accounts/viewer.ts';
import { type Database, reachable } from '../db/open.ts';
import { lowerAscii } from '../domain/text.ts';
import { signedIn } from './access.ts';
import type { Website } from './website.ts';
import { websiteOfRow } from './website-row.ts';

/** A query for websites, validated at the edge. */
export interface WebsiteQuery {
  /** A literal substring of the domain, regardless of ASCII case; null or empty for all websites. */
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
  const text = lowerAscii(search ?? '');
  // Domains contain only these characters, so others never match, and the engines cannot even represent some of them.
  if (!/^[a-z0-9.-]*$/.test(text)) return { rows: [], total: 0 };
  // INSTR compares bytes on both engines and has no wildcards, so nothing needs escaping.
  const found = text === '' ? {} : { [Op.and]: where(fn('INSTR', col('domain'), text), Op.gt, 0) };
  const { rows, count } = await reachable(database, () =>
    database.websites.findAndCountAll({
      where: { ...(accountId === null ? {} : { accountId }), ...found },
      order: [[sortBy === 'ID' ? 'id' : 'domain', sort]],
      limit: perPage,
      offset: (page - 1) * perPage,
      raw: true,
    }),
  );
  return { rows: rows.map(websiteOfRow), total: count };
}
