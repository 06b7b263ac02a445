import { Router } from 'express';
import * as z from 'zod';
import { filterJson } from '../domain/filter.ts';
import { days, inOrder } from '../domain/inputs/days.ts';
import { filterText } from '../domain/inputs/filter.ts';
import { keyOfProperty } from '../domain/inputs/properties.ts';
import { propertyKey } from '../domain/inputs/property-ref.ts';
import { statName } from '../domain/inputs/scalars.ts';
import { JOURNEYS_BY } from '../domain/journey.ts';
import { INTERVALS } from '../domain/range.ts';
import { inputError } from '../errors.ts';
import { type Export, exportRows } from '../graphql/export.ts';
import { sendRows } from '../rest/export.ts';
import { sendAll } from './export-all.ts';
import { cellsOf, columnsOf } from './export-columns.ts';
import type { ExportAll } from './export-parts.ts';
import type { PageParts } from './page.ts';
import { refuse } from './refuse.ts';

/** Serves `/{domain}/export/{name}.csv`, `.json` and `all.zip` to readers of the page; errors and `bom` are as in REST. */
export function createExport({ contextOf, now }: Pick<PageParts, 'contextOf' | 'now'>): Router {
  const router = Router();
  router.get('/:domain/export/all.zip', async (request, response) => {
    try {
      await sendAll(await contextOf(request), readAll(request.params.domain, request.url), request, response);
    } catch (error) {
      refuse(error, request, response, now());
    }
  });
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
        cellsOf(exportRows(context, asked), columnsOf(asked)),
        request,
        response,
      );
    } catch (error) {
      refuse(error, request, response, now());
    }
  });
  return router;
}

const text = z.string().nullable().default(null);
const shown = {
  ...days,
  filter: filterText.transform(filterJson).nullable().default(null),
  key: propertyKey.nullable().default(null),
  event: text,
  amounts: text.transform(amounts => amounts === '1'),
};

const asked = z
  .object({
    name: statName.transform(name => name.toUpperCase() as Uppercase<typeof name>),
    ...shown,
    search: text,
    sort: text,
  })
  .check(inOrder, keyOfProperty);

/** What else the page shows; what cannot be read is as the page begins. */
const askedAll = z
  .object({
    ...shown,
    interval: z.enum(INTERVALS).catch('DAY'),
    by: z.enum(JOURNEYS_BY).catch('PAGE'),
    start: text,
    end: text,
  })
  .check(inOrder);

/** Reads the query. Throws BAD_USER_INPUT for an unknown statistic, invalid days and a filter that breaks its rules. */
function readAsked(domain: string, name: string, url: string): Export {
  const { amounts: money, ...data } = parsed(asked, { ...sentIn(url), name });
  return { domain, ...data, money };
}

/** Reads the query of the archive, with the same errors. */
function readAll(domain: string, url: string): ExportAll {
  const { amounts: money, by, start, end, ...data } = parsed(askedAll, sentIn(url));
  return { domain, ...data, money, journeys: { by, start, end } };
}

/** As in REST, an empty parameter counts as not sent. */
function sentIn(url: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(url.replace(/^[^?]*\??/, ''))].filter(([, value]) => value !== ''));
}

function parsed<Schema extends z.ZodType>(schema: Schema, query: Record<string, string>): z.output<Schema> {
  const { data, error } = schema.safeParse(query);
  if (error) throw inputError(error);
  return data as z.output<Schema>;
}

function fileOf(asked: Export, format: 'csv' | 'json') {
  const { domain, name, from, to } = asked;
  // The statistic and the days are validated, so that nothing needs quoting.
  const title = `${domain.replace(/[^\w.-]/g, '')}-${name.toLowerCase()}-${from}-${to}.${format}`;
  return {
    format,
    columns: columnsOf(asked).map(([column, head]) => (format === 'csv' ? head : column)),
    headers: { 'Content-Disposition': `attachment; filename="${title}"` },
  };
}
