import type { MessageKey } from '../messages/keys.ts';
import { base } from './base.ts';
import { language, t } from './messages.ts';
import { queryName, textOf } from './operation-text.ts';

/** An operation with the types of its result and its variables. */
export interface Operation<Answer, Variables> {
  toString(): string;
  __apiType?: ((variables: Variables) => Answer) | undefined;
}

/** A request that the server refused or that did not reach it. */
export class AskError extends Error {
  /** An error code of the API, or OFFLINE without a readable response. */
  readonly code: string;
  /** Argument -> its errors, each a whole sentence. */
  readonly fields: Readonly<Record<string, readonly string[]>>;

  constructor(code: string, message: string, fields: Readonly<Record<string, readonly string[]>> = {}) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

interface Wire {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string; readonly fields?: Record<string, readonly string[]> };
  }[];
}

/** Error code -> what readers can do about it, which the API's sentence does not say. */
const OWN_WORDS: Readonly<Record<string, MessageKey>> = {
  UNAUTHENTICATED: 'error.signedOut',
  NOT_FOUND: 'error.gone',
};

/** Query name -> id; the build computes them. */
declare const __QUERIES__: Readonly<Record<string, string>>;

/** Proxies can refuse longer URLs. */
const LONGEST_URL = 4_000;
/** Milliseconds before a reconnect; up to as many again are added, so that readers do not all reconnect at once. */
const AGAIN_AFTER = 5_000;
/** The same after the server has refused. */
const REFUSED_FOR = 30_000;

/** Runs an operation and returns its data. Throws AskError for the first error, and AbortError when `signal` aborts. */
export async function ask<Answer, Variables>(
  operation: Operation<Answer, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await send(textOf(operation), variables, signal ?? null).catch(error => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new AskError('OFFLINE', t('error.offline'));
  });
  const { data, errors }: Wire = await response.json().catch(() => ({}));
  const [error] = errors ?? [];
  if (error) {
    const { code = 'INTERNAL', fields } = error.extensions ?? {};
    throw new AskError(code, OWN_WORDS[code] ? t(OWN_WORDS[code]) : error.message, fields);
  }
  if (!data) throw new AskError('OFFLINE', t('error.unreadable', { status: String(response.status) }));
  return data as Answer;
}

/**
 * Sends a query by id and GET, so that the browser can cache the response and revalidate it by its ETag. A server of
 * another release does not know the id; it gets the text.
 */
async function send(query: string, variables: unknown, signal: AbortSignal | null): Promise<Response> {
  const documentId = __QUERIES__[queryName(query) ?? ''];
  if (documentId) {
    const search = new URLSearchParams({ documentId, variables: JSON.stringify(variables) });
    const url = worded(`${base}/graphql?${search}`);
    const response = url.length <= LONGEST_URL ? await fetch(url, { signal }) : null;
    if (response && response.status !== 400) return response;
  }
  return fetch(worded(`${base}/graphql`), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables }),
    signal,
  });
}

/** Returns the URL with the language of the server's errors and of the labels that it searches; without one, both are English. */
export function worded(url: string): string {
  return language === 'en' ? url : `${url}${url.includes('?') ? '&' : '?'}lang=${language}`;
}

/**
 * Follows a subscription, reconnecting after interruptions and when it ends, until the returned function is called.
 * `refused` hears the error of a server that does not answer it, and nothing if it is out of reach; it is asked again.
 */
export function follow<Answer, Variables>(
  operation: Operation<Answer, Variables>,
  variables: Variables,
  hear: (answer: Answer) => void,
  refused: (message?: string) => void = () => undefined,
): () => void {
  const query = new URLSearchParams({
    query: textOf(operation),
    variables: JSON.stringify(variables),
  });
  let source: EventSource;
  let again: ReturnType<typeof setTimeout>;
  const open = () => {
    let pause = AGAIN_AFTER;
    const close = () => {
      source.close();
      again = setTimeout(open, pause * (1 + Math.random()));
    };
    source = new EventSource(worded(`${base}/graphql?${query}`));
    source.addEventListener('next', event => {
      const { data, errors } = JSON.parse((event as MessageEvent<string>).data) as Wire;
      if (data) return hear(data as Answer);
      pause = REFUSED_FOR;
      refused(errors?.[0]?.message ?? '');
    });
    source.addEventListener('complete', close);
    source.addEventListener('error', () => {
      refused();
      // The browser reconnects on its own, but not after an error response.
      if (source.readyState === EventSource.CLOSED) close();
    });
  };
  open();
  return () => {
    clearTimeout(again);
    source.close();
  };
}
