import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as breath } from 'node:timers/promises';
import { type Cell, csvLines } from '../domain/csv.ts';
import { cacheControl } from '../http/json.ts';

const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const;

/** A file of rows: its format, the names of its columns in the order of the cells, and extra headers. */
export interface RowFile {
  readonly format: 'csv' | 'json';
  readonly columns: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether CSV begins with a byte order mark, without which Excel does not read it as UTF-8. */
  readonly bom?: boolean;
}

/**
 * Sends all rows, page by page and no faster than the client reads, so that a long list is never held in memory. HEAD
 * reads only the first page. Throws the errors of reading: after the first page the status is already sent, so the
 * caller must close the connection, or the client would take a partial file for a complete one.
 */
export async function sendRows(
  file: RowFile,
  pages: AsyncGenerator<readonly (readonly Cell[])[], void>,
  { method }: Pick<IncomingMessage, 'method'>,
  response: ServerResponse,
): Promise<void> {
  const { format, headers } = file;
  try {
    let page = await pages.next();
    response.writeHead(200, { ...cacheControl(response), 'Content-Type': TYPES[format], ...headers });
    if (method !== 'HEAD') {
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const write = writerOf(file);
      if (page.done) response.write(write([]));
      while (!page.done && !response.destroyed) {
        if (!response.write(write(page.value))) await drained(response, gone.signal);
        // Yields to other requests, even if the next pages need no I/O.
        await breath();
        if (!response.destroyed) page = await pages.next();
      }
    }
  } finally {
    await pages.return();
  }
  response.end(format === 'json' && method !== 'HEAD' ? '\n]\n' : '');
}

/** Resolves when the client has read the written data or disconnected. */
async function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  if (response.destroyed) return;
  await once(response, 'drain', { signal: gone }).catch(error => {
    if (!response.destroyed) throw error;
  });
}

/** Returns a writer of rows as text; its first text also has the header line or opening bracket. */
function writerOf({ format, columns, bom }: RowFile) {
  let before = format === 'csv' ? (bom ? '\ufeff' : '') + csvLines([columns]) : '[';
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
