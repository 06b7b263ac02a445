import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as breath } from 'node:timers/promises';
import { type Cell, csvLines } from './csv.ts';

const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const;

/** A file of rows: what its columns are called, in the order of the cells, and what its answer says beside its type. */
export interface RowFile {
  readonly format: 'csv' | 'json';
  readonly columns: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends all rows, page after page and no faster than the client takes them, so that a long list never stands in memory; of HEAD
 * the first page alone is read. Throws what reading throws: after the first page the status is gone, and whoever catches it has
 * to cut the connection, so that nobody takes a part for all.
 */
export async function sendRows(
  { format, columns, headers }: RowFile,
  pages: AsyncGenerator<readonly (readonly Cell[])[], void>,
  { method }: Pick<IncomingMessage, 'method'>,
  response: ServerResponse,
): Promise<void> {
  let page = await pages.next();
  response.writeHead(200, { 'Cache-Control': 'no-store', 'Content-Type': TYPES[format], ...headers });
  if (method !== 'HEAD') {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const write = writerOf(format, columns);
    if (page.done) response.write(write([]));
    while (!page.done && !response.destroyed) {
      if (!response.write(write(page.value))) await drained(response, gone.signal);
      // Pages that need no reading would otherwise keep everybody else waiting.
      await breath();
      if (!response.destroyed) page = await pages.next();
    }
  }
  await pages.return();
  response.end(format === 'json' && method !== 'HEAD' ? '\n]\n' : '');
}

/** Resolves when the client has taken what was written, or is gone. */
async function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  if (response.destroyed) return;
  await once(response, 'drain', { signal: gone }).catch(error => {
    if (!response.destroyed) throw error;
  });
}

/** Writes the next rows; the first text also has what stands before all of them. */
function writerOf(format: RowFile['format'], columns: readonly string[]) {
  let before = format === 'csv' ? csvLines([columns]) : '[';
  let separator = '\n';
  return (rows: readonly (readonly Cell[])[]): string => {
    let text = before;
    before = '';
    if (format === 'csv') return text + csvLines(rows);
    for (const row of rows) {
      text += separator + JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, row[at]])));
      separator = ',\n';
    }
    return text;
  };
}
