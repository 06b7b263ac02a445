import { hash } from 'node:crypto';
import type { Dialect } from './dialect.ts';
import { chunks, findValueIds, int } from './fold-rows.ts';

/** First 16 bytes of the text's SHA-256 in hex: what makes a value unique on every engine, whatever its collation. */
export function valueHash(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 32);
}

/** The ids of these texts; one that the website does not have is missing from the answer. */
export async function readIds(
  dialect: Dialect,
  website: number,
  texts: readonly string[],
): Promise<Map<string, number>> {
  const byHash = new Map(texts.map(text => [valueHash(text), text]));
  const found = await findValueIds(dialect, website, [...byHash.keys()]);
  return new Map([...found].map(([hashed, id]) => [byHash.get(hashed) ?? '', id]));
}

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

/**
 * Ids and texts of the website that may contain `search`: never fewer than do, but some more. Characters with a meaning to LIKE
 * stand for any character, since an engine that splits tables over servers forgets ESCAPE on the way to them.
 */
export async function searchTexts(
  dialect: Dialect,
  website: number,
  search: string,
): Promise<{ id: number; value: string }[]> {
  const pattern = `%${search.replace(/[%_\\]/g, '_')}%`;
  return dialect.all(
    `SELECT id, value FROM stat_value WHERE website_id = ${int(website)} AND ${dialect.like('value')}`,
    [pattern],
  );
}
