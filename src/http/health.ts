import { timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { createMemory } from '../db/memory.ts';
import { within } from '../process/time-limit.ts';
import { sendJson } from './json.ts';
import type { Metrics } from './metrics.ts';

/** One condition for the service to be ready; `check` rejects or resolves to false if it is not met. */
export interface ReadinessCheck {
  readonly name: string;
  readonly check: () => Promise<boolean>;
  /** Returns the reason in a sentence that is safe to show to anyone; null if there is nothing to add. */
  readonly reason?: () => string | null;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

const CHECK_TIMEOUT = 3_000;
/** Less free space than this, in bytes, is a full disk. */
export const LEAST_DISK = 64 * 1024 * 1024;

export function createHealthEndpoints(options: {
  checks: readonly ReadinessCheck[];
  /** Returns sentences that are safe to show to anyone about what is wrong without making the service unready. */
  warnings?: () => readonly string[];
  metrics: Metrics;
  metricsToken: string | null;
  /** False until the service has begun to work; a result from before does not count afterwards. */
  begun?: () => boolean;
  /** Any clock in milliseconds. */
  clock?: () => number;
}) {
  const {
    checks,
    warnings = () => [],
    metrics,
    metricsToken,
    begun = () => true,
    clock = () => performance.now(),
  } = options;
  // Anyone may ask, and the checks write: they run once a second, however many ask.
  const memory = createMemory<Answer>();

  async function readiness(): Promise<Answer> {
    const results = await Promise.all(checks.map(async ({ name, check }) => [name, await passes(check())] as const));
    const isReady = results.every(([, right]) => right);
    const wrong = checks.filter(({ name }) => results.some(([each, right]) => each === name && !right));
    const reason = wrong.map(({ reason }) => reason?.()).find(said => typeof said === 'string');
    const body = {
      status: isReady ? 'ready' : 'not ready',
      ...(reason === undefined ? {} : { reason }),
      checks: Object.fromEntries(results),
      ...(warnings().length === 0 ? {} : { warnings: warnings() }),
    };
    return { status: isReady ? 200 : 503, body };
  }

  async function answerReadiness(response: ServerResponse): Promise<void> {
    const { status, body } = (await memory.recall(String(begun()), clock(), readiness))!;
    sendJson(response, status, body);
  }

  async function answerMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!mayRead(request, metricsToken))
      return sendJson(response, 403, {
        message:
          'Metrics are open only to this machine, at localhost or 127.0.0.1; set METRICS_TOKEN and send it as a Bearer token.',
      });
    const text = await metrics.registry.metrics();
    response.writeHead(200, { 'Content-Type': metrics.registry.contentType });
    response.end(text);
  }

  return {
    healthz: (response: ServerResponse) => sendJson(response, 200, { status: 'ok' }),
    readyz: (response: ServerResponse) => void answerReadiness(response),
    metrics: (request: IncomingMessage, response: ServerResponse) => void answerMetrics(request, response),
  };
}

/** Resolves to true if the disk of `folder` has room for hits. */
export async function hasDiskSpace(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize > LEAST_DISK;
}

async function passes(check: Promise<boolean>): Promise<boolean> {
  return (
    (await within(
      check.catch(() => false),
      CHECK_TIMEOUT,
    )) === true
  );
}

const FORWARDED = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
] as const;

/** The name by which a program on this machine calls it; a name from outside came through a proxy or DNS rebinding. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Without a token, only this machine may read the metrics, and not through a proxy on it. A proxy that adds no header,
 * sends the loopback address as Host and speaks HTTP/1.1 cannot be told apart from a program on this machine.
 */
function mayRead(request: IncomingMessage, token: string | null): boolean {
  if (token !== null) {
    const given = Buffer.from(request.headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${token}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return (
    LOOPBACK.test(request.headers.host ?? '') &&
    // nginx without settings speaks 1.0 to the service behind it.
    request.httpVersion !== '1.0' &&
    FORWARDED.every(name => request.headers[name] === undefined) &&
    (address === '::1' || (isIP(address) === 4 && address.startsWith('127.')))
  );
}
