import { once } from 'node:events';
import { type Response, Router } from 'express';
import { AppError, ERRORS } from '../errors.ts';
import { type ExportedRow, exportRows } from '../graphql/export.ts';
import { toCsv } from '../rest/csv.ts';
import type { PageParts } from './pages.ts';

const COLUMNS = [
  ['value', 'value'],
  ['label', 'label'],
  ['count', 'count'],
  ['share', 'share'],
  ['visitors', 'visitors'],
  ['visits', 'visits'],
  ['pageviews', 'pageviews'],
  ['events', 'events'],
  ['bounceRate', 'bounce_rate'],
  ['visitDuration', 'visit_duration'],
] as const satisfies readonly (readonly [keyof ExportedRow, string])[];

/** `/{domain}/export/{name}.csv` and `.json`: a statistic as a file, for whoever may see the page. */
export function createExport({ contextOf }: PageParts): Router {
  const router = Router();
  router.get('/:domain/export/:file', async (request, response, next) => {
    const { domain, file } = request.params;
    const [, name, format] = /^(\w+)\.(csv|json)$/.exec(file) ?? [];
    if (!name || !format) return next();
    const context = await contextOf(request);
    const query = new URLSearchParams(request.url.replace(/^[^?]*\??/, ''));
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
    const rows = exportRows(context, {
      domain,
      name,
      from,
      to,
      search: query.get('search'),
      filter: query.get('filter'),
    });
    try {
      const first = await rows.next();
      response.writeHead(200, {
        'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
        // Domain and days have passed the rules by now, so that there is nothing to quote.
        'Content-Disposition': `attachment; filename="${domain.replace(/[^\w.-]/g, '')}-${name}-${from}-${to}.${format}"`,
        'Cache-Control': 'no-store',
      });
      await write(response, format === 'csv', first.done ? [] : first.value, rows);
    } catch (error) {
      if (!(error instanceof AppError) || response.headersSent) throw error;
      response.status(ERRORS[error.code].status).set('Cache-Control', 'no-store').json({ message: error.message });
    }
  });
  return router;
}

/** Page after page and no faster than the client takes them, so that a long list never stands in memory as a whole. */
async function write(
  response: Response,
  isCsv: boolean,
  first: readonly ExportedRow[],
  rest: AsyncIterable<readonly ExportedRow[]>,
): Promise<void> {
  let isFirst = true;
  const part = async (rows: readonly ExportedRow[]) => {
    const cells = rows.map(row => COLUMNS.map(([column]) => row[column]));
    const text = isCsv
      ? toCsv(
          COLUMNS.map(([, title]) => title),
          cells.map(row => row.map(cell => cell ?? '')),
        ).replace(isFirst ? '' : /^[^\n]*\n/, '')
      : rows.map((row, index) => `${isFirst && index === 0 ? '[' : ','}\n${JSON.stringify(row)}`).join('');
    isFirst &&= rows.length === 0;
    if (response.write(isFirst && !isCsv ? '' : text) || response.destroyed) return;
    await Promise.race([once(response, 'drain'), once(response, 'close')]);
  };
  await part(first);
  for await (const rows of rest) {
    if (response.destroyed) return;
    await part(rows);
  }
  response.end(isCsv ? '' : isFirst ? '[]\n' : '\n]\n');
}
