import type { IncomingMessage, ServerResponse } from 'node:http';
import { type PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { csvLines, toCsv } from '../domain/csv.ts';
import { isCountedFiltered } from '../domain/filter.ts';
import { columnName, metricsIn } from '../domain/metrics.ts';
import { STATISTICS } from '../domain/statistics.ts';
import type { Context } from '../graphql/context.ts';
import { type Export, exportRows, exportSummary } from '../graphql/export.ts';
import { cacheControl } from '../http/json.ts';
import { cellsOf, columnsOf } from './export-columns.ts';

/** Without the mark, Excel does not read CSV as UTF-8. */
const MARK = '\ufeff';
/** The earliest date of the format, so that equal files make equal archives. */
const DATED = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

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
  // Read first, so that whatever is refused is refused before the response begins.
  const summary = await exportSummary(context, asked);
  const title = `${asked.domain.replace(/[^\w.-]/g, '')}-${asked.from}-${asked.to}.zip`;
  response.writeHead(200, {
    ...cacheControl(response),
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${title}"`,
  });
  if (method === 'HEAD') {
    response.end();
    return;
  }
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  zip.on('error', error => output.destroy(error as Error));
  let text: Readable | undefined;
  const add = (name: string, lines: () => AsyncIterable<string>) =>
    zip.addReadStreamLazy(`${name}.csv`, DATED, open => {
      text = Readable.from(lines());
      text.on('error', error => output.destroy(error));
      open(null, text);
    });
  const figures = metricsIn('summary').map(({ name }) => [columnName(name), summary[name].value]);
  add('summary', async function* () {
    yield MARK + toCsv(['metric', 'value'], figures);
  });
  for (const statistic of STATISTICS) {
    if (statistic.scope === 'crawler' || (asked.filter && !isCountedFiltered(statistic))) continue;
    const name = statistic.name.toUpperCase() as Uppercase<typeof statistic.name>;
    add(statistic.name, () => csvOf(context, { ...asked, name }));
  }
  zip.end();
  await pipeline(output, response).catch(error => {
    // The reader has stopped the download.
    text?.destroy();
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

async function* csvOf(context: Context, asked: Export) {
  const columns = columnsOf(asked);
  yield MARK + csvLines([columns.map(([, head]) => head)]);
  for await (const rows of cellsOf(exportRows(context, asked), columns)) yield csvLines(rows);
}
