import { timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Metrics } from './metrics.ts';

/** One condition for the service to be ready; `check` rejects or resolves to false if it is not met. */
export interface ReadinessCheck {
  readonly name: string;
  readonly check: () => Promise<boolean>;
  /** Returns the reason in a sentence that is safe to show to anyone; null if there is nothing to add. */
  readonly reason?: () => string | null;
}

export interface HealthEndpoints {
  healthz(response: ServerResponse): void;
  readyz(response: ServerResponse): void;
  metrics(request: IncomingMessage, response: ServerResponse): void;
}

const CHECK_TIMEOUT = 3_000;
const LEAST_DISK = 64 * 1024 * 1024;

export function createHealthEndpoints(options: {
  checks: readonly ReadinessCheck[];
  metrics: Metrics;
  metricsToken: string | null;
}): HealthEndpoints {
  const { checks, metrics, metricsToken } = options;

  async function ready(response: ServerResponse): Promise<void> {
    const results = await Promise.all(checks.map(async ({ name, check }) => [name, await within(check())] as const));
    const isReady = results.every(([, right]) => right);
    const wrong = checks.filter(({ name }) => results.some(([each, right]) => each === name && !right));
    const reason = wrong.map(({ reason }) => reason?.()).find(said => typeof said === 'string');
    answerJson(response, isReady ? 200 : 503, {
      status: isReady ? 'ready' : 'not ready',
      ...(reason === undefined ? {} : { reason }),
      checks: Object.fromEntries(results),
    });
  }

  async function answerMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!mayRead(request, metricsToken))
      return answerJson(response, 403, {
        message: 'Metrics are open only to this machine; set METRICS_TOKEN and send it as a Bearer token.',
      });
    const text = await metrics.registry.metrics();
    response.writeHead(200, { 'Content-Type': metrics.registry.contentType });
    response.end(text);
  }

  return {
    healthz: response => answerJson(response, 200, { status: 'ok' }),
    readyz: response => void ready(response),
    metrics: (request, response) => void answerMetrics(request, response),
  };
}

/** Resolves to true if the disk of `folder` has room for hits. */
export async function hasDiskSpace(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize > LEAST_DISK;
}

async function within(check: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>(resolve => {
    timer = setTimeout(resolve, CHECK_TIMEOUT, false);
  });
  try {
    return await Promise.race([check.catch(() => false), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Headers that proxies add; a proxy that adds none of them cannot be told apart from a program on this machine. */
const FORWARDED = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
] as const;

/** Without a token, only this machine may read the metrics, and not through a proxy on it. */
function mayRead(request: IncomingMessage, token: string | null): boolean {
  if (token !== null) {
    const given = Buffer.from(request.headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${token}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return (
    FORWARDED.every(name => request.headers[name] === undefined) &&
    (address === '::1' || (isIP(address) === 4 && address.startsWith('127.')))
  );
}

function answerJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  response.end(text);
}
