import type { Request, Response } from 'express';
import { AppError, type FieldErrors } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import { runOperation } from '../graphql/schema.ts';
import { queryIn } from '../http/incoming.ts';
import { sendJson } from '../http/json.ts';
import { parseForm, readFields } from './body.ts';
import { sendRows } from './export.ts';
import { graphqlName, joinNotices } from './input.ts';
import { invalid, Refusal, unauthenticated } from './refusal.ts';
import type { AnyRoute, Paged } from './route.ts';

const NOTHING_SENT: ReadonlyMap<string, unknown> = new Map();
const MAY_ONLY_READ = 'This API key has the scope READ and may not change anything; use a key with the scope WRITE.';

/** The input of the handler besides the request. */
export interface Exchange {
  readonly row: AnyRoute;
  readonly context: Context;
  /** The public address of the API. */
  readonly root: string;
}

/** Responds to a request by its row of the route table. Throws a Refusal, or the error of the operation. */
export async function handle(exchange: Exchange, request: Request, response: Response): Promise<void> {
  const { row, context, root } = exchange;
  // A session cookie is not accepted: with it, any page could post a form here on its reader's behalf.
  if (context.viewer?.via.kind !== 'key') throw unauthenticated();
  if (row.method !== 'GET' && context.viewer.scope !== 'WRITE') throw new Refusal(403, { message: MAY_ONLY_READ });

  const strict = prefersStrict(request.headers.prefer);
  if (strict) response.setHeader('Preference-Applied', 'handling=strict');
  const query = row.readQuery(parseForm(queryIn(request.url).slice(1), 'query'), strict);
  const body = row.readBody(row.body === null ? NOTHING_SENT : await readFields(request), strict);
  const notices = [...query.notices, ...body.notices];
  if (notices.length > 0) response.setHeader('X-Footfall-Notice', joinNotices(notices));
  const errors = [...query.errors, ...body.errors, ...query.unknown, ...body.unknown];
  if (!query.values || !body.values || errors.length > 0) throw invalid(Object.fromEntries(errors));

  const id = String(request.params.id ?? '');
  // How a file is written concerns no operation.
  const { bom, ...asked } = query.values;
  const variables = row.variables({ id, query: asked, body: body.values });
  const read = (some: typeof variables) =>
    runOperation(row.operation, some, context).catch(error => {
      throw inRestNames(error, row);
    });
  const format = formatOf(row, request);
  if (row.export && format) {
    const pages =
      'stream' in row.export
        ? row.export.stream(await read(variables), asked, context)
        : pagesOf(row.export, variables, read, response);
    await sendRows({ format, columns: row.export.columns, bom: bom === true }, pages, request, response);
    return;
  }
  const data = await read(variables);
  const url = `${root}${row.path.replace('{id}', encodeURIComponent(id))}`;
  const { body: answer, headers } = row.answer!(data, {
    url,
    query: query.effective.filter(([name]) => name !== 'page'),
  });
  sendJson(response, row.status, answer, headers);
}

/** Returns the rows of a file, read page by page. */
async function* pagesOf<Data, Variables>(
  { page, lastPage, rows, headers }: Paged<Data, Variables>,
  variables: Variables,
  read: (some: Variables) => Promise<Data>,
  response: Response,
) {
  for (let number = 1, last = 1; number <= last; number++) {
    const data = await read(page(variables, number));
    last = lastPage(data);
    // Headers are sent with the first page.
    if (number === 1) response.setHeaders(new Map(Object.entries(headers(data))));
    yield rows(data);
  }
}

/** RFC 7240: the first of several preferences with the same name counts. */
function prefersStrict(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  const handling = /(?:^|,)\s*handling\s*=\s*"?([\w-]*)"?\s*(?=[;,]|$)/i.exec(String(header));
  return handling?.[1]?.toLowerCase() === 'strict';
}

/** Returns the format of the file to send; null for the regular response of the row. */
function formatOf({ export: file, answer }: AnyRoute, request: Request): 'csv' | 'json' | null {
  if (file?.format !== 'accepted') return file?.format ?? null;
  if (prefersCsv(request)) return 'csv';
  return answer ? null : 'json';
}

function prefersCsv(request: Request): boolean {
  const header = request.headers.accept;
  if (header === undefined || !/text\/csv/i.test(header)) return false;
  // Express would require parameters such as `charset=utf-8` of the offered type, which is named without them.
  request.headers.accept = header.replace(/;(?!\s*q\s*=)[^;,]*/gi, '');
  return request.accepts(['application/json', 'text/csv']) === 'text/csv';
}

function inRestNames(error: unknown, row: AnyRoute): unknown {
  return error instanceof AppError && error.fields ? invalid(renamed(error.fields, row)) : error;
}

/** Renames the fields of an error as they were sent: `email` for `input.emailReports`. */
function renamed(errors: FieldErrors, row: AnyRoute): FieldErrors {
  const names = Object.keys({ ...row.query.shape, ...row.body?.shape });
  const renames = Object.entries(errors).map(([path, texts]) => {
    const as = path.replace(/^input\./, '').replace(/\..*$/s, '');
    return [names.find(name => graphqlName(name) === as) ?? path, texts] as const;
  });
  return Object.fromEntries(renames);
}
