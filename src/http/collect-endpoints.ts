import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Viewer } from '../accounts/viewer.ts';
import { isPrefetch } from '../collect/bots.ts';
import type { Collector } from '../collect/collector.ts';
import { type Malformed, type Origin, parseBatchHit, parseHit } from '../collect/parse.ts';
import type { Outcome, RawHit } from '../collect/raw-hit.ts';
import { AppError } from '../errors.ts';
import { BODY_LIMITS, BodyTooLarge, readBody } from './body.ts';
import type { ClientAddress } from './client-address.ts';
import { requestIdOf } from './response-headers.ts';

export interface CollectEndpointOptions {
  readonly collector: Collector;
  readonly clientAddress: ClientAddress;
  /** Returns the viewer of a Bearer key; rejects with UNAVAILABLE if the database is unavailable. */
  readonly viewerOf: (request: IncomingMessage) => Promise<Viewer | null>;
  /** Receives internal errors, with the request id that the client was given. */
  readonly report: (error: unknown, requestId: string) => void;
  readonly now: () => number;
}

const BATCH_HITS = 1_000;
/** Without the resource policy, a page that isolates itself (COEP) could load neither the pixel nor any response. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Footfall-Dropped',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
const PREFLIGHT = {
  ...CORS,
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '86400',
  'Content-Length': '0',
};
const ACCEPTED = { ...CORS, 'Content-Length': '0' };
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Returns handlers for the bare HTTP server, where the collector comes before everything else. */
export function createCollectEndpoints(options: CollectEndpointOptions) {
  const { collector, clientAddress, viewerOf, report, now } = options;

  function originOf(request: IncomingMessage): Origin {
    const { headers } = request;
    return {
      source: 'page',
      language: headers['accept-language'] ?? '',
      userAgent: headers['user-agent'] ?? '',
      address: clientAddress(request),
      time: now(),
      optedOut: headers['sec-gpc'] === '1' || headers.dnt === '1',
      prefetch: isPrefetch(headers),
      headers,
    };
  }

  async function collectOne(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isJsonLike(request.headers['content-type'])) {
      return answer(response, 415, { message: 'The content type is not JSON; send application/json or text/plain.' });
    }
    const raw = parseHit(parseJson(await readBody(request, BODY_LIMITS.hit)), originOf(request));
    if ('reason' in raw) return answer(response, 422, invalid(raw));
    const [outcome] = await collector.collect([raw]);
    if (outcome) answerOutcome(response, outcome);
  }

  async function collectPixel(
    request: IncomingMessage,
    response: ServerResponse,
    query: URLSearchParams,
  ): Promise<void> {
    const body = { page: query.get('page') || request.headers.referer, referrer: query.get('referrer') ?? '' };
    const raw = parseHit(body, originOf(request));
    if ('reason' in raw) return answer(response, 422, invalid(raw));
    const [outcome] = await collector.collect([raw]);
    if (outcome?.status === 'rejected') return answer(response, 422, invalid(outcome));
    const dropped = outcome?.status === 'dropped' ? { 'X-Footfall-Dropped': outcome.reason } : {};
    response.writeHead(200, {
      'Content-Type': 'image/gif',
      'Content-Length': PIXEL.length,
      'Cache-Control': 'no-store',
      ...CORS,
      ...dropped,
    });
    response.end(PIXEL);
  }

  async function collectBatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const viewer = await viewerOf(request);
    if (!viewer) return answer(response, 401, { message: 'Unauthenticated.' }, { 'WWW-Authenticate': 'Bearer' });
    if (viewer.scope === 'READ')
      return answer(response, 403, {
        message: 'This API key has the scope READ; send hits with a key of scope COLLECT or WRITE.',
      });
    if (!isJsonLike(request.headers['content-type']))
      return answer(response, 415, { message: 'The content type is not JSON; send application/json.' });
    const body = parseJson(await readBody(request, BODY_LIMITS.batch)) as { hits?: unknown } | null;
    const hits = body?.hits;
    const refuse = (reason: string) => answer(response, 422, invalid({ field: 'hits', reason }));
    if (!Array.isArray(hits)) return refuse('The field hits is not a list; send {"hits":[…]}.');
    if (hits.length > BATCH_HITS)
      return refuse(`The batch has ${hits.length} hits; send at most ${BATCH_HITS} at once.`);
    const outcomes = await collector.collect(parsed(hits, now), viewer.account.id);
    answer(response, 202, summary(outcomes));
  }

  /** Returns the request id only to clients that sent one: making one for each hit would take too long. */
  function echo(request: IncomingMessage, response: ServerResponse): void {
    if (request.headers['x-request-id'] !== undefined) response.setHeader('X-Request-Id', requestIdOf(request));
  }

  function handled(work: Promise<void>, request: IncomingMessage, response: ServerResponse): void {
    work.catch((error: unknown) => {
      if (error instanceof BodyTooLarge) answer(response, 413, { message: error.message });
      else if (error instanceof SyntaxError) answer(response, 400, { message: 'The body is not valid JSON.' });
      else if (error instanceof AppError && error.code === 'UNAVAILABLE') {
        answer(response, 503, { message: error.message }, { 'Retry-After': String(error.retryAfter ?? 5) });
      } else if (!request.destroyed || request.complete) {
        const requestId = requestIdOf(request);
        report(error, requestId);
        const message = 'The hit could not be accepted because of an error on the server.';
        answer(response, 500, { message, request_id: requestId }, { 'X-Request-Id': requestId });
      }
    });
  }

  return {
    single(request: IncomingMessage, response: ServerResponse) {
      echo(request, response);
      if (request.method === 'POST') return handled(collectOne(request, response), request, response);
      if (request.method === 'OPTIONS') response.writeHead(204, PREFLIGHT).end();
      else answer(response, 405, { message: 'This path accepts only POST.' }, { Allow: 'POST, OPTIONS' });
    },
    batch(request: IncomingMessage, response: ServerResponse) {
      echo(request, response);
      if (request.method === 'POST') return handled(collectBatch(request, response), request, response);
      answer(response, 405, { message: 'This path accepts only POST.' }, { Allow: 'POST' });
    },
    pixel(request: IncomingMessage, response: ServerResponse, query: URLSearchParams) {
      echo(request, response);
      if (request.method === 'GET') return handled(collectPixel(request, response, query), request, response);
      answer(response, 405, { message: 'This path accepts only GET.' }, { Allow: 'GET' });
    },
  };
}

function answerOutcome(response: ServerResponse, outcome: Outcome): void {
  if (outcome.status === 'accepted') response.writeHead(202, ACCEPTED).end();
  else if (outcome.status === 'rejected') answer(response, 422, invalid(outcome));
  else if (outcome.reason === 'rate_limited') {
    answer(
      response,
      429,
      { message: 'Too many hits from this address in this minute.' },
      { 'X-Footfall-Dropped': outcome.reason, 'Retry-After': '60' },
    );
  } else response.writeHead(202, { ...ACCEPTED, 'X-Footfall-Dropped': outcome.reason }).end();
}

/** Parses each hit only when it is its turn, so that few are in memory. */
function* parsed(hits: readonly unknown[], now: () => number): Iterable<RawHit | Malformed> {
  for (const hit of hits) yield parseBatchHit(hit, now());
}

function summary(outcomes: readonly Outcome[]): object {
  const counts = { accepted: 0, dropped: 0, rejected: 0 };
  const results = outcomes.map((outcome, index) => {
    const { status } = outcome;
    counts[status]++;
    return status === 'accepted' ? { index, status } : { index, status, reason: outcome.reason };
  });
  return { ...counts, results };
}

function invalid({ field, reason }: Malformed): object {
  return { message: reason, errors: { [field]: [reason] } };
}

/** Browsers and old snippets send JSON under several content types; forms are refused. */
function isJsonLike(type: string | undefined): boolean {
  return type === undefined || type === '' || /^\s*(application\/(?:[\w.-]+\+)?json|text\/plain)/i.test(type);
}

function parseJson(bytes: Buffer): unknown {
  const text = bytes.toString();
  return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
}

function answer(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  if (response.headersSent) return;
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'X-Content-Type-Options': 'nosniff',
    ...CORS,
    ...headers,
  });
  response.end(text);
}
