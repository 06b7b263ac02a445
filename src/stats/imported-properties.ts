import type { Dialect } from '../db/dialect.ts';
import { readImports, rollupsFrom } from '../db/rollups/imported.ts';
import { readTexts } from '../db/rollups/values.ts';
import { IMPORTED_PROPERTIES } from '../domain/properties.ts';

/** Returns the properties of which the imports of a website have sums: value ids, and the texts that stand for them. */
export async function importedPropertyTexts(
  dialect: Dialect,
  website: number,
): Promise<{ readonly id: number; readonly text: string }[]> {
  const imports = await readImports(dialect, website);
  if (imports.length === 0) return [];
  const rollups = await rollupsFrom(dialect, website, imports, IMPORTED_PROPERTIES);
  if (rollups.length === 0) return [];
  const ids = rollups.map(rollup => rollup - IMPORTED_PROPERTIES);
  const texts = (await readTexts(dialect, new Map([[website, new Set(ids)]]))).get(website);
  return ids.map(id => ({ id, text: texts?.get(id) ?? '' }));
}
