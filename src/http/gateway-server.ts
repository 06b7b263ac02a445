import type { IncomingMessage, Server } from 'node:http';
import type { Collector } from '../collect/collector.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { createContext } from '../graphql/context.ts';
import { createGraphql, GRAPHQL_PATHS, type GraphqlOptions } from '../graphql/server.ts';
import type { Log } from '../log.ts';
import { createRest } from '../rest/router.ts';
import { createApp } from './app.ts';
import { createCallers } from './caller.ts';
import { clientAddressBy } from './client-address.ts';
import { createCollectEndpoints } from './collect-endpoints.ts';
import { createHealthEndpoints, type ReadinessCheck } from './health.ts';
import type { Metrics } from './metrics.ts';
import { createPages } from './pages.ts';
import { createScriptEndpoint } from './script-endpoint.ts';
import { createHttpServer, type Handler } from './server.ts';

export interface GatewayServerOptions {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  readonly reading: GraphqlOptions['reading'];
  readonly collector: Collector;
  readonly metrics: Metrics;
  readonly checks: readonly ReadinessCheck[];
  readonly now: () => number;
}

const SCRIPT = new URL('../../dist/tracker/script.js', import.meta.url);

/** The whole HTTP surface of a gateway on one server, not yet listening. The collector answers in front of everything else. */
export function createGatewayServer(options: GatewayServerOptions): Server {
  const { config, log, database, reading, collector, metrics, checks, now } = options;
  const clientAddress = clientAddressBy(config.trustProxy);
  const callers = createCallers(database, clientAddress, now);
  const collect = createCollectEndpoints({
    collector,
    clientAddress,
    viewerOf: callers.viewerOfRequestKey,
    report: error => log.error({ err: error }, 'A hit could not be taken.'),
    now,
  });
  const health = createHealthEndpoints({ checks, metrics: () => metrics, metricsToken: config.metricsToken });
  const rest = createRest({
    baseUrl: config.baseUrl,
    rateLimit: config.rateLimit,
    log,
    contextOf: async request => createContext(reading, await callers.keyCallerOf(request), now),
    addressOf: clientAddress,
    now,
  });
  const base = new URL(config.baseUrl);
  const pages = createPages({
    database,
    log,
    callers,
    contextOf: async request => createContext(reading, await callers.callerOf(request), now),
    clientAddress,
    baseUrl: config.baseUrl,
    now,
  });
  const app = createApp({ rest, pages, secure: base.protocol === 'https:', log });
  const { baseUrl, smtpUrl, mailFrom } = config;
  const mailing = smtpUrl === null ? null : { route: { smtpUrl, mailFrom }, baseUrl };
  const graphql = createGraphql({ reading, log, callerOf: callers.callerOrRefusal, baseUrl, mailing, now });
  const script = createScriptEndpoint(SCRIPT);

  const exact = new Map<string, Handler>([
    [config.collectPath, collect.single],
    ['/api/event', collect.single],
    ['/api/event/batch', collect.batch],
    ['/api/pixel.gif', (request, response) => collect.pixel(request, response, queryOf(request))],
    [config.trackerPath, script],
    ['/js/script.js', script],
    ...GRAPHQL_PATHS.map((path): [string, Handler] => [path, (request, response) => void graphql(request, response)]),
    ['/healthz', (_, response) => health.healthz(response)],
    ['/readyz', (_, response) => health.readyz(response)],
    ['/metrics', health.metrics],
  ]);
  return createHttpServer(base.pathname.replace(/\/$/, ''), { exact, other: app });
}

function queryOf(request: IncomingMessage): URLSearchParams {
  const url = request.url ?? '';
  const query = url.indexOf('?');
  return new URLSearchParams(query < 0 ? '' : url.slice(query + 1));
}
