import type { Dialect } from './dialect.ts';
import { chunks, int } from './fold-rows.ts';

/** The texts behind value ids; an id that the website does not have is missing from the answer. */
export async function readTexts(
  dialect: Dialect,
  website: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  for (const some of chunks(ids, 5_000)) {
    const rows = await dialect.all<{ id: number; value: string }>(
      `SELECT id, value FROM stat_value WHERE website_id = ${int(website)} AND id IN (${some.map(int).join(',')})`,
    );
    for (const { id, value } of rows) texts.set(id, value);
  }
  return texts;
}

/** Ids and texts of the website that may contain `search`: never fewer than do, but an engine's collation may add some. */
export async function searchTexts(
  dialect: Dialect,
  website: number,
  search: string,
): Promise<{ id: number; value: string }[]> {
  const pattern = `%${search.replace(/[!%_]/g, '!$&')}%`;
  return dialect.all(
    `SELECT id, value FROM stat_value WHERE website_id = ${int(website)} AND ${dialect.like('value')} ESCAPE '!'`,
    [pattern],
  );
}
