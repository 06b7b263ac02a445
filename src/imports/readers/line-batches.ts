import type { SourceFile } from '../importer.ts';

/** Some lines of a file, of which the first has a number; lines that are too long are null. */
export interface LineBatch {
  readonly first: number;
  readonly lines: readonly (string | null)[];
}

/** Bytes that crashes and copies leave in logs, in front of a line. */
const NULS = /^\0+/;

/**
 * Yields the lines of a file without their ends, many at a time, numbered from 1. Bytes that are not UTF-8 become U+FFFD, because one of them must
 * not cost a log of a gigabyte; NUL in front of a line is dropped.
 */
export async function* readLineBatches(file: SourceFile, longest: number): AsyncGenerator<LineBatch> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let isTooLong = false;
  let first = 1;
  for await (const bytes of file.read()) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = parts.pop() as string;
    const lines: (string | null)[] = parts.map(line => (line.length > longest ? null : plain(line)));
    if (isTooLong && lines.length > 0) lines[0] = null;
    if (lines.length > 0) isTooLong = false;
    if (rest.length > longest) {
      rest = '';
      isTooLong = true;
    }
    if (lines.length === 0) continue;
    yield { first, lines };
    first += lines.length;
  }
  rest += decoder.decode();
  if (isTooLong) yield { first, lines: [null] };
  else if (rest !== '') yield { first, lines: [plain(rest)] };
}

function plain(line: string): string {
  const text = line.charCodeAt(0) === 0 ? line.replace(NULS, '') : line;
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
