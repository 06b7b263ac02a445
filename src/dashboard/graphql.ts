import { base } from './base.ts';

/** An operation with the types of its answer and its variables. */
interface Operation<Answer, Variables> {
  toString(): string;
  __apiType?: ((variables: Variables) => Answer) | undefined;
}

/** What the server refused, or could not be asked. */
export class AskError extends Error {
  /** A code of the API, or OFFLINE when there was no answer at all. */
  readonly code: string;
  /** What is wrong with which argument; each text a whole sentence. */
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

/** Milliseconds, and up to as many more, so that not all readers come back at once. */
const AGAIN_AFTER = 5_000;

/** Runs an operation; rejects with AskError for the first thing that went wrong, and with AbortError when `signal` says so. */
export async function ask<Answer, Variables>(
  operation: Operation<Answer, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: operation.toString().replace(/\s+/g, ' '), variables }),
    ...(signal ? { signal } : {}),
  }).catch(error => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new AskError('OFFLINE', 'There was no answer. Check the connection and try again.');
  });
  const { data, errors }: Wire = await response.json().catch(() => ({}));
  const [error] = errors ?? [];
  if (error) throw new AskError(error.extensions?.code ?? 'INTERNAL', error.message, error.extensions?.fields);
  if (!data) throw new AskError('OFFLINE', `The answer could not be read (status ${response.status}). Try again.`);
  return data as Answer;
}

/** Follows a subscription until the returned function is called, through whatever interrupts it. */
export function follow<Answer, Variables>(
  operation: Operation<Answer, Variables>,
  variables: Variables,
  hear: (answer: Answer) => void,
): () => void {
  const query = new URLSearchParams({
    query: operation.toString().replace(/\s+/g, ' '),
    variables: JSON.stringify(variables),
  });
  let source: EventSource;
  let again: ReturnType<typeof setTimeout>;
  const open = () => {
    source = new EventSource(`${base}/graphql?${query}`);
    source.addEventListener('next', event => {
      const { data } = JSON.parse((event as MessageEvent<string>).data) as Wire;
      if (data) hear(data as Answer);
    });
    source.addEventListener('complete', () => source.close());
    source.addEventListener('error', () => {
      // The browser connects again by itself, but not after an answer that was refused.
      if (source.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_AFTER * (1 + Math.random()));
    });
  };
  open();
  return () => {
    clearTimeout(again);
    source.close();
  };
}
