import type { Server } from 'node:http';
import type { Collector } from '../collect/collector.ts';
import { lazy } from '../domain/lazy.ts';
import { clientAddressBy } from '../http/client-address.ts';
import { createCollectEndpoints } from '../http/collect-endpoints.ts';
import { createHealthEndpoints, type ReadinessCheck } from '../http/health.ts';
import { queryIn } from '../http/incoming.ts';
import type { Metrics } from '../http/metrics.ts';
import { createAttend, type Surface } from '../http/response-headers.ts';
import { createScriptEndpoint } from '../http/script-endpoint.ts';
import { createHttpServer, type Handler } from '../http/server.ts';
import { loadInSteps } from '../process/load-in-steps.ts';
import type { Answers, AnswersOptions } from './answers.ts';

/** What it means that a part of the service cannot be loaded, and the remedy. */
export const BROKEN = 'A part of Footfall cannot be loaded; install it again.';

export interface GatewayServerOptions extends Omit<AnswersOptions, 'reading' | 'callers' | 'clientAddress'> {
  readonly loadReading: () => Promise<AnswersOptions['reading']>;
  readonly collector: Collector;
  readonly metrics: Metrics;
  readonly checks: readonly ReadinessCheck[];
  readonly warnings: () => readonly string[];
  /** True once the service works. */
  readonly begun: () => boolean;
}

export interface GatewayServer {
  /** Not yet listening, with all HTTP surfaces of a gateway. */
  readonly server: Server;
  /** Loads GraphQL, REST and pages, in steps; a request for them does so at once and waits for it. */
  loadAnswers(): Promise<void>;
}

/** The endpoint, which serves GraphiQL to browsers, and GraphiQL's two files. */
const GRAPHQL_PATHS: readonly string[] = ['/graphql', '/graphql/graphiql.js', '/graphql/graphiql.css'];

const SCRIPT = new URL('../../dist/tracker/script.js', import.meta.url);

/** Creates the server of a gateway. The collector comes first: it needs nothing of what answers questions. */
export function createGatewayServer(options: GatewayServerOptions): GatewayServer {
  const { config, log, database, collector, metrics, checks, warnings, begun, now } = options;
  const clientAddress = clientAddressBy(config.trustProxy);
  const callers = lazy(async () => {
    const { createCallers } = await import('../http/caller.ts');
    return createCallers(database, clientAddress, now);
  });
  const collect = createCollectEndpoints({
    collector,
    clientAddress,
    viewerOf: async request => (await callers()).viewerOfRequestKey(request),
    report: (error, requestId) => log.error({ err: error, requestId }, 'A hit could not be accepted.'),
    now,
  });
  const health = createHealthEndpoints({ checks, warnings, begun, metrics, metricsToken: config.metricsToken });

  let answers: Answers | undefined;
  const load = lazy(async () => {
    const { createAnswers } = await import('./answers.ts');
    answers = createAnswers({
      ...options,
      reading: await options.loadReading(),
      callers: await callers(),
      clientAddress,
    });
    return answers;
  });
  const answer =
    (surface: keyof Answers): Handler =>
    (request, response) => {
      if (answers) return answers[surface](request, response);
      load().then(
        loaded => loaded[surface](request, response),
        error => {
          log.error({ err: error }, `A request could not be answered. ${BROKEN}`);
          response.destroy();
        },
      );
    };

  const base = new URL(config.baseUrl);
  const attend = createAttend({ secure: base.protocol === 'https:', metrics, log });
  const graphql = attend(answer('graphql'), () => 'graphql');
  const script = createScriptEndpoint(SCRIPT);

  const exact = new Map<string, Handler>([
    [config.collectPath, collect.single],
    ['/api/event', collect.single],
    ['/api/event/batch', collect.batch],
    [
      '/api/pixel.gif',
      (request, response) => collect.pixel(request, response, new URLSearchParams(queryIn(request.url))),
    ],
    [config.trackerPath, attend(script)],
    ['/js/script.js', attend(script)],
    ...GRAPHQL_PATHS.map((path): [string, Handler] => [path, graphql]),
    ['/healthz', attend((_, response) => health.healthz(response))],
    ['/readyz', attend((_, response) => health.readyz(response))],
    ['/metrics', attend(health.metrics)],
  ]);
  const hits = { paths: [config.collectPath, '/api/event'], take: collect.take };
  const server = createHttpServer(base.pathname.replace(/\/$/, ''), {
    exact,
    other: attend(answer('app'), surfaceOfPath),
    hits,
  });
  return {
    server,
    async loadAnswers() {
      await loadInSteps(
        callers,
        () => import('../graphql/schema.ts'),
        () => import('../graphql/server.ts'),
        () => import('../rest/router.ts'),
        load,
      );
    },
  };
}

function surfaceOfPath(url: string): Surface {
  return url.startsWith('/api/v1') ? 'rest' : 'page';
}
