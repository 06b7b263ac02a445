import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { type Resolve, safeAddress } from './webhook-address.ts';

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

const PATIENCE = 10_000;

/** Returns `t=SECONDS,v1=HEX`, the HMAC-SHA256 of the seconds, a dot and the body; the time prevents replays. */
export function signature(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** Sends one POST, without redirects, and returns the status. Throws ForbiddenAddress, and WebhookFault unless 2xx. */
export async function callWebhook(call: WebhookCall, options: WebhookOptions): Promise<number> {
  const url = new URL(call.url);
  const address = await safeAddress(url.hostname, options.allowed, options.resolve);
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.patience ?? PATIENCE)]);
  const status = await post(url, address, call, Math.floor(options.now / 1000), signal);
  if (status >= 200 && status < 300) return status;
  throw new WebhookFault(`The webhook returned ${status}.`, status === 410);
}

function post(
  url: URL,
  address: string,
  { id, secret, body }: WebhookCall,
  seconds: number,
  signal: AbortSignal,
): Promise<number> {
  const family = isIP(address);
  return new Promise((resolve, reject) => {
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
    request.once('response', response => {
      resolve(response.statusCode ?? 0);
      // The body can be endless, and it is not needed.
      response.destroy();
    });
    request.once('error', reject);
    request.end(body);
  });
}
