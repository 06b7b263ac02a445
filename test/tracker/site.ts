import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { bundleTracker } from '../../src/tracker/build.ts';

/** A request to the collector, as received. */
export interface Arrival {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Body;
}

export interface Body {
  readonly page?: string;
  readonly referrer?: string;
  readonly screen_resolution?: string;
  readonly id?: string;
  readonly event?: {
    readonly name?: unknown;
    readonly value?: unknown;
    readonly unit?: unknown;
    readonly props?: unknown;
    readonly interactive?: unknown;
  };
  readonly props?: unknown;
  readonly engagement?: number;
  readonly depth?: number;
}

/** The requests that the pages of a profile have sent, as the browser reports them. */
const sent = new WeakMap<BrowserContext, Request[]>();

export interface Site {
  /** Returns the URL of a path on a host; the browser resolves every host to this server. */
  at(host: string, path?: string): string;
  /** Sets the response of a path; all other paths return an empty page with the plain snippet. */
  serve(path: string, html: string, headers?: Record<string, string>): void;
  /** Returns the snippet as on real websites, with extra attributes if given. */
  snippet(attributes?: string): string;
  /** All requests to the collector, in order of arrival. */
  readonly arrivals: Arrival[];
  /** Waits for this many matching messages, and returns their bodies. */
  hear(count: number, fits?: (body: Body) => boolean): Promise<Body[]>;
  /** Waits until everything the page has sent so far has arrived, and returns all bodies in the order of sending. */
  hearAll(page: Page): Promise<Body[]>;
  close(): Promise<void>;
}

export const isPageview = (body: Body): boolean => body.event === undefined && body.engagement === undefined;
export const isEvent = (body: Body): boolean => body.event !== undefined;
export const isEngagement = (body: Body): boolean => body.engagement !== undefined;

let bundle: Promise<string> | undefined;

/**
 * Websites and their collector in one server: it serves pages and the current tracker, and keeps every POST. Each test
 * needs its own, since a page open for a second sends its engagement when it closes, maybe during the next test.
 */
export async function openSite(): Promise<Site> {
  bundle ??= bundleTracker();
  const script = await bundle;
  const pages = new Map<string, { html: string; headers: Record<string, string> }>();
  const arrivals: Arrival[] = [];

  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://any').pathname;
    if (request.method !== 'GET') {
      let text = '';
      try {
        for await (const chunk of request.setEncoding('utf8')) text += chunk;
      } catch {
        return; // The page or the site has been closed.
      }
      const { method = '', url = '', headers } = request;
      arrivals.push({ method, url, headers, body: text === '' ? {} : JSON.parse(text) });
      response.writeHead(202, path === '/closed' ? {} : { 'access-control-allow-origin': '*' }).end();
    } else if (path.endsWith('.js')) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }).end(script);
    } else {
      const { html, headers } = pages.get(path) ?? { html: site.snippet(), headers: {} };
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
      response.end(`<!doctype html><title>${path}</title><link rel="icon" href="data:,"><body>${html}</body>`);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const site: Site = {
    arrivals,
    at: (host, path = '/') => `http://${host}:${port}${path}`,
    serve: (path, html, headers = {}) => void pages.set(path, { html, headers }),
    snippet: (attributes = 'data-dnt="false"') => {
      const host = site.at('stats.test', '');
      return `<script data-host="${host}" ${attributes} src="${host}/js/script.js" id="ZwSg9rf6GA" async defer></script>`;
    },
    async hear(count, fits = () => true) {
      const deadline = Date.now() + 100_000;
      for (;;) {
        const heard = arrivals.map(arrival => arrival.body).filter(fits);
        if (heard.length >= count) return heard;
        if (Date.now() > deadline) {
          throw new Error(`The collector waited for ${count} messages and got ${JSON.stringify(arrivals, null, 1)}.`);
        }
        await new Promise(resolve => setTimeout(resolve, 20));
      }
    },
    async hearAll(page) {
      await page.evaluate(async url => {
        // A click is sent by a timer.
        await new Promise(resolve => setTimeout(resolve));
        await fetch(url, { method: 'POST', mode: 'no-cors', body: '{"page":"the last"}' });
      }, site.at('stats.test'));
      // The request may have overtaken others on separate connections.
      const requests = sent.get(page.context())?.filter(request => new URL(request.url()).port === String(port)) ?? [];
      await site.hear(requests.length);
      // A frame is a separate process; the browser may report its requests later.
      await new Promise(resolve => setTimeout(resolve, 100));
      const ids = requests.map(request => (request.postDataJSON() as Body | null)?.id);
      const bodies = arrivals.map(arrival => arrival.body).filter(body => body.page !== 'the last');
      return bodies.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return site;
}

/**
 * A page in its own browser profile, and the list of the errors in its console. Wait for the URL of a page that follows
 * a link before the test ends: closing a page during navigation may never return.
 */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
  const requests: Request[] = [];
  sent.set(context, requests);
  context.on('request', request => request.method() === 'POST' && requests.push(request));
  const page = await context.newPage();
  return { page, complaints: complaintsOf(page) };
}

const shared = new WeakMap<Browser, Page>();

/** The same in a profile shared by a test file (a new one takes half a second); for tests that leave nothing behind. */
export async function sharedPage(browser: Browser): Promise<{ page: Page; complaints: string[] }> {
  const page = shared.get(browser) ?? (await openPage(browser)).page;
  shared.set(browser, page);
  return { page, complaints: complaintsOf(page) };
}

/** Closes everything that a test has opened. */
export async function closePages(browser: Browser): Promise<void> {
  const kept = shared.get(browser);
  kept?.removeAllListeners();
  const others = browser.contexts().filter(context => context !== kept?.context());
  await Promise.all([kept?.goto('about:blank'), ...others.map(context => context.close())]);
}

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', error => complaints.push(String(error)));
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  return complaints;
}

/** Returns the page paths of messages, such as `/a?b`, in order. */
export function pathsOf(bodies: readonly Body[]): string[] {
  return bodies.map(({ page = '' }) => page.replace(/^\w+:\/\/[^/]+/, ''));
}
