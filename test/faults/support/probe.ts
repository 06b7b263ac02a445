import { KEY } from './gateway.ts';

/** The response to one request: its status (0 for none within the limit) and how long it took. */
export interface Probed {
  readonly status: number;
  readonly ms: number;
}

/** Milliseconds that a machine adds that is several times slower and does much else. */
export const SLOWNESS = 10_000;

/** The kinds of request that are made while something is wrong. */
export const PROBES = {
  healthz: url => ({ url: `${url}/healthz` }),
  readyz: url => ({ url: `${url}/readyz` }),
  list: url => ({ url: `${url}/api/v1/websites`, key: true }),
  statistics: url => ({ url: `${url}/api/v1/stats/1?name=page&from=2026-01-01&to=2026-12-31`, key: true }),
  write: url => ({ url: `${url}/api/v1/websites/1`, key: true, method: 'PATCH', body: { email: 0 } }),
  graphql: url => ({ url: `${url}/graphql`, key: true, method: 'POST', body: { query: '{ websites { total } }' } }),
} satisfies Record<string, (url: string) => Request>;

interface Request {
  readonly url: string;
  readonly key?: boolean;
  readonly method?: string;
  readonly body?: object;
}

export type ProbeName = keyof typeof PROBES;

/** Makes one request and waits at most `limit` ms for its complete response. GraphQL's UNAVAILABLE counts as 503. */
export async function probe(gateway: { readonly url: string }, name: ProbeName, limit: number): Promise<Probed> {
  const { url, key, method = 'GET', body }: Request = PROBES[name](gateway.url);
  const started = performance.now();
  let status = 0;
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...(key ? { Authorization: `Bearer ${KEY}` } : {}),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(limit),
    });
    const text = await response.text();
    status = name === 'graphql' && /"code":"UNAVAILABLE"/.test(text) ? 503 : response.status;
  } catch {
    // The response did not arrive in time, or not at all.
  }
  return { status, ms: Math.round(performance.now() - started) };
}

/** The response that a kind of request must get while something is wrong. */
export interface Expected {
  readonly status: number;
  /** Milliseconds within which every response must arrive. */
  readonly within: number;
  /** Milliseconds within which 95 % of the responses must arrive. */
  readonly usually?: number;
}

/**
 * Repeats each kind of request for `ms` milliseconds and returns a sentence for each response that was not as expected.
 */
export async function probeWhile(
  gateway: { readonly url: string },
  ms: number,
  expected: Partial<Record<ProbeName, Expected>>,
): Promise<{ broken: string[]; slowest: Record<string, number> }> {
  const until = performance.now() + ms;
  const sentences = new Set<string>();
  const slowest: Record<string, number> = {};
  await Promise.all(
    (Object.entries(expected) as [ProbeName, Expected][]).map(async ([name, { status, within, usually = within }]) => {
      const took: number[] = [];
      do {
        const answer = await probe(gateway, name, within);
        took.push(answer.ms);
        if (answer.status === 0) sentences.add(`A request to ${name} got no response within ${within} ms.`);
        else if (answer.status !== status) sentences.add(`A request to ${name} got ${answer.status}, not ${status}.`);
        await new Promise(resolve => setTimeout(resolve, 200));
      } while (performance.now() < until);
      took.sort((a, b) => a - b);
      slowest[name] = took.at(-1) ?? 0;
      const usual = took[Math.floor((took.length - 1) * 0.95)] ?? 0;
      if (usual > usually) sentences.add(`Responses to ${name} took ${usual} ms, but should take at most ${usually}.`);
    }),
  );
  return { broken: [...sentences], slowest };
}
