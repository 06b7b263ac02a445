import express, { type Express, type NextFunction, type Request, type Response, type Router } from 'express';
import { requestIdOf } from '../http/exchange.ts';
import type { Log } from '../log.ts';

/** Returns the Express app for everything off the hot path: REST and pages. Below /api every response is JSON. */
export function createApp({ rest, pages, log }: { rest: Router; pages: Router; log: Log }): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.use('/api/v1', rest);
  app.use('/api', (_request, response) => {
    response.status(404).json({ message: 'Resource not found.' });
  });
  app.use(pages);
  app.use((error: unknown, request: Request, response: Response, _: NextFunction) => {
    const requestId = requestIdOf(request);
    if (response.headersSent) {
      log.error({ err: error, requestId, path: request.path }, 'A response was cut off.');
      response.destroy();
      return;
    }
    const status = statusOf(error);
    if (status >= 500) log.error({ err: error, requestId, path: request.path }, 'A request failed.');
    const message = status >= 500 ? 'Something went wrong on the server.' : 'The request could not be understood.';
    response.status(status).json(status >= 500 ? { message, request_id: requestId } : { message });
  });
  return app;
}

/** Express sets a status on errors caused by the request itself, such as a path that cannot be decoded. */
function statusOf(error: unknown): number {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500;
}
