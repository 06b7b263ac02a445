import type { Malformed } from '../collect/parse.ts';
import type { Outcome } from '../collect/raw-hit.ts';

/** A response of the collector. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Without the resource policy, a page that isolates itself (COEP) could load neither the pixel nor any response. */
export const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Footfall-Dropped, X-Footfall-Notice',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

const ACCEPTED: Answer = { status: 202, headers: { ...CORS, 'Content-Length': '0' }, body: '' };

export function jsonAnswer(status: number, content: object, headers: Readonly<Record<string, string>> = {}): Answer {
  const body = JSON.stringify(content);
  return {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'X-Content-Type-Options': 'nosniff',
      ...CORS,
      ...headers,
    },
    body,
  };
}

/** Returns the response to a single hit. */
export function answerTo(outcome: Outcome): Answer {
  if (outcome.status === 'accepted') {
    // All but a few answers are the same object, whose text is kept.
    const { notice } = outcome;
    return notice === undefined
      ? ACCEPTED
      : { ...ACCEPTED, headers: { ...ACCEPTED.headers, 'X-Footfall-Notice': notice } };
  }
  if (outcome.status === 'rejected') return jsonAnswer(422, invalid(outcome));
  const dropped = { 'X-Footfall-Dropped': outcome.reason };
  return outcome.reason === 'rate_limited'
    ? jsonAnswer(
        429,
        { message: 'Too many hits from this address in this minute.' },
        { ...dropped, 'Retry-After': '60' },
      )
    : { ...ACCEPTED, headers: { ...ACCEPTED.headers, ...dropped } };
}

/** Returns the body of a response to a batch. */
export function summary(outcomes: readonly Outcome[]): object {
  const counts = { accepted: 0, dropped: 0, rejected: 0 };
  const results = outcomes.map((outcome, index) => {
    const { status } = outcome;
    counts[status]++;
    if (status !== 'accepted') return { index, status, reason: outcome.reason };
    return outcome.notice === undefined ? { index, status } : { index, status, notice: outcome.notice };
  });
  return { ...counts, results };
}

export function invalid({ field, reason }: Malformed): object {
  return { message: reason, errors: { [field]: [reason] } };
}
