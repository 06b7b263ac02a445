import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Viewer } from '../accounts/viewer.ts';
import { isPrefetch } from '../collect/bots.ts';
import type { Collector } from '../collect/collector.ts';
import { type Malformed, type Origin, parseBatchHit, parseHit } from '../collect/parse.ts';
import type { Outcome, RawHit } from '../collect/raw-hit.ts';
import { AppError } from '../errors.ts';
import { BODY_LIMITS, BodyTooLarge, readBody } from './body.ts';
import type { ClientAddress } from './client-address.ts';
import { type Answer, answerTo, CORS, invalid, jsonAnswer, summary } from './collect-answers.ts';
import type { HitRequest } from './hit-request.ts';
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
const PREFLIGHT = {
  ...CORS,
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '86400',
  'Content-Length': '0',
};
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const OF_PIXEL = {
  'Content-Type': 'image/gif',
  'Content-Length': PIXEL.length,
  'Cache-Control': 'no-store',
  ...CORS,
};

/** Returns handlers for the bare HTTP server, where the collector comes before everything else. */
export function createCollectEndpoints(options: CollectEndpointOptions) {
  const { collector, clientAddress, viewerOf, report, now } = options;

  function originOf(request: Pick<IncomingMessage, 'headers' | 'socket'>): Origin {
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
    const raw = parseHit(parseJson((await readBody(request, BODY_LIMITS.hit)).toString()), originOf(request));
    if ('reason' in raw) return answer(response, 422, invalid(raw));
    const [outcome] = await collector.collect([raw]);
    if (outcome) send(response, answerTo(outcome));
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
    if (outcome?.status === 'dropped' && outcome.reason === 'rate_limited') return send(response, answerTo(outcome));
    const dropped = outcome?.status === 'dropped' ? { 'X-Footfall-Dropped': outcome.reason } : {};
    response.writeHead(200, { ...OF_PIXEL, ...dropped }).end(PIXEL);
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
    const body = parseJson((await readBody(request, BODY_LIMITS.batch)).toString()) as { hits?: unknown } | null;
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

  function answerToError(error: unknown, request: Pick<IncomingMessage, 'headers'>): Answer {
    if (error instanceof BodyTooLarge) return jsonAnswer(413, { message: error.message });
    if (error instanceof SyntaxError) return jsonAnswer(400, { message: 'The body is not valid JSON.' });
    if (error instanceof AppError && error.code === 'UNAVAILABLE')
      return jsonAnswer(503, { message: error.message }, { 'Retry-After': String(error.retryAfter ?? 5) });
    const requestId = requestIdOf(request);
    report(error, requestId);
    const message = 'The hit could not be accepted because of an error on the server.';
    return jsonAnswer(500, { message, request_id: requestId }, { 'X-Request-Id': requestId });
  }

  function handled(work: Promise<void>, request: IncomingMessage, response: ServerResponse): void {
    work.catch((error: unknown) => {
      const isGone = request.destroyed && !request.complete;
      if (!isGone || isExpected(error)) send(response, answerToError(error, request));
    });
  }

  /** Answers a hit as `single` does; null, without any effect, if it is malformed. */
  function take(request: HitRequest): Promise<Answer> | null {
    const raw = isJsonLike(request.headers['content-type']) ? readRaw(request) : null;
    if (!raw || 'reason' in raw) return null;
    return collector.collect([raw]).then(
      ([outcome]) => answerTo(outcome as Outcome),
      (error: unknown) => answerToError(error, request),
    );
  }

  function readRaw(request: HitRequest): RawHit | Malformed | null {
    try {
      return parseHit(parseJson(request.body), originOf(request));
    } catch {
      return null;
    }
  }

  return {
    take,
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
      // Link checkers ask so, and nobody sees a page by it, so it counts nothing.
      if (request.method === 'HEAD') response.writeHead(200, OF_PIXEL).end();
      else answer(response, 405, { message: 'This path accepts only GET and HEAD.' }, { Allow: 'GET, HEAD' });
    },
  };
}

/** Parses each hit only when it is its turn, so that few are in memory. */
function* parsed(hits: readonly unknown[], now: () => number): Iterable<RawHit | Malformed> {
  for (const hit of hits) yield parseBatchHit(hit, now());
}

/** Errors that are not the server's. */
function isExpected(error: unknown): boolean {
  return (
    error instanceof BodyTooLarge ||
    error instanceof SyntaxError ||
    (error instanceof AppError && error.code === 'UNAVAILABLE')
  );
}

/** Browsers and old snippets send JSON under several content types; forms are refused. */
function isJsonLike(type: string | undefined): boolean {
  return type === undefined || type === '' || /^\s*(application\/(?:[\w.-]+\+)?json|text\/plain)/i.test(type);
}

function parseJson(text: string): unknown {
  return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (!response.headersSent) response.writeHead(status, headers).end(body);
}

function answer(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  send(response, jsonAnswer(status, body, headers));
}
