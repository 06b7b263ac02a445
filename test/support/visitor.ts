/** A minimal HTTP client: it keeps cookies, posts forms and follows no redirects. */
export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Seen>;
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Seen>;
  /** Sends a GraphQL operation with the cookies, as our own pages do. */
  ask(query: string, variables?: object): Promise<{ data: never; errors?: { extensions: { code: string } }[] }>;
  readonly cookies: ReadonlyMap<string, string>;
  readonly origin: string;
}

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The target of a redirect; empty without one. */
  readonly location: string;
}

/** Returns a new visitor without cookies for the service at `origin`. */
export function openVisitor(origin: string): Visitor {
  const cookies = new Map<string, string>();
  async function send(path: string, init: RequestInit): Promise<Seen> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${origin}${path}`, {
      ...init,
      headers: { ...(cookie === '' ? {} : { Cookie: cookie }), ...(init.headers as Record<string, string>) },
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: response.headers.get('location') ?? '',
    };
  }
  return {
    cookies,
    origin,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, fields, headers = {}) =>
      send(path, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin, ...headers },
      }),
    async ask(query, variables = {}) {
      const body = JSON.stringify({ query, variables });
      const headers = { 'Content-Type': 'application/json', Origin: origin };
      return JSON.parse((await send('/graphql', { method: 'POST', body, headers })).text);
    },
  };
}
