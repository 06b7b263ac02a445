import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a Matomo answers instead of visits, once. */
export type MatomoFault =
  | 'closed'
  | 'cut off'
  | 'denied'
  | 'error'
  | 'html'
  | 'redirect'
  | 'same again'
  | 'silent'
  | 'too busy';

export interface FakeMatomo {
  readonly url: URL;
  /** The pages that it was asked for, such as `2026-01-31+500`. */
  readonly asked: string[];
  /** The faults of the next answers; null for visits. */
  readonly faults: (MatomoFault | null)[];
  stop(): Promise<void>;
}

export const MATOMO_TOKEN = '0123456789abcdef0123456789abcdef';
const ERROR = { result: 'error', message: "You can't access this resource as it requires 'view' access." };

const ANSWERS: Readonly<Record<MatomoFault, (response: ServerResponse) => void>> = {
  // More than is read at once, and without a length, so that it ends where the connection does.
  closed: response =>
    void response.socket?.end(
      `HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[${'{"idVisit":"1","actionDetails":[]},'.repeat(20_000)}`,
    ),
  'cut off': response => response.end('[{"idVisit":"1","actionDetails":[]},{"idVi'),
  denied: response => response.writeHead(403).end('no'),
  error: response => response.end(JSON.stringify(ERROR)),
  html: response =>
    response.setHeader('Content-Type', 'text/html').end('<!DOCTYPE html>\n<html><body>Sign in</body></html>'),
  redirect: response => response.writeHead(302, { Location: 'https://other.example/?token_auth=x' }).end(),
  'same again': response => response.end('[{"idVisit":"1","actionDetails":[]}]'),
  silent: response => void response.destroy(),
  'too busy': response => response.writeHead(503).end(),
};

/** Starts a server that answers Live.getLastVisitsDetails of website 3 by the day, in pages of at most `most` visits. */
export async function startMatomo(visits: Readonly<Record<string, readonly object[]>>, most = 2): Promise<FakeMatomo> {
  const asked: string[] = [];
  const faults: (MatomoFault | null)[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const asks = new URLSearchParams(body);
    const field = (name: string) => asks.get(name) ?? '';
    asked.push(`${field('date')}+${field('filter_offset')}`);
    const fault = faults.shift() ?? null;
    if (fault) return ANSWERS[fault](response);
    const isRight =
      request.url === '/stats/index.php' &&
      request.method === 'POST' &&
      field('method') === 'Live.getLastVisitsDetails';
    const isAllowed = field('token_auth') === MATOMO_TOKEN && field('idSite') === '3' && field('period') === 'day';
    if (!isRight || !isAllowed) return ANSWERS[isRight ? 'error' : 'html'](response);
    const limit = Math.min(most, Number(field('filter_limit')));
    const ofDay = [...(visits[field('date')] ?? [])];
    if (field('filter_sort_order') !== 'asc') ofDay.reverse();
    const offset = Number(field('filter_offset'));
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(ofDay.slice(offset, offset + limit)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/stats/`),
    asked,
    faults,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
