import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isObject } from '../../../domain/unknown.ts';
import { AppError } from '../../../errors.ts';
import { FileFault } from '../../fault.ts';
import { readJson } from '../../readers/json.ts';
import { type Fields, textOf } from './visit.ts';

/** A website of a Matomo, and who asks for it. */
export interface MatomoSite {
  /** The address of Matomo, such as `https://matomo.example/`. */
  readonly url: URL;
  readonly site: number;
  readonly token: string;
  readonly signal?: AbortSignal;
  /** Milliseconds to wait before each further try. */
  readonly waits?: readonly number[];
}

/** One page of the visits of a day. */
export interface VisitsPage {
  /** `2026-01-31`, in the time zone of the website in Matomo. */
  readonly date: string;
  readonly offset: number;
}

/** Visits of a page: as many as a Matomo with little memory can write at once. */
const MOST = 500;
const TIMEOUT = 300_000;
const WAITS = [2_000, 10_000, 60_000];
const RUNNING_OUT = /^(?:AbortError|TimeoutError)$/;

/** Thrown for an answer after which another try can help. */
class Passing extends AppError {}

/**
 * Yields the visits of a page, the oldest first; `begin` is called before each try, because a try can end in the middle.
 * Throws UNAVAILABLE with a sentence that never has the token.
 */
export async function* askVisits(
  site: MatomoSite,
  page: VisitsPage,
  begin: () => Promise<void>,
): AsyncGenerator<readonly Fields[]> {
  const waits = site.waits ?? WAITS;
  for (let tried = 0; ; tried++) {
    await begin();
    try {
      yield* answerOf(site, page);
      return;
    } catch (error) {
      site.signal?.throwIfAborted();
      const wait = waits[tried];
      if (!(error instanceof Passing) || wait === undefined) throw error;
      await new Promise(resolve => setTimeout(resolve, wait));
    }
  }
}

async function* answerOf(site: MatomoSite, page: VisitsPage): AsyncGenerator<readonly Fields[]> {
  const name = site.url.host;
  const body = await answerTo(site, page);
  try {
    for await (const parts of readJson({ name, read: () => body })) yield parts.map(part => visitIn(name, part));
  } catch (cause) {
    if (cause instanceof AppError || site.signal?.aborted) throw cause;
    if (cause instanceof FileFault)
      throw new Passing('UNAVAILABLE', `${name} answers with JSON that is cut off or damaged.`);
    throw new Passing('UNAVAILABLE', `${name} ended its answer early (${reasonOf(cause)}).`);
  }
}

async function answerTo({ url, site, token, signal }: MatomoSite, { date, offset }: VisitsPage) {
  const name = url.host;
  const body = new URLSearchParams({
    ...{ module: 'API', method: 'Live.getLastVisitsDetails', format: 'JSON', token_auth: token },
    ...{ idSite: String(site), period: 'day', date, doNotFetchActions: '0' },
    ...{ filter_limit: String(MOST), filter_offset: String(offset), filter_sort_order: 'asc' },
  });
  const timeout = AbortSignal.timeout(TIMEOUT);
  const response = await posted(
    endpointOf(url),
    body.toString(),
    signal ? AbortSignal.any([signal, timeout]) : timeout,
  ).catch(cause => {
    if (signal?.aborted) throw cause;
    throw new Passing('UNAVAILABLE', `${name} cannot be reached (${reasonOf(cause)}).`);
  });
  const { statusCode: status = 0, headers } = response;
  if (status !== 200) response.destroy();
  if (status >= 300 && status < 400)
    throw refusal(`${name} sends on to ${textAt(headers.location)}; name that address.`);
  if (status === 401 || status === 403)
    throw refusal(`${name} refuses the token (${status}); create one for a user who may view website ${site}.`);
  if (status === 429 || status >= 500)
    throw new Passing('UNAVAILABLE', `${name} answers with ${status}; try again later, it goes on where it was.`);
  if (status !== 200)
    throw refusal(`${name} answers with ${status}; check that the address is that of Matomo, with its path.`);
  return headers['content-encoding'] === 'gzip' ? pipeline(response, createGunzip(), () => {}) : response;
}

/**
 * Sends a form and returns the answer, without following it to another host, which must not get the token. The parser of
 * fetch cannot be paused: it ends the process when a server closes the connection before all has been read.
 */
async function posted(url: URL, body: string, signal: AbortSignal): Promise<IncomingMessage> {
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Accept-Encoding': 'gzip',
    'User-Agent': 'Footfall',
  };
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(url, { method: 'POST', headers, signal });
  // A connection can break at any time; once there is a response, reading that fails.
  request.on('error', () => {});
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

function visitIn(name: string, { value, fault }: { readonly value: unknown; readonly fault?: string }): Fields {
  if (fault !== undefined || !isObject(value))
    throw refusal(
      `${name} answers with something else than JSON; check that the address is that of Matomo, with its path.`,
    );
  if (value.result === 'error') throw refusal(`${name} says: ${textOf(value, 'message').slice(0, 500)}`);
  return value;
}

function endpointOf(url: URL): URL {
  const { pathname } = url;
  const path = pathname.endsWith('.php') ? pathname : `${pathname.replace(/\/+$/, '')}/index.php`;
  return new URL(path, url);
}

/** Returns an address without what could be secret in it. */
function textAt(location: string | undefined): string {
  return (location ?? 'nowhere').replace(/[?#].*$/s, '').slice(0, 200);
}

function refusal(message: string): AppError {
  return new AppError('UNAVAILABLE', message);
}

function reasonOf(error: unknown): string {
  const { name, message, code } = error as Error & { code?: string };
  return RUNNING_OUT.test(name) ? 'it took too long' : (code ?? message);
}
