import { col, fn, Op, where } from 'sequelize';
import type { Viewer } from '../accounts/viewer.ts';
import { type Database, reachable } from '../db/open.ts';
import { lowerAscii } from '../domain/text.ts';
import { signedIn } from './access.ts';
import type { Website } from './website.ts';
import { websiteOfRow } from './website-row.ts';

/** Which websites are asked for, checked at the edge. */
export interface WebsiteQuery {
  /** Literal substring of the domain, ASCII letters in either case; null or empty for all. */
  readonly search: string | null;
  readonly sortBy: 'ID' | 'DOMAIN';
  readonly sort: 'ASC' | 'DESC';
  readonly perPage: number;
  /** From 1 on; past the last one there are no rows. */
  readonly page: number;
}

/** One page of websites; `total` match on all pages together. */
export interface WebsiteList {
  readonly rows: readonly Website[];
  readonly total: number;
}

/** The viewer's own websites. */
export async function listWebsites(
  database: Database,
  viewer: Viewer | null,
  query: WebsiteQuery,
): Promise<WebsiteList> {
  return listWebsitesOf(database, signedIn(viewer).account.id, query);
}

/** For operators: the websites of one account, or with null of all. */
export async function listWebsitesOf(
  database: Database,
  accountId: number | null,
  { search, sortBy, sort, perPage, page }: WebsiteQuery,
): Promise<WebsiteList> {
  const text = lowerAscii(search ?? '');
  // Domains are kept in these characters alone, so any other is found nowhere, and some the engines could not even carry.
  if (!/^[a-z0-9.-]*$/.test(text)) return { rows: [], total: 0 };
  // INSTR compares bytes on both engines and knows no wildcards, so that there is nothing to escape.
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
