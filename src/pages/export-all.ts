import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvLines, toCsv } from '../domain/csv.ts';
import { isCountedFiltered } from '../domain/filter.ts';
import { columnName, metricsIn } from '../domain/metrics.ts';
import { STATISTICS } from '../domain/statistics.ts';
import type { Context } from '../graphql/context.ts';
import { type Export, exportRows, exportSummary } from '../graphql/export.ts';
import { cacheControl } from '../http/json.ts';
import { cellsOf, columnsOf } from './export-columns.ts';
import { type ZipFile, zipped } from './zip.ts';

/** Without the mark, Excel does not read CSV as UTF-8. */
const MARK = '\ufeff';

/**
 * Sends a zip of CSV files: the figures of the range, and every statistic that the page shows under this filter. Throws
 * the errors of reading; once the response has begun, they close its connection.
 */
export async function sendAll(
  context: Context,
  asked: Omit<Export, 'name'>,
  { method }: Pick<IncomingMessage, 'method'>,
  response: ServerResponse,
): Promise<void> {
  const bytes = zipped(filesOf(context, asked));
  // Reads the figures, so that whatever is refused is refused before the response begins.
  const first = await bytes.next();
  const title = `${asked.domain.replace(/[^\w.-]/g, '')}-${asked.from}-${asked.to}.zip`;
  response.writeHead(200, {
    ...cacheControl(response),
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${title}"`,
  });
  if (method === 'HEAD') {
    await bytes.return();
    response.end();
    return;
  }
  await pipeline(Readable.from(after(first.value ?? Buffer.alloc(0), bytes)), response).catch(error => {
    // The reader has stopped the download.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

async function* after(first: Buffer, others: AsyncGenerator<Buffer, void>) {
  yield first;
  yield* others;
}

async function* filesOf(context: Context, asked: Omit<Export, 'name'>): AsyncGenerator<ZipFile, void> {
  const summary = await exportSummary(context, asked);
  const figures = metricsIn('summary').map(({ name }) => [columnName(name), summary[name].value]);
  yield { name: 'summary.csv', text: only(MARK + toCsv(['metric', 'value'], figures)) };
  for (const statistic of STATISTICS) {
    if (statistic.scope === 'crawler' || (asked.filter && !isCountedFiltered(statistic))) continue;
    const name = statistic.name.toUpperCase() as Uppercase<typeof statistic.name>;
    yield { name: `${statistic.name}.csv`, text: csvOf(context, { ...asked, name }) };
  }
}

async function* only(text: string) {
  yield text;
}

async function* csvOf(context: Context, asked: Export) {
  const columns = columnsOf(asked);
  yield MARK + csvLines([columns.map(([, head]) => head)]);
  for await (const rows of cellsOf(exportRows(context, asked), columns)) yield csvLines(rows);
}
