import { createServer, type IncomingMessage, Server, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  createServer as createNetServer,
  type ListenOptions,
  type Server as NetServer,
  type Socket,
} from 'node:net';
import { Arrivals } from './arrivals.ts';
import { continueWhenRead } from './body.ts';
import { HitConnections, type HitRoute } from './hit-connections.ts';
import { Lingering, Unanswered } from './lingering.ts';
import { hasLongBody } from './long-body.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface ServerRoutes {
  /** Handlers by exact path below the base path; they come before everything else. */
  readonly exact: ReadonlyMap<string, Handler>;
  /** The handler for all other paths. */
  readonly other: Handler;
  /** Where plain hits go, whose paths are among the exact ones. */
  readonly hits?: HitRoute;
}

/** In milliseconds. */
export const TIMEOUTS = {
  /**
   * A client that has not sent a whole request by then is cut off at the next check. The first request counts from the
   * opening of the connection, to within one check, and further ones count from their first byte. Uploads may take longer.
   */
  request: 10_000,
  /** Between two checks. */
  check: 1_000,
  /** From a response until the client's next request on the same connection. */
  keepAlive: 65_000,
  /** Without any traffic, as with clients that do not read; live figures keep their connection active. */
  standstill: 120_000,
  /** The same in the middle of an upload. */
  upload: 60_000,
};

/** The statuses of connections without a request that could be handled, by the error that Node reports. */
const STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** The bytes that the headers of a request may have. */
const LONGEST_HEAD = 16_384;

/** Connections accepted by the system that may wait for the process; above it, the system drops attempts to connect. */
const BACKLOG = 2_048;

/**
 * Returns the bare HTTP server in front of all surfaces. It serves everything below `basePath` and at the root, so that
 * a proxy can strip the path or keep it; handlers see paths without it, and with single slashes.
 */
export function createHttpServer(basePath: string, routes: ServerRoutes): Server {
  const lingering = new Lingering();
  const unanswered = new Unanswered(lingering);
  const server = createServer(
    {
      headersTimeout: TIMEOUTS.request,
      requestTimeout: TIMEOUTS.request,
      connectionsCheckingInterval: TIMEOUTS.check,
      keepAliveTimeout: TIMEOUTS.keepAlive,
      maxHeaderSize: LONGEST_HEAD,
    },
    (request, response) => {
      lingering.after(request, response);
      let url = singleSlashed(pathForm(request));
      request.url = url;
      if (basePath !== '' && (url === basePath || url.startsWith(`${basePath}/`) || url.startsWith(`${basePath}?`))) {
        url = url.slice(basePath.length);
        request.url = url.startsWith('/') ? url : `/${url}`;
      }
      const path = pathOf(request.url ?? '/');
      (routes.exact.get(path) ?? routes.other)(request, response);
    },
  );
  server.timeout = TIMEOUTS.standstill;
  const { paths, take } = routes.hits ?? { paths: [], take: () => null };
  serveOnArrival(server, unanswered, { paths: [...paths, ...paths.map(path => basePath + path)], take });
  server.on('checkContinue', (request, response) => {
    continueWhenRead(request, response);
    server.emit('request', request, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Node says this only once for a request.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && hasLongBody(socket)) return;
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else unanswered.add(socket, STATUSES[error.code ?? ''] ?? '400 Bad Request');
  });
  return server;
}

/** Lets Node's server take connections only when their first request is there, and none that only sends hits. */
function serveOnArrival(server: Server, unanswered: Unanswered, hits: HitRoute): void {
  const [listener] = server.listeners('connection');
  const serve = (socket: Socket) => listener?.call(server, socket);
  const hitConnections = new HitConnections({ ...hits, serve, keepAlive: TIMEOUTS.keepAlive });
  const arrivals = new Arrivals({
    takeHits: (socket, bytes) => hitConnections.add(socket, bytes),
    serve,
    refuse: (socket, status) => unanswered.add(socket, status),
    timeouts: TIMEOUTS,
    longest: LONGEST_HEAD,
  });
  server.removeAllListeners('connection').on('connection', socket => arrivals.add(socket));
  server.on('request', request => arrivals.began(request));
  server.closeIdleConnections = () => {
    arrivals.close(false);
    hitConnections.close(false);
    Server.prototype.closeIdleConnections.call(server);
  };
  server.closeAllConnections = () => {
    arrivals.close(true);
    hitConnections.close(true);
    Server.prototype.closeAllConnections.call(server);
  };
}

/**
 * Returns the target without its scheme and host, which clients that are set up for a proxy send too. HTTP gives that
 * host precedence over the Host header.
 */
function pathForm({ url = '/', headers }: IncomingMessage): string {
  if (url.startsWith('/')) return url;
  const [origin, host] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  if (origin === undefined) return url;
  headers.host = host ?? '';
  const path = url.slice(origin.length);
  return path.startsWith('/') ? path : `/${path}`;
}

/** Returns the URL as the client meant it that joined a base URL ending in a slash with a path beginning with one. */
function singleSlashed(url: string): string {
  const path = pathOf(url);
  if (!path.startsWith('/') || !path.includes('//')) return url;
  return path.replace(/\/{2,}/g, '/') + url.slice(path.length);
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

interface PortOptions {
  readonly host: string;
  readonly port: number;
  readonly sharedPort: number | null;
}

/** The ports of a gateway. */
export interface Ports {
  /** The port that is this gateway's alone. */
  readonly own: number;
  /** Opens the port that it shares with other gateways, if there is one. Rejects with the error of the system. */
  share(): Promise<void>;
  /** Accepts no more connections; resolves when the last one is closed. */
  close(): Promise<void>;
}

/** Lets the server listen on its own port, and on the shared one once `share` is called. Rejects with the error of the system. */
export async function openPorts(server: Server, { host, port, sharedPort }: PortOptions): Promise<Ports> {
  await listen(server, { host, port, backlog: BACKLOG });
  // One server handles both, so that its limits and its end hold for every connection.
  const shared = createNetServer({ allowHalfOpen: true, noDelay: true }, socket => server.emit('connection', socket));
  return {
    own: (server.address() as AddressInfo).port,
    async share() {
      if (sharedPort !== null) await listen(shared, { host, port: sharedPort, reusePort: true, backlog: BACKLOG });
    },
    close: async () => void (await Promise.all([server, shared].map(close))),
  };
}

/** Returns a port of `host` that nothing listens on now. Rejects with the error of the system. */
export async function freePort(host: string): Promise<number> {
  const server = createNetServer();
  await listen(server, { host, port: 0 });
  const { port } = server.address() as AddressInfo;
  await close(server);
  return port;
}

function listen(server: NetServer, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => server.once('error', reject).listen(options, resolve));
}

function close(server: NetServer): Promise<void> {
  return new Promise(resolve => server.close(() => resolve()));
}
