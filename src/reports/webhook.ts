import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { type Resolve, safeAddress } from './webhook-address.ts';

/** A call as it goes out. */
export interface WebhookCall {
  readonly url: string;
  readonly secret: string;
  /** The same at every attempt, so that the receiver can tell a repeat. */
  readonly id: string;
  readonly body: string;
}

export interface WebhookOptions {
  /** Addresses and CIDR ranges that may be called though they are not public. */
  readonly allowed: readonly string[];
  readonly signal: AbortSignal;
  /** Milliseconds since 1970, UTC; part of what is signed. */
  readonly now: number;
  readonly resolve?: Resolve;
  /** Milliseconds that the whole call may take. */
  readonly patience?: number;
}

/** The call was not taken. `isFinal` says that it never will be. */
export class WebhookFault extends Error {
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

const PATIENCE = 10_000;

/** `t=SECONDS,v1=HEX`: HMAC-SHA256 with the secret over the seconds, a dot and the body; the time keeps old calls from being replayed. */
export function signature(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** Makes one POST to the address that was found allowed, follows no redirect, and answers the status. Throws WebhookFault for all but 2xx, or ForbiddenAddress. */
export async function callWebhook(call: WebhookCall, options: WebhookOptions): Promise<number> {
  const url = new URL(call.url);
  const address = await safeAddress(url.hostname, options.allowed, options.resolve);
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.patience ?? PATIENCE)]);
  const status = await post(url, address, call, Math.floor(options.now / 1000), signal);
  if (status >= 200 && status < 300) return status;
  throw new WebhookFault(`The webhook answered ${status}.`, status === 410);
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
      // Whatever the name says by now: the connection goes to the address that was looked at.
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
      // Its body may be endless, and nobody reads it.
      response.destroy();
    });
    request.once('error', reject);
    request.end(body);
  });
}
