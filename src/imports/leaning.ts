import type { ImportRow } from '../db/models/import.ts';
import type { Database } from '../db/open.ts';
import type { StoredOptions } from './stored-options.ts';
import type { StoredFile } from './unpacked.ts';

/*
 * An import leaves rows out that an earlier one has: it leans on that one. Rows are stored once, with the earlier import,
 * and the files of the later one are removed when it is over, so an undo of the earlier one takes them out for both.
 */

type Named = Pick<ImportRow, 'id' | 'files' | 'options'>;

/** Returns the imports of each of these websites that count and lean on others, in the order of `ids`, the first ones first. */
export async function leaningOf({ imports }: Database, ids: readonly number[]): Promise<(readonly Named[])[]> {
  const rows = await imports.findAll({
    where: { websiteId: [...ids], dryRun: 0, state: 'done' },
    attributes: ['id', 'websiteId', 'files', 'options'],
    order: ['id'],
    raw: true,
  });
  const byWebsite = Map.groupBy(rows, ({ websiteId }) => websiteId);
  return ids.map(id => byWebsite.get(id) ?? []);
}

/** Returns the first of these imports that leans on one. */
export function findLeaning<Row extends Named>(id: number, imports: readonly Row[]): Row | undefined {
  return imports.find(one => leansOn(one, id));
}

/** Returns what people should know who undo an import, or have, as a sentence; null if no import leans on it. */
export function undoNoteOf(id: number, imports: readonly Named[]): string | null {
  const leaning = imports.filter(one => leansOn(one, id));
  if (leaning.length === 0) return null;
  const isOne = leaning.length === 1;
  const names = new Intl.ListFormat('en').format(leaning.map(nameOf));
  const these = isOne ? `import ${leaning[0]?.id} as well, and import its` : 'those as well, and import their';
  return `Import${isOne ? '' : 's'} ${names} left out rows because this import has them; to keep these rows without it, undo ${these} files again.`;
}

/** Returns the id of an import and its first file, such as `7 (log.gz)`. */
export function nameOf({ id, files }: Named): string {
  const [{ name } = { name: 'no file' }] = JSON.parse(files) as StoredFile[];
  return `${id} (${name})`;
}

function leansOn({ options }: Named, id: number): boolean {
  return (JSON.parse(options) as StoredOptions).leansOn?.includes(id) === true;
}
