import type { IncomingMessage } from 'node:http';
import { quote } from '../domain/text.ts';
import { isObject } from '../domain/unknown.ts';
import { BODY_LIMITS, BodyTooLarge, readBody } from '../http/body.ts';
import { isForeign, keyIn, type Own, queryIn } from '../http/incoming.ts';
import { refusal } from './error-responses.ts';
import { LIMITS } from './limits.ts';

/** The parameters of a request as in GraphQL over HTTP; only the fact that they are JSON is checked. */
export interface Params {
  query?: string;
  operationName?: string;
  variables?: Record<string, unknown>;
  extensions?: Record<string, unknown>;
}

/** The parameters as sent: a persisted query has an id, or a hash in the extensions, in place of its text. */
export interface SentParams extends Params {
  documentId?: unknown;
}

/** Returns the parameters with the text of the query. Throws if the text is not known here. */
export type FindQuery = (sent: SentParams) => Params;

/** Refuses requests that another site could make a browser send: without preflight, or from another origin. */
export function checkSource(request: IncomingMessage, own: Own): void {
  const { method, headers } = request;
  if (method !== 'GET' && method !== 'POST') {
    throw refusal(405, 'BAD_USER_INPUT', `The method ${method} is not supported; send GET or POST.`, {
      Allow: 'GET, POST',
    });
  }
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (method === 'POST' && type !== 'application/json') {
    throw refusal(415, 'BAD_USER_INPUT', `The content type ${quote(type)} is not supported; send application/json.`);
  }
  // A browser never sends an API key by itself, so a request with a key comes from the key's owner.
  if (keyIn(request) === null && isForeign(request, own)) {
    throw refusal(403, 'FORBIDDEN', 'The request comes from a page of another site; send an API key instead.');
  }
}

/** Reads the parameters from a GET's query string or a POST's JSON body; `findQuery` finds persisted queries. */
export async function readParams(request: IncomingMessage, findQuery: FindQuery): Promise<Params> {
  const get = request.method === 'GET';
  return findQuery(get ? paramsOfQuery(request.url ?? '') : paramsOfBody(await readText(request)));
}

function paramsOfQuery(url: string): SentParams {
  const search = new URLSearchParams(queryIn(url));
  const params: SentParams = {};
  for (const name of ['query', 'documentId', 'operationName'] as const) {
    const text = search.get(name);
    if (text) params[name] = text;
  }
  for (const name of ['variables', 'extensions'] as const) {
    const text = search.get(name);
    if (text) params[name] = parseJson(text, `The parameter ${name}`) as Record<string, unknown>;
  }
  return params;
}

function paramsOfBody(body: string): SentParams {
  const params = parseJson(body, 'The body');
  if (Array.isArray(params) && params.length > LIMITS.operations) {
    throw refusal(
      400,
      'QUERY_TOO_COMPLEX',
      `The request has ${params.length} operations; at most ${LIMITS.operations} is allowed. Ask for all fields in one operation.`,
    );
  }
  if (!isObject(params)) {
    throw refusal(400, 'BAD_USER_INPUT', 'The body is not a JSON object; send one such as {"query": "…"}.');
  }
  return params;
}

function parseJson(text: string, what: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw refusal(400, 'BAD_USER_INPUT', `${what} is not valid JSON.`);
  }
  // Functions that traverse variables, or print them in an error, recurse once per level.
  if (isDeeper(parsed, LIMITS.nesting)) {
    const message = `${what} is nested deeper than ${LIMITS.nesting} levels, which is the most that is allowed.`;
    throw refusal(400, 'QUERY_TOO_COMPLEX', message);
  }
  return parsed;
}

function isDeeper(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap(one => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

async function readText(request: IncomingMessage): Promise<string> {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw refusal(
      415,
      'BAD_USER_INPUT',
      `The content encoding ${quote(encoding)} is not supported; send the body uncompressed.`,
    );
  }
  const bytes = await readBody(request, BODY_LIMITS.graphql).catch(error => {
    throw error instanceof BodyTooLarge ? tooLarge(error.size) : refusal(400, 'BAD_USER_INPUT', error.message);
  });
  try {
    return utf8.decode(bytes);
  } catch {
    throw refusal(400, 'BAD_USER_INPUT', 'The body is not valid UTF-8.');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function tooLarge(size: number) {
  const message = `The body has ${size} bytes or more; at most ${BODY_LIMITS.graphql} are allowed.`;
  return refusal(413, 'QUERY_TOO_COMPLEX', message);
}
