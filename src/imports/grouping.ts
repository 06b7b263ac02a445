import type { Beginning, Importer } from './importer.ts';
import { IMPORTERS, recognise } from './registry.ts';

/** Something that was sent: a file, or the files of a zip. */
interface Sent {
  readonly beginnings: readonly Beginning[];
}

/** What belongs together, and what no source recognises. */
export interface Grouped<T> {
  readonly groups: readonly { readonly importer: Importer; readonly files: readonly T[] }[];
  readonly rest: readonly T[];
}

/** Divides what was sent by its source; files that are only recognised together are not asked about alone. */
export function groupBySource<T extends Sent>(sent: readonly T[]): Grouped<T> {
  const all = recognise(beginningsOf(sent), null);
  if (all) return { groups: [{ importer: all.importer, files: sent }], rest: [] };
  const sourceOf = new Map<T, Importer>();
  for (const importer of IMPORTERS) {
    const parts = sent.filter(one => one.beginnings.every(file => importer.belongs?.(file)));
    if (importer.recognise(beginningsOf(parts), false)) for (const one of parts) sourceOf.set(one, importer);
  }
  for (const one of sent) {
    const alone = sourceOf.has(one) ? null : recognise(one.beginnings, null);
    if (alone) sourceOf.set(one, alone.importer);
  }
  const groups = IMPORTERS.flatMap(importer => {
    const files = sent.filter(one => sourceOf.get(one) === importer);
    return files.length === 0 ? [] : { importer, files };
  });
  return { groups, rest: sent.filter(one => !sourceOf.has(one)) };
}

/** Returns which of the files is in the way of an import of all of them, and what to do; null if none is recognised. */
export function whyNotTogether<T extends Sent>({ groups, rest }: Grouped<T>): { file: T; reason: string } | null {
  const [group, another] = groups;
  const [first, other, foreign] = [group?.files[0], another?.files[0], rest[0]];
  if (!group || !first) return null;
  const { source } = group.importer;
  if (another && other)
    return {
      file: other,
      reason: `It is from ${another.importer.source}, but other files are from ${source}; import them one after the other.`,
    };
  if (foreign)
    return {
      file: foreign,
      reason: `It is not recognised as part of the export of ${source} that the other files are; leave it out, or import it by itself.`,
    };
  const isOne = group.importer.recognise(beginningsOf(group.files), false) !== null;
  return isOne
    ? null
    : {
        file: first,
        reason: `It is from ${source} like the others, but in a different format; import each format by itself, and for the same days only one of them.`,
      };
}

function beginningsOf(files: readonly Sent[]): Beginning[] {
  return files.flatMap(one => one.beginnings);
}
