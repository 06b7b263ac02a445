import { randomUUID } from 'node:crypto';
import { type NextFunction, type Request, type Response, Router } from 'express';
import { lazy } from '../domain/lazy.ts';
import { AppError } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import { sendJson } from '../http/json.ts';
import { callerName, type RateLimit } from '../http/rate-limit.ts';
import type { Log } from '../log.ts';
import { handle, type Receive } from './handler.ts';
import { openApi } from './openapi.ts';
import { malformed, missing, Refusal, refusalOf, tooMany } from './refusal.ts';
import type { AnyRoute } from './route.ts';
import { ROUTES } from './routes.ts';

/** The dependencies of REST. */
export interface RestOptions {
  /** The public URL without a trailing slash; page URLs and `Location` begin with it. */
  readonly baseUrl: string;
  /** Counts the requests of each API key, or of each IP address for requests without a key. */
  readonly rateLimit: RateLimit;
  readonly log: Log;
  /** Returns the context; only a valid API key sets its viewer. Throws UNAVAILABLE if the database is down. */
  contextOf(request: Request): Promise<Context>;
  /** Returns the client's IP address in canonical form. */
  addressOf(request: Request): string;
  /** Without it, no files are received. */
  readonly receive?: Receive;
  /** Returns the time in milliseconds since 1970, UTC. */
  now?(): number;
}

async function refuse(): Promise<string> {
  throw missing();
}

const DESCRIPTION = '/openapi.json';
const UNREADABLE_PATH = 'The path is not valid percent-encoded UTF-8; encode it as UTF-8.';

/** Returns the router of REST version 1, to be mounted at /api/v1; errors are JSON, whatever `Accept` says. */
export function createRest(options: RestOptions): Router {
  const { baseUrl, rateLimit, log, now = Date.now, receive = refuse } = options;
  const root = `${baseUrl}/api/v1`;
  const contexts = new WeakMap<Request, Context>();
  const router = Router({ caseSensitive: true });

  router.use(async (request, response, next) => {
    let context: Context | null = null;
    let failure: unknown;
    try {
      context = await options.contextOf(request);
    } catch (error) {
      failure = error;
    }
    // Requests also count while the database is down, so that every response has the rate limit headers.
    const time = now();
    const allowance = rateLimit.take(callerName(context?.viewer ?? null, options.addressOf(request)), time);
    response.setHeader('X-RateLimit-Limit', allowance.limit);
    response.setHeader('X-RateLimit-Remaining', allowance.remaining);
    if (!allowance.allowed) {
      throw tooMany(Math.ceil((allowance.resetAt - time) / 1000), Math.ceil(allowance.resetAt / 1000));
    }
    if (context !== null) contexts.set(request, context);
    // Everyone may read the description, with any key and while the database is down.
    else if (request.path !== DESCRIPTION) throw failure;
    next();
  });

  const description = lazy(() => openApi(root));
  router.all(DESCRIPTION, (request, response) => {
    if (methodOf(request) !== 'GET') throw notAllowed(request.method, ['GET']);
    sendJson(response, 200, description());
  });

  for (const [path, rows] of Map.groupBy(ordered(ROUTES), row => row.path)) {
    router.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), async (request, response) => {
      const row = rows.find(({ method }) => method === methodOf(request));
      if (row === undefined)
        throw notAllowed(
          request.method,
          rows.map(({ method }) => method),
        );
      await handle({ row, context: contexts.get(request)!, root, receive }, request, response);
    });
  }

  router.use(() => {
    throw missing();
  });

  router.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const requestId = contexts.get(request)?.requestId ?? (request.get('X-Request-Id') || randomUUID());
    const { status, body, headers } = refusalOf(
      error instanceof URIError ? malformed(UNREADABLE_PATH) : error,
      requestId,
      now(),
    );
    // Without a cause, the request was refused as intended.
    const isFault = status === 500 || (error instanceof AppError && error.cause !== undefined && status === 503);
    if (isFault) log.error({ err: error, requestId, method: request.method }, 'A REST request failed.');
    sendJson(response, status, body, headers);
  });
  return router;
}

/** Sorts longer paths first: `{id}.csv` must be tried before `{id}`, which would match it too. */
function ordered(rows: readonly AnyRoute[]): AnyRoute[] {
  return rows.toSorted((a, b) => b.path.length - a.path.length);
}

function methodOf({ method }: Request): string {
  return method === 'HEAD' ? 'GET' : method;
}

function notAllowed(method: string, methods: readonly string[]): Refusal {
  const allowed = methods.flatMap(known => (known === 'GET' ? ['GET', 'HEAD'] : [known])).join(', ');
  const message = `The method ${method} is not allowed here; use one of ${allowed}.`;
  return new Refusal(405, { message }, { Allow: allowed });
}
