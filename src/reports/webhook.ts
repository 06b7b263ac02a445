import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { matchesIp, parseIpList } from '../domain/ip-addresses.ts';

/** Resolves a host name to IP addresses; only tests about name servers replace it. */
type Resolve = (host: string) => Promise<readonly string[]>;

/** One call of a webhook. */
export interface WebhookCall {
  readonly url: string;
  readonly secret: string;
  /** The same at every attempt, so that the receiver can recognize a repeat. */
  readonly id: string;
  readonly body: string;
}

export interface WebhookOptions {
  /** Non-public IP addresses and CIDR ranges that may be called. */
  readonly allowed: readonly string[];
  readonly signal: AbortSignal;
  /** Milliseconds since 1970, UTC; part of the signed text. */
  readonly now: number;
  readonly resolve?: Resolve;
  /** Milliseconds before the whole call times out. */
  readonly patience?: number;
}

/** Thrown when the webhook did not accept the call; `isFinal` when it never will. */
export class WebhookFault extends Error {
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** Thrown for a host that webhooks must not reach; their owners must not learn what an internal name resolves to. */
export class ForbiddenAddress extends WebhookFault {
  constructor(message: string) {
    super(message, true);
  }
}

const PATIENCE = 10_000;

const resolveHost: Resolve = async host => (await lookup(host, { all: true })).map(({ address }) => address);

/** Returns `t=SECONDS,v1=HEX`, the HMAC-SHA256 of the seconds, a dot and the body; the time prevents replays. */
function signature(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** Sends one POST, without redirects, and returns the status. Throws ForbiddenAddress, and WebhookFault unless 2xx. */
export async function callWebhook(call: WebhookCall, options: WebhookOptions): Promise<number> {
  const url = new URL(call.url);
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.patience ?? PATIENCE)]);
  const address = await until(safeAddress(url.hostname, options.allowed, options.resolve), signal);
  const status = await post(url, address, call, Math.floor(options.now / 1000), signal);
  if (status >= 200 && status < 300) return status;
  throw new WebhookFault(`The webhook returned ${status}.`, status === 410);
}

/** Settles like the work, or rejects when the signal aborts: the look-up of a name cannot be stopped. */
function until<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

async function post(
  url: URL,
  address: string,
  { id, secret, body }: WebhookCall,
  seconds: number,
  signal: AbortSignal,
): Promise<number> {
  const family = isIP(address);
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    agent: false,
    signal,
    // The connection goes to the checked address, even if the name points elsewhere by now.
    lookup: (_host, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family)),
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'Footfall',
      'Footfall-Delivery': id,
      'Footfall-Signature': signature(secret, seconds, body),
    },
  });
  // An error after the response would otherwise end the process.
  request.on('error', () => undefined);
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  // The body can be endless, and it is not needed.
  response.destroy();
  return response.statusCode ?? 0;
}

/**
 * Returns the IP address to connect to for a host. All addresses of the name have to be allowed, and the caller must
 * connect to the returned address, not to the name, which its owner could point elsewhere a moment later. `allowed` are
 * non-public addresses and CIDR ranges that the operator permits. Throws ForbiddenAddress.
 */
export async function safeAddress(
  host: string,
  allowed: readonly string[],
  resolve: Resolve = resolveHost,
): Promise<string> {
  const bare = withoutBrackets(host);
  const addresses = isIP(bare) ? [bare] : await resolve(bare);
  const [first] = addresses;
  if (first === undefined) throw new ForbiddenAddress(`The host ${bare} has no IP address.`);
  if (addresses.every(address => isAllowed(address, allowed))) return first;
  throw new ForbiddenAddress(
    `The host ${bare} has an IP address that is not public; the operator can allow it in WEBHOOK_ALLOW.`,
  );
}

/**
 * Returns whether a host is itself an IP address that webhooks must not reach, or a name for this machine; other names have
 * to be resolved first.
 */
export function isForbiddenAddress(host: string, allowed: readonly string[]): boolean {
  const bare = withoutBrackets(host);
  const isLocal = /(^|\.)localhost\.?$/i.test(bare);
  const addresses = isLocal ? ['127.0.0.1', '::1'] : isIP(bare) ? [bare] : [];
  return addresses.length > 0 && !addresses.some(address => isAllowed(address, allowed));
}

/** URLs have IPv6 addresses in brackets. */
function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

function isAllowed(address: string, allowed: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address mapped into IPv6 is checked as IPv4.
  const parsed = ipaddr.process(address);
  return isPublic(parsed) || isWithin(address, allowed);
}

/** Returns true for a public address. In IPv6 only 2000::/3 is assigned; unicast beyond it can hide an IPv4 address. */
function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || isWithin(address.toString(), ['2000::/3']));
}

function isWithin(address: string, ranges: readonly string[]): boolean {
  const parsed = parseIpList(ranges);
  return 'list' in parsed && matchesIp(parsed.list, address);
}
