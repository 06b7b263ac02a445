import { type Request, type Response, Router } from 'express';
import * as z from 'zod';
import { filterJson } from '../domain/filter.ts';
import { days, inOrder } from '../domain/inputs/days.ts';
import { filterText } from '../domain/inputs/filter.ts';
import { statName } from '../domain/inputs/scalars.ts';
import { columnName, metricsIn } from '../domain/metrics.ts';
import { AppError, inputError } from '../errors.ts';
import { type Export, type ExportedRow, exportRows } from '../graphql/export.ts';
import { sendJson } from '../http/json.ts';
import { requestIdOf } from '../http/response-headers.ts';
import { sendRows } from '../rest/export.ts';
import { refusalOf } from '../rest/refusal.ts';
import type { PageParts } from './page.ts';

/** The fields of a row with their names in CSV; JSON uses the names of GraphQL. */
const COLUMNS: readonly (readonly [keyof ExportedRow, string])[] = [
  ...(['value', 'label', 'count', 'share'] as const).map(name => [name, name] as const),
  ...metricsIn('rows').map(({ name }) => [name, columnName(name)] as const),
];

/** Serves `/{domain}/export/{name}.csv` and `.json` to readers of the page; errors and `bom` are as in REST. */
export function createExport({ contextOf, now }: Pick<PageParts, 'contextOf' | 'now'>): Router {
  const router = Router();
  router.get('/:domain/export/:file', async (request, response, next) => {
    const { domain, file } = request.params;
    const [, name, format] = /^(\w+)\.(csv|json)$/.exec(file) ?? [];
    if (!name || !format) return next();
    try {
      const context = await contextOf(request);
      const asked = readAsked(domain, name, request.url);
      const bom = /[?&]bom=1(?:&|$)/.test(request.url);
      await sendRows(
        { ...fileOf(asked, format as 'csv' | 'json'), bom },
        cellsOf(exportRows(context, asked)),
        request,
        response,
      );
    } catch (error) {
      refuse(error, request, response, now());
    }
  });
  return router;
}

const asked = z
  .object({
    name: statName.transform(name => name.toUpperCase() as Uppercase<typeof name>),
    ...days,
    search: z.string().nullable(),
    filter: filterText.transform(filterJson).nullable(),
  })
  .check(inOrder);

/** Reads the query. Throws BAD_USER_INPUT for an unknown statistic, invalid days and a filter that breaks its rules. */
function readAsked(domain: string, name: string, url: string): Export {
  const query = new URLSearchParams(url.replace(/^[^?]*\??/, ''));
  // As in REST, an empty parameter counts as not sent.
  const sent = (parameter: string) => query.get(parameter) || null;
  const [from, to] = [sent('from'), sent('to')];
  const { data, error } = asked.safeParse({ name, from, to, search: sent('search'), filter: sent('filter') });
  if (error) throw inputError(error);
  return { domain, ...data };
}

function fileOf({ domain, name, from, to }: Export, format: 'csv' | 'json') {
  // The statistic and the days are validated, so that nothing needs quoting.
  const title = `${domain.replace(/[^\w.-]/g, '')}-${name.toLowerCase()}-${from}-${to}.${format}`;
  return {
    format,
    columns: COLUMNS.map(([column, head]) => (format === 'csv' ? head : column)),
    headers: { 'Content-Disposition': `attachment; filename="${title}"` },
  };
}

async function* cellsOf(pages: AsyncGenerator<readonly ExportedRow[], void>) {
  for await (const rows of pages) yield rows.map(row => COLUMNS.map(([column]) => row[column]));
}

/** Responds to errors meant for the client; throws all others, and every error once the response has begun. */
function refuse(error: unknown, request: Request, response: Response, now: number): void {
  if (!(error instanceof AppError) || response.headersSent) throw error;
  const { status, body, headers } = refusalOf(error, requestIdOf(request), now);
  sendJson(response, status, body, headers);
}
