/** A request as a line of a log has it; what the log does not say is an empty text. */
export interface LoggedRequest {
  /** Milliseconds since 1970, UTC. */
  readonly time: number;
  /** The client: an address, or the name of its host. */
  readonly client: string;
  readonly method: string;
  readonly status: number;
  readonly host: string;
  /** A path with its query as it was sent, or an absolute URL. */
  readonly target: string;
  readonly referrer: string;
  /** Null if the log has no user agents. */
  readonly agent: string | null;
  /** The content type of the response. */
  readonly type: string;
}

/** Returns a request, why the line cannot be read, or null for a line that is none, such as a head. */
export type ReadLine = (line: string) => LoggedRequest | string | null;

/** A format of access logs. */
export interface LogFormat {
  readonly name: string;
  /**
   * Returns a reader of lines, which may depend on the lines before; `sample` are the first lines of the file, and `zone` is that of
   * times without an offset.
   */
  open(sample: readonly string[], zone: string): ReadLine;
}

const PRIVATE = /^(?:10\.|127\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd][0-9a-f]{2}:|fe80:)/i;

/** Returns the client, or if it is a proxy of the own network, whom that names in X-Forwarded-For. */
export function clientOf(client: string, forwarded: string): string {
  if (forwarded === '' || !PRIVATE.test(client)) return client;
  // Some proxies name the port, too.
  const addresses = forwarded.split(',').map(address => address.trim().replace(/^([\d.]+):\d+$/, '$1'));
  return addresses.find(address => address !== '' && address !== 'unknown') ?? client;
}

/** Returns a cell without the `-` that stands for nothing. */
export function cellOf(text: string | undefined): string {
  return text === undefined || text === '-' ? '' : text;
}

/** Divides a request such as `GET /path HTTP/1.1`; both parts are empty for anything else. */
export function readRequestLine(text: string): { readonly method: string; readonly target: string } {
  const start = text.indexOf(' ');
  if (start <= 0) return { method: '', target: '' };
  const end = text.lastIndexOf(' HTTP/');
  return { method: text.slice(0, start), target: text.slice(start + 1, end > start ? end : text.length) };
}
