import { once } from 'node:events';
import { setImmediate as breath } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { csvLines } from './csv.ts';
import type { Export } from './route.ts';

const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const;

/**
 * Sends all rows, page after page and no faster than the client takes them, so that a long list never stands in memory. What
 * the first page throws is thrown; later the status is gone, and the connection is cut so that nobody takes a part for all.
 */
export async function sendRows<Data>(
  { format, columns, lastPage, rows }: Omit<Export<Data, unknown>, 'page' | 'when'>,
  read: (page: number) => Promise<Data>,
  request: Request,
  response: Response,
): Promise<void> {
  let data = await read(1);
  response.writeHead(200, { 'Cache-Control': 'no-store', 'Content-Type': TYPES[format] });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const write = writerOf(format, columns);
  try {
    for (let page = 1; ; ) {
      if (!response.write(write(rows(data)))) await Promise.race([once(response, 'drain'), once(response, 'close')]);
      if (response.destroyed || ++page > lastPage(data)) break;
      // Pages that need no reading would otherwise keep everybody else waiting.
      await breath();
      data = await read(page);
    }
    response.end(format === 'json' ? '\n]\n' : '');
  } catch (error) {
    response.destroy(error instanceof Error ? error : undefined);
  }
}

/** Writes the next rows; the first text also has what stands before all of them. */
function writerOf(format: Export<unknown, unknown>['format'], columns: readonly string[]) {
  let before = format === 'csv' ? csvLines([columns]) : '[';
  let separator = '\n';
  return (rows: readonly (readonly (string | number)[])[]): string => {
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
