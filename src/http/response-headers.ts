import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { describeRequest, type Log } from '../log.ts';
import { carriesShare } from './incoming.ts';
import type { Metrics } from './metrics.ts';
import type { Handler } from './server.ts';

/** The label under which a response appears in the metrics. */
export type Surface = 'graphql' | 'rest' | 'page';

const REQUEST_ID = 'x-request-id';
/** The request ids that proxies and tracing tools send; other text could be mistaken for part of the log line. */
const SENSIBLE = /^[\w.~:+/=-]{1,128}$/;

/** Returns the id of a request in the log: what a proxy or client sent, if acceptable, or a new one that stays. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers[REQUEST_ID];
  if (typeof sent === 'string' && SENSIBLE.test(sent)) return sent;
  const made = randomUUID();
  headers[REQUEST_ID] = made;
  return made;
}

/** Wraps a handler: adds the request id, security headers and metrics to its response. */
export type Attend = (handler: Handler, surfaceOf?: (path: string) => Surface) => Handler;

export function createAttend(options: { secure: boolean; metrics: Metrics; log: Log }): Attend {
  const { secure, metrics, log } = options;
  return (handler, surfaceOf) => (request, response) => {
    const started = performance.now();
    const { method, url = '/' } = request;
    const requestId = requestIdOf(request);
    response.setHeader('X-Request-Id', requestId);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    const hasToken = carriesShare(url);
    response.setHeader('Referrer-Policy', hasToken ? 'no-referrer' : 'strict-origin-when-cross-origin');
    if (hasToken) response.setHeader('Cache-Control', 'private, no-store');
    if (secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    response.once('close', () => {
      // An event stream stays open for as long as someone watches, so its duration means nothing.
      if (String(response.getHeader('content-type')).startsWith('text/event-stream')) return;
      const milliseconds = performance.now() - started;
      const surface = surfaceOf?.(url);
      if (surface)
        metrics.requestSeconds.observe(
          { surface, status: `${response.statusCode}`.replace(/..$/, 'xx') },
          milliseconds / 1000,
        );
      if (log.isLevelEnabled('debug')) {
        const status = response.statusCode;
        log.debug(describeRequest({ method, url }, { status, milliseconds, requestId }), 'Request completed.');
      }
    });
    handler(request, response);
  };
}
