import type { Request, Response } from 'express';
import type * as z from 'zod';
import type { RangePreset } from '../domain/range.ts';
import { AppError, type FieldErrors } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import { runOperation } from '../graphql/schema.ts';
import { keyIn, queryIn, shareIn } from '../http/incoming.ts';
import { sendJson } from '../http/json.ts';
import { RestRangeDocument, RestSharedRangeDocument } from './__generated__/operations.ts';
import { parseForm, readFields } from './body.ts';
import { sendRows } from './export.ts';
import { graphqlName, joinNotices } from './input.ts';
import { invalid, missing, Refusal, unauthenticated } from './refusal.ts';
import type { AnyRoute, Paged, Route } from './route.ts';

const NOTHING_SENT: ReadonlyMap<string, unknown> = new Map();
const MAY_ONLY_READ = 'This API key has the scope READ and may not change anything; use a key with the scope WRITE.';

/** The input of the handler besides the request. */
export interface Exchange {
  readonly row: AnyRoute;
  readonly context: Context;
  /** The public address of the API. */
  readonly root: string;
  readonly receive: Receive;
}

/** Stores the files of a request for a website, and returns the id of the import. */
export type Receive = (request: Request, context: Context, website: string) => Promise<string>;

/** Responds to a request by its row of the route table. Throws a Refusal, or the error of the operation. */
export async function handle(exchange: Exchange, request: Request, response: Response): Promise<void> {
  const { row, context, root } = exchange;
  const token = row.shared && keyIn(request) === null ? shareIn(request.url) : null;
  if (token === null) checkKey(row, context);
  const sent = parseForm(queryIn(request.url).slice(1), 'query');
  // With an API key, the key decides.
  if (row.shared) sent.delete('share');

  const strict = prefersStrict(request.headers.prefer);
  if (strict) response.setHeader('Preference-Applied', 'handling=strict');
  const format = formatOf(row, request);
  const query = (format ? row.readFileQuery : row.readQuery)(sent, strict);
  const body = row.readBody(row.body === null ? NOTHING_SENT : await readFields(request), strict);
  const notices = [...query.notices, ...body.notices];
  if (notices.length > 0) response.setHeader('X-Footfall-Notice', joinNotices(notices));
  const errors = [...query.errors, ...body.errors, ...query.unknown, ...body.unknown];
  if (!query.values || !body.values || errors.length > 0) throw invalid(Object.fromEntries(errors));

  const id = String(request.params.id ?? '');
  const share = String(request.params.share ?? '');
  const funnel = String(request.params.funnel ?? '');
  const importId = row.upload ? await exchange.receive(request, context, id) : String(request.params.import ?? '');
  const reader = { row, context, id, token };
  // How a file is written concerns no operation.
  const { bom, range, ...rest } = query.values;
  const asked = range === undefined ? rest : { ...rest, ...(await daysOf(range, reader)) };
  const variables = row.variables({ id, share, funnel, importId, query: asked, body: body.values });
  const read = (some: typeof variables) => run(row, some, reader);
  if (row.export && format) {
    const pages =
      'stream' in row.export
        ? row.export.stream(await read(variables), asked, context)
        : pagesOf(row.export, variables, asked, read, context, response);
    const columns = typeof row.export.columns === 'function' ? row.export.columns(asked) : row.export.columns;
    await sendRows({ format, columns, bom: bom === true }, pages, request, response);
    return;
  }
  const data = await read(variables);
  const url = `${root}${row.path.replace('{id}', encodeURIComponent(id)).replace('{share}', encodeURIComponent(share)).replace('{funnel}', encodeURIComponent(funnel))}`;
  const effective = query.effective.filter(([name]) => name !== 'page');
  const { body: answer, headers } = row.answer!(data, {
    url,
    query: token === null ? effective : [...effective, ['share', token]],
  });
  sendJson(response, row.status, answer, headers);
}

function checkKey({ method }: AnyRoute, { viewer }: Context): void {
  // A session cookie is not accepted: with it, any page could post a form here on its reader's behalf.
  if (viewer?.via.kind !== 'key') throw unauthenticated();
  if (method !== 'GET' && viewer.scope !== 'WRITE') throw new Refusal(403, { message: MAY_ONLY_READ });
}

/** The caller of a row for the website `id`: by an API key if `token` is null, otherwise by a share. */
interface Reader {
  readonly row: AnyRoute;
  readonly context: Context;
  readonly id: string;
  readonly token: string | null;
}

/** Runs the operation that fits the caller. A share of another website is as unknown as the website. */
async function run<Data, Variables extends Record<string, unknown>>(
  { operation, shared }: Pick<Route<Data, Variables, z.ZodObject, z.ZodObject>, 'operation' | 'shared'>,
  variables: Variables,
  { row, context, id, token }: Reader,
): Promise<Data> {
  const running =
    token === null || !shared
      ? runOperation(operation, variables, context)
      : runOperation(shared, { ...variables, token } as never, context).then(data => {
          if (data.website?.id !== id) throw missing();
          return data as Data;
        });
  return running.catch(error => {
    throw inRestNames(error, row);
  });
}

const RANGE = { operation: RestRangeDocument, shared: RestSharedRangeDocument };

/** Returns the days of a named range, which depend on the time zone of the website. */
async function daysOf(range: unknown, reader: Reader): Promise<{ readonly from: string; readonly to: string }> {
  const { website } = await run(RANGE, { id: reader.id, preset: range as RangePreset }, reader);
  if (!website) throw missing();
  return website.range;
}

/** Returns the rows of a file, read page by page. */
async function* pagesOf<Data, Variables>(
  { page, lastPage, rows, headers }: Paged<Data, Variables, z.ZodObject>,
  variables: Variables,
  asked: Record<string, unknown>,
  read: (some: Variables) => Promise<Data>,
  { stats }: Context,
  response: Response,
) {
  // Pages that are read at different times would otherwise lose rows and repeat others.
  const release = stats.keep();
  try {
    for (let number = 1, last = 1; number <= last; number++) {
      const data = await read(page(variables, number));
      last = lastPage(data);
      // Headers are sent with the first page.
      if (number === 1) response.setHeaders(new Map(Object.entries(headers(data))));
      yield rows(data, asked);
    }
  } finally {
    release();
  }
}

/** RFC 7240: the first of several preferences with the same name counts. */
function prefersStrict(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  // Commas within quotes separate nothing.
  const preferences = String(header).match(/(?:"(?:\\.|[^"\\])*(?:"|$)|[^,"])+/g) ?? [];
  const values = preferences.map(one => /^\s*handling\s*=\s*"?([\w-]*)"?\s*(?:;|$)/i.exec(one)?.[1]);
  return values.find(value => value !== undefined)?.toLowerCase() === 'strict';
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
