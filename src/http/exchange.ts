import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { describeRequest, type Log } from '../log.ts';
import type { Metrics } from './metrics.ts';
import type { Handler } from './server.ts';

/** Which figures of the metrics an answer belongs to. */
export type Surface = 'graphql' | 'rest' | 'page';

const REQUEST_ID = 'x-request-id';
/** What proxies and tracing tools write; anything else could not be told from the line of the log around it. */
const SENSIBLE = /^[\w.~:+/=-]{1,128}$/;

/**
 * The id under which a request is found in the log: what a proxy or client has sent, when that is sensible, or a new one. It
 * is settled once and the same from then on.
 */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers[REQUEST_ID];
  if (typeof sent === 'string' && SENSIBLE.test(sent)) return sent;
  const made = randomUUID();
  headers[REQUEST_ID] = made;
  return made;
}

/** Makes of a handler one whose answers say under which id they are found, protect whoever reads them, and are counted. */
export type Attend = (handler: Handler, surfaceOf?: (path: string) => Surface) => Handler;

export function createAttend(options: { secure: boolean; metrics: Metrics; log: Log }): Attend {
  const { secure, metrics, log } = options;
  return (handler, surfaceOf) => (request, response) => {
    const started = performance.now();
    const { method, url = '/' } = request;
    const requestId = requestIdOf(request);
    response.setHeader('X-Request-Id', requestId);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
    if (secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    response.once('close', () => {
      // A stream of events is open for as long as somebody looks at it, which is no measure of anything.
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
        log.debug(describeRequest({ method, url }, { status, milliseconds, requestId }), 'Answered.');
      }
    });
    handler(request, response);
  };
}
