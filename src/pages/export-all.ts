import type { IncomingMessage, ServerResponse } from 'node:http';
import { type PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { csvLines, toCsv } from '../domain/csv.ts';
import { isCountedFiltered } from '../domain/filter.ts';
import { STATISTICS } from '../domain/statistics.ts';
import type { Context } from '../graphql/context.ts';
import { type Export, exportRows, websiteReader } from '../graphql/export.ts';
import { cacheControl } from '../http/json.ts';
import { cellsOf, columnsOf } from './export-columns.ts';
import {
  type ExportAll,
  type Part,
  readFigures,
  readFunnels,
  readJourneys,
  readProperties,
  readReturns,
} from './export-parts.ts';

/** Without the mark, Excel does not read CSV as UTF-8. */
const MARK = '\ufeff';
/** The earliest date of the format, so that equal files make equal archives. */
const DATED = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/**
 * Sends a zip of CSV files: everything that the page shows of the range under this filter. Throws the errors of reading;
 * once the response has begun, they close its connection.
 */
export async function sendAll(
  context: Context,
  asked: ExportAll,
  { method }: Pick<IncomingMessage, 'method'>,
  response: ServerResponse,
): Promise<void> {
  // Read first, so that whatever is refused is refused before the response begins.
  const read = await websiteReader(context, asked.domain);
  const { parts, funnels } = await readFigures(read, asked);
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
  const addPart = (name: string, part: () => Part | Promise<Part>) =>
    add(name, async function* () {
      const { columns, rows } = await part();
      yield MARK + toCsv(columns, rows);
    });
  for (const [name, part] of Object.entries(parts)) addPart(name, () => part);
  addPart('funnels', () => readFunnels(read, asked, funnels));
  addPart('journeys', () => readJourneys(read, asked));
  addPart('returns', () => readReturns(read, asked));
  addPart('properties', () => readProperties(read, asked));
  const { interval: _, journeys: __, key, event, ...plain } = asked;
  const list = { ...plain, search: null, sort: null };
  if (key !== null) add('property', () => csvOf(context, { ...list, name: 'PROPERTY', key, event }));
  for (const statistic of STATISTICS) {
    if (asked.filter && !isCountedFiltered(statistic)) continue;
    const name = statistic.name.toUpperCase() as Uppercase<typeof statistic.name>;
    add(statistic.name, () => csvOf(context, { ...list, name, key: null, event: null }));
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
