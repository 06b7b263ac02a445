import type { IncomingMessage } from 'node:http';
import express, { type Express, type NextFunction, type Request, type Response, type Router } from 'express';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { createContext } from '../graphql/context.ts';
import { createGraphql, type GraphqlOptions } from '../graphql/server.ts';
import type { Callers } from '../http/caller.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { askedLanguage } from '../http/language.ts';
import { allowLongBody } from '../http/long-body.ts';
import { createRateLimit, limitedBy } from '../http/rate-limit.ts';
import { requestIdOf } from '../http/response-headers.ts';
import { type Handler, TIMEOUTS } from '../http/server.ts';
import { receiveUpload } from '../imports/upload.ts';
import { UploadTooLarge } from '../imports/upload-room.ts';
import type { Log } from '../log.ts';
import { APP, openQueries } from '../pages/assets.ts';
import { createPages } from '../pages/router.ts';
import type { ReceiveFiles } from '../pages/uploads.ts';
import { Refusal } from '../rest/refusal.ts';
import { createRest } from '../rest/router.ts';

export interface AnswersOptions {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  readonly reading: GraphqlOptions['reading'];
  readonly callers: Callers;
  readonly clientAddress: ClientAddress;
  readonly now: () => number;
}

/** The surfaces that answer questions. */
export interface Answers {
  readonly graphql: Handler;
  /** REST and pages. */
  readonly app: Handler;
}

const mayTakeLong = (request: IncomingMessage) => allowLongBody(request, TIMEOUTS.upload);

export function createAnswers({
  config,
  log,
  database,
  reading,
  callers,
  clientAddress,
  now,
}: AnswersOptions): Answers {
  // Counts REST and GraphQL requests per caller.
  const rateLimit = createRateLimit(config.rateLimit);
  const admitted = limitedBy({ rateLimit, addressOf: clientAddress, now });
  const uploads = { database, dataDir: config.dataDir, maxBytes: config.importMaxMb * 1024 * 1024, now };
  const receive: ReceiveFiles = (request, viewer, website) =>
    receiveUpload(uploads, request, viewer, website, mayTakeLong).catch(error => {
      throw error instanceof UploadTooLarge ? new Refusal(413, { message: error.message }) : error;
    });
  const settings = {
    baseUrl: config.baseUrl,
    webhookAllow: config.webhookAllow,
    defaultLanguage: config.language,
  };
  const rest = createRest({
    baseUrl: config.baseUrl,
    rateLimit,
    log,
    contextOf: async request => createContext(reading, await callers.keyCallerOf(request), now, settings),
    addressOf: clientAddress,
    receive: (request, { viewer }, website) => receive(request, viewer, website),
    now,
  });
  const pages = createPages({
    database,
    log,
    callers,
    // As in GraphQL, so that a file has the rows that a search finds on the page: one in English asks for no language.
    contextOf: admitted(async request =>
      createContext(reading, await callers.callerOf(request), now, { language: askedLanguage(request) }),
    ),
    clientAddress,
    baseUrl: config.baseUrl,
    trackerPath: config.trackerPath,
    collectPath: config.collectPath,
    importMaxMb: config.importMaxMb,
    language: config.language,
    receive,
    now,
  });
  const { baseUrl, smtpUrl, mailFrom } = config;
  const mailing = smtpUrl === null ? null : { route: { smtpUrl, mailFrom }, baseUrl, log };
  const graphql = createGraphql({
    reading,
    log,
    callerOf: admitted(callers.callerOrRefusal),
    ...settings,
    mailing,
    queryOf: openQueries(APP),
    graphiql: config.graphiql,
    introspection: config.introspection,
    now,
  });
  return {
    graphql(request, response) {
      // Some proxies buffer a response until it is complete, which live figures never are.
      if (request.headers.accept?.includes('text/event-stream')) response.setHeader('X-Accel-Buffering', 'no');
      void graphql(request, response);
    },
    app: createApp({ rest, pages, log }),
  };
}

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
