import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { runBrowser } from './browser.ts';
import type { TestGateway } from './gateway.ts';
import type { EventStep, PageStep, Visit } from './shop-visits.ts';
import { VISITORS } from './shop-visits.ts';
import { until } from './until.ts';

/** A message of the tracker, as it arrived. */
interface Message {
  readonly who: string;
  /** Milliseconds since 1970, by the clock of the test. */
  readonly at: number;
  /** Why the collector dropped it; null if it counts. */
  readonly dropped: string | null;
  readonly body: {
    readonly id: string;
    readonly page: string;
    readonly screen_resolution: string;
    readonly event?: { readonly name: string };
    readonly engagement?: number;
    readonly depth?: number;
  };
}

/** A shop on its own server, in front of the gateway that counts it. */
export interface Shop {
  readonly messages: readonly Message[];
  /** The results of sending orders from the server. */
  readonly orders: readonly { readonly status: string; readonly reason?: string }[];
  /** Makes a visit in a browser whose clock, like that of the gateway, only moves while a page is read. */
  visit(browser: Browser, visit: Visit): Promise<void>;
  /** Makes a visit of one page in a browser of its own, with a tab that is in front of the page for a while. */
  visitBehindTab(path: string): Promise<void>;
  close(): Promise<void>;
}

/** The host of the shop, which the browsers resolve to this machine. */
export const HOST = 'shop.test';
const WINDOW = { width: 1000, height: 720 };
/** Ten windows high, so that a depth of 10 percent is that of a page that nobody scrolled. */
const HEIGHT = 7_200;
/** Milliseconds that the page of `visitBehindTab` is visible each time, and hidden in between. */
const SHOWN = 1_200;

export async function openShop(gateway: TestGateway, clock: { time: number }): Promise<Shop> {
  const messages: Message[] = [];
  const orders: { status: string; reason?: string }[] = [];
  const requests = { open: 0 };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://any');
    requests.open++;
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    if (url.pathname === '/js/script.js') {
      const script = await fetch(gateway.url + url.pathname);
      response.writeHead(script.status, { 'Content-Type': 'text/javascript' }).end(await script.text());
    } else if (url.pathname === '/api/event') {
      const body = JSON.parse(text) as Message['body'];
      // A page that is closed sends under the browser's real name, so its visitor is known by the screen.
      const who = nameBy('screen', body.screen_resolution);
      // A browser that leaves a page can send a message by both of its methods; the second has the same id.
      const isRepeated = messages.some(message => message.body.id === body.id);
      // A browser that does not hear that an order arrived sends it again.
      for (let times = body.event?.name === 'Purchase' ? 2 : 1; times > 0; times--) {
        const at = clock.time;
        const answer = await fetch(gateway.url + url.pathname, {
          method: 'POST',
          headers: {
            'Content-Type': request.headers['content-type'] ?? '',
            'User-Agent': VISITORS[who]?.agent ?? '',
            'X-Forwarded-For': VISITORS[who]?.ip ?? '',
          },
          body: text,
        });
        const dropped = answer.headers.get('X-Footfall-Dropped');
        if (!isRepeated) messages.push({ who, at, dropped: answer.ok ? dropped : await answer.text(), body });
      }
      response.writeHead(202, { 'Access-Control-Allow-Origin': '*' }).end();
    } else if (url.pathname === '/orders') {
      const agent = request.headers['user-agent'] ?? '';
      const { ip } = VISITORS[nameBy('agent', agent)] ?? {};
      const hit = { page: `http://${HOST}/cart`, ip, user_agent: agent, ...JSON.parse(text) };
      const answer = await fetch(`${gateway.url}/api/event/batch`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ hits: [hit] }),
      });
      orders.push(...((await answer.json()) as { results: typeof orders }).results);
      response.writeHead(204).end();
    } else {
      response.writeHead(url.pathname === '/gone' ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(htmlOf(url.pathname, port));
    }
    requests.open--;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const at = (path: string) => `http://${HOST}:${port}${path}`;

  const heard = (who: string, fits: (body: Message['body']) => boolean = () => true) =>
    messages.filter(message => message.who === who && fits(message.body)).length;

  const isSeen = (isTrue: () => boolean, what: string) =>
    until(isTrue, () => `${what}: ${JSON.stringify(messages.slice(-5))}`);

  async function read(page: Page, seconds: number): Promise<void> {
    await page.clock.fastForward(seconds * 1000);
    // No hit may arrive at a later time than it was sent at.
    await isSeen(() => requests.open === 0, 'all requests have ended');
    clock.time += seconds * 1000;
  }

  async function open(page: Page, visit: Visit, step: PageStep, isFirst: boolean): Promise<void> {
    const count = heard(visit.who);
    const { referrer, click = '' } = visit.arrives;
    if (isFirst) await page.goto(at(step.page + click), referrer ? { referer: referrer } : {});
    else await page.getByRole('link', { name: step.page, exact: true }).click();
    // The page before sends its engagement first, and a page that is missing the event.
    const more = (isFirst ? 0 : 1) + (step.page === '/gone' ? 1 : 0);
    await isSeen(() => heard(visit.who) === count + 1 + more, step.page);
    const top = (step.depth / 100) * HEIGHT - WINDOW.height;
    if (top <= 0) return;
    await page.evaluate(`new Promise(resolve => {
      addEventListener('scroll', () => scrollY === ${top} && resolve());
      scrollTo(0, ${top});
    })`);
  }

  async function press(page: Page, { who }: Visit, { press, event }: EventStep): Promise<void> {
    if (press === null) return;
    const of = () => heard(who, body => body.event?.name === event) + orders.length;
    const count = of();
    await page.getByRole('button', { name: press, exact: true }).click();
    // What is repeated arrives twice.
    await isSeen(() => of() === count + (event === 'Purchase' ? 2 : 1), `${event} of ${who}`);
  }

  return {
    messages,
    orders,
    async visit(browser, visit) {
      clock.time += (visit.after ?? 0) * 1000;
      const { agent = '', screen = '' } = VISITORS[visit.who] ?? {};
      const [width = 0, height = 0] = screen.split('x').map(Number);
      const context = await browser.newContext({ userAgent: agent, viewport: WINDOW, screen: { width, height } });
      const page = await context.newPage();
      await page.clock.install({ time: 0 });
      // Until then it runs, however long that takes.
      await page.clock.pauseAt(3_600_000);
      for (const [number, step] of visit.steps.entries()) {
        if ('page' in step) await open(page, visit, step, number === 0);
        else await press(page, visit, step);
        await read(page, step.seconds);
      }
      const count = heard(visit.who);
      await page.close();
      await isSeen(() => heard(visit.who) === count + 1, `the last engagement of ${visit.who}`);
      await context.close();
    },
    async visitBehindTab(path) {
      const close = await runBrowser(at(path), [`--user-agent=${VISITORS.Dot?.agent}`]);
      try {
        await isSeen(() => heard('Dot', body => body.engagement !== undefined) === 2, 'both engagements of Dot');
      } finally {
        await close();
      }
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function nameBy(trait: 'agent' | 'screen', text: string): string {
  return Object.keys(VISITORS).find(name => VISITORS[name]?.[trait] === text) ?? `nobody with ${text}`;
}

function htmlOf(path: string, port: number): string {
  const order = JSON.stringify({
    id: 'order-17',
    event: { name: 'Order', value: '40.50', unit: 'USD', props: { plan: 'team' } },
  });
  const purchase = (value: number, plan: string) => ({ name: 'Purchase', value, unit: 'EUR', props: { plan } });
  const track = (event: object) => `pa.track(${JSON.stringify(event)})`;
  const buttons = {
    'Buy pro': track(purchase(19.99, 'pro')),
    'Buy basic': track(purchase(5, 'basic')),
    'Give back': track({ name: 'Refund', value: -5, unit: 'EUR', props: { plan: 'basic' } }),
    Show: track({ name: 'Teaser seen', interactive: false }),
    'Order by invoice': `fetch("/orders", { method: "POST", body: ${JSON.stringify(order)} })`,
  };
  const choices = { '/gone': 'data-404', '/guide': 'data-prop-author="Ann" data-forms' }[path] ?? 'data-forms';
  const host = `http://stats.test:${port}`;
  const snippet = `<script data-host="${host}" data-dnt="false" ${choices} src="${host}/js/script.js" id="ZwSg9rf6GA" async defer></script>`;
  const frame = (body: string) => `<!doctype html><title>${path}</title><link rel="icon" href="data:,"><body>${body}`;
  if (path === '/other-tab') return frame(`<script>setTimeout(close, ${SHOWN})</script>`);
  if (path === '/last-tab') return frame('');
  if (path === '/offers') {
    return frame(`${snippet}<script>
      let shown = 0;
      addEventListener('load', () => setTimeout(() => open('/other-tab'), ${SHOWN}));
      addEventListener('visibilitychange', () => {
        if (!document.hidden && !shown++) setTimeout(() => open('/last-tab'), ${SHOWN});
      });
    </script>`);
  }
  return frame(`<style>body { margin: 0; height: ${HEIGHT}px } nav { position: fixed; top: 0 }</style>${snippet}<nav>
    ${['/', '/products', '/products/blue', '/cart'].map(to => `<a class="route" href="${to}">${to}</a>`).join(' ')}
    <a href="/gone">/gone</a>
    ${Object.entries(buttons)
      .map(([name, code]) => `<button onclick='${code}'>${name}</button>`)
      .join('')}
    <form action="/newsletter?by=foot" onsubmit="return false"><button>Subscribe</button></form></nav>
    <script>for (const link of document.querySelectorAll('.route')) link.onclick = () => {
      history.pushState(null, '', link.href);
      scrollTo(0, 0);
      return false;
    }</script>`);
}
