import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { bundleTracker } from '../../src/tracker/build.ts';

/** A request that a browser sent to the collector, as it came. */
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
  readonly event?: { readonly name?: unknown; readonly value?: unknown; readonly unit?: unknown };
  readonly engagement?: number;
}

/** What the pages of a profile have sent, as its browser tells it. */
const sent = new WeakMap<BrowserContext, Request[]>();

export interface Site {
  /** The address of a path on a host; the browser finds every host here. */
  at(host: string, path?: string): string;
  /** What a path answers from now on; other paths answer an empty page that carries the plain snippet. */
  serve(path: string, html: string, headers?: Record<string, string>): void;
  /** The snippet as websites carry it, with more attributes if given. */
  snippet(attributes?: string): string;
  /** All that came to the collector, in the order of arrival. */
  readonly arrivals: Arrival[];
  /** Waits up to twenty seconds for as many messages that fit, and gives their bodies. */
  hear(count: number, fits?: (body: Body) => boolean): Promise<Body[]>;
  /** Waits until what the page has sent by now must be here, and gives all bodies in the order in which they were sent. */
  hearAll(page: Page): Promise<Body[]>;
  close(): Promise<void>;
}

export const isPageview = (body: Body): boolean => body.event === undefined && body.engagement === undefined;
export const isEvent = (body: Body): boolean => body.event !== undefined;
export const isEngagement = (body: Body): boolean => body.engagement !== undefined;

let bundle: Promise<string> | undefined;

/**
 * Websites and their collector in one server: it serves pages and the tracker as it is now, and keeps every POST. Each test
 * needs its own, since a page that was open for a second says so when it is closed, maybe after the next test has begun.
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
        return; // Its page or the site was closed meanwhile.
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
      const deadline = Date.now() + 20_000;
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
      await page.evaluate(
        url => fetch(url, { method: 'POST', mode: 'no-cors', body: '{"page":"the last"}' }),
        site.at('stats.test'),
      );
      // It may have overtaken others, which take connections of their own.
      const requests = sent.get(page.context())?.filter(request => new URL(request.url()).port === String(port)) ?? [];
      await site.hear(requests.length);
      // A frame is another process, whose requests the browser may tell later.
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
 * A page of its own browser profile, and the list that takes whatever the page complains about in its console. Wait for
 * the URL of a page that follows a link before the test ends: closing one that is on its way may never come back.
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

/** The same in one profile for all tests of a file, since a new one takes half a second; for tests that leave nothing in it. */
export async function sharedPage(browser: Browser): Promise<{ page: Page; complaints: string[] }> {
  const page = shared.get(browser) ?? (await openPage(browser)).page;
  shared.set(browser, page);
  return { page, complaints: complaintsOf(page) };
}

/** Ends what a test has opened. */
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

/** The names of a page's paths, as in `/a?b`, of messages in their order. */
export function pathsOf(bodies: readonly Body[]): string[] {
  return bodies.map(({ page = '' }) => page.replace(/^\w+:\/\/[^/]+/, ''));
}
