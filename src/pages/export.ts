import { type Request, type Response, Router } from 'express';
import * as z from 'zod';
import { filterJson } from '../domain/filter.ts';
import { days, inOrder } from '../domain/inputs/days.ts';
import { filterText } from '../domain/inputs/filter.ts';
import { statName } from '../domain/inputs/statistic.ts';
import { columnName, metricsIn } from '../domain/metrics.ts';
import { AppError, inputError } from '../errors.ts';
import { type Export, type ExportedRow, exportRows } from '../graphql/export.ts';
import { requestIdOf } from '../http/exchange.ts';
import { sendJson } from '../rest/handler.ts';
import { refusalOf } from '../rest/refusal.ts';
import { sendRows } from '../rest/rows.ts';
import type { PageParts } from './parts.ts';

/** What a row has, and what CSV calls it; JSON calls it as GraphQL does. */
const COLUMNS: readonly (readonly [keyof ExportedRow, string])[] = [
  ...(['value', 'label', 'count', 'share'] as const).map(name => [name, name] as const),
  ...metricsIn('rows').map(({ name }) => [name, columnName(name)] as const),
];

/** `/{domain}/export/{name}.csv` and `.json`: a statistic as a file, for whoever may see the page. Errors are those of REST. */
export function createExport({ contextOf, now }: Pick<PageParts, 'contextOf' | 'now'>): Router {
  const router = Router();
  router.get('/:domain/export/:file', async (request, response, next) => {
    const { domain, file } = request.params;
    const [, name, format] = /^(\w+)\.(csv|json)$/.exec(file) ?? [];
    if (!name || !format) return next();
    try {
      const context = await contextOf(request);
      const asked = readAsked(domain, name, request.url);
      await sendRows(fileOf(asked, format as 'csv' | 'json'), cellsOf(exportRows(context, asked)), request, response);
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

/** Throws BAD_USER_INPUT for a statistic that there is not, days that are none, and a filter that breaks its rules. */
function readAsked(domain: string, name: string, url: string): Export {
  const query = new URLSearchParams(url.replace(/^[^?]*\??/, ''));
  // As over REST, what is empty was not sent.
  const sent = (parameter: string) => query.get(parameter) || null;
  const [from, to] = [sent('from'), sent('to')];
  const { data, error } = asked.safeParse({ name, from, to, search: sent('search'), filter: sent('filter') });
  if (error) throw inputError(error);
  return { domain, ...data };
}

function fileOf({ domain, name, from, to }: Export, format: 'csv' | 'json') {
  // The statistic and the days have passed the rules, so that there is nothing to quote.
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

/** Answers what is meant for whoever asked; throws the rest, and everything once the answer is under way. */
function refuse(error: unknown, request: Request, response: Response, now: number): void {
  if (!(error instanceof AppError) || response.headersSent) throw error;
  const { status, body, headers } = refusalOf(error, requestIdOf(request), now);
  sendJson(response, status, body, headers);
}
