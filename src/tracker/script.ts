import { takeVisibleSeconds } from './engagement.ts';
import { readEvent } from './event.ts';
import { nameClick } from './links.ts';
import { send } from './message.ts';
import { isSilent } from './silence.ts';
import { choice, collector } from './snippet.ts';

/** `window.pa`: the object that pages call, with the queue of a stub that was there before this script loaded. */
interface PublicObject {
  track: (event: unknown) => void;
  q: { forEach: (job: (event: unknown) => void) => void; push: (event: unknown) => void };
  /** The collector that a running tracker sends to. */
  collector?: string;
}

// The URL counted last; empty before the first pageview.
let page = '';
let referrer = document.referrer;

/** Returns the page's URL. With data-hash the fragment is part of its path (`#` as %23, shown as `#` in statistics). */
function readAddress(): string {
  const { origin, pathname, search, hash } = location;
  const fragment = choice('hash') && hash.replace('#', '%23');
  return origin + pathname + fragment + (/\?/.test(fragment) ? search.replace('?', '&') : search);
}

/** Runs the job; on a prerendered page, once the page is shown. */
function whenShown(job: () => void): void {
  if ((document as Document & { prerendering?: boolean }).prerendering) {
    document.addEventListener('prerenderingchange', job, { once: true });
  } else job();
}

function tellEngagement(isGone: boolean): void {
  const isLeaving = isGone || document.visibilityState !== 'visible';
  const engagement = takeVisibleSeconds(!isLeaving);
  if (page && engagement) send({ page, referrer, engagement }, isLeaving);
}

function countPageview(): void {
  tellEngagement(false);
  // From the second pageview on, the referrer is the page before, whatever led to the first one.
  referrer = page || referrer;
  page = readAddress();
  send({ page, referrer }, false);
}

function countRoute(): void {
  whenShown(() => {
    if (page !== readAddress()) countPageview();
  });
}

function countEvent(source: unknown, isLeaving: boolean): void {
  const event = readEvent(source);
  if (event) whenShown(() => send({ page, referrer, event }, isLeaving));
}

function watchHistory(change: 'pushState' | 'replaceState'): void {
  const original = history[change];
  history[change] = function (...parts) {
    original.apply(this, parts);
    countRoute();
  };
}

function start(): void {
  countRoute();
  watchHistory('pushState');
  if (choice('replace')) watchHistory('replaceState');
  addEventListener('popstate', countRoute);
  try {
    // Routes of the Navigation API pass neither pushState nor popstate. Routes reported by both still count once.
    navigation.addEventListener('currententrychange', ({ navigationType }) => {
      if (navigationType !== 'replace' || choice('replace')) countRoute();
    });
  } catch {
    // A browser without it, or a page with a variable of that name.
  }
  document.addEventListener('visibilitychange', () => tellEngagement(false));
  addEventListener('pagehide', () => tellEngagement(true));
  addEventListener('pageshow', event => {
    if (event.persisted) countPageview();
  });
  const countClick = (click: MouseEvent): void => {
    // Read now, because a click loses its path; by a getter, so that an unreadable link throws nothing into the page.
    let event = readEvent({
      get name(): string {
        return nameClick(click);
      },
    });
    const count = (): void => {
      if (!click.defaultPrevented) countEvent(event, true);
      event = undefined;
    };
    if (!event) return;
    // The handlers that may cancel the click run first. If the page is left before the timer fires, it is not cancelled.
    setTimeout(count);
    addEventListener('pagehide', count, { once: true });
  };
  document.addEventListener('click', countClick, true);
  document.addEventListener('auxclick', countClick, true);
}

// Keeps the object that the page may already hold, even the element that `id="pa"` makes `window.pa`.
const pa: PublicObject = Object((window as { pa?: unknown }).pa);

// A page that has the snippet twice, or swaps its body and runs the snippet again, still counts once.
if (pa.collector !== collector) {
  if (!isSilent) start();
  try {
    (window as { pa?: unknown }).pa = pa;
    pa.collector = collector;
    pa.track = event => {
      if (!isSilent) countEvent(event, false);
    };
    pa.q.forEach(pa.track);
    pa.q.push = pa.track;
  } catch {
    // No queue, as on most pages, or a page that froze the name: pageviews still count.
  }
}
