import type { ReadOptions, Row, SourceFile } from '../../importer.ts';
import { readJson } from '../../readers/json.ts';
import { readEvent } from './event.ts';

/** Returns whether a text begins with events of the export to BigQuery, one on each line or in an array. */
export function isBigQuery(text: string): boolean {
  const begin = text.slice(0, 16_384);
  return /^\uFEFF?\s*[[{]/.test(begin) && /"event_timestamp"\s*:/.test(begin) && /"event_name"\s*:/.test(begin);
}

/** Reads events in any order. Throws FileFault. */
export async function* readEvents(
  files: readonly SourceFile[],
  { domain }: ReadOptions,
): AsyncGenerator<readonly Row[]> {
  const origin = `https://${domain}`;
  for (const file of files)
    for await (const parts of readJson(file))
      yield parts.map(({ value, line, fault }): Row => {
        const read = fault ?? readEvent(value, origin);
        const place = { file: file.name, line };
        return typeof read === 'string' ? { type: 'bad', ...place, reason: read } : { ...read, ...place };
      });
}
