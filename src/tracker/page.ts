import { type NamedEvent, readEvent } from './event.ts';
import { send } from './message.ts';
import { choice, readPageProps } from './snippet.ts';

// The URL counted last; empty before the first pageview.
let page = '';
let referrer = document.referrer;
/** The greatest depth, in percent, that the bottom of the window has reached since the page began. */
let depth = 0;
/** Milliseconds of engagement that are not sent yet, and since when more are added; never while it is infinite. */
let engaged = 0;
let since = Infinity;

/** Returns the page's URL. With data-hash the fragment is part of its path (`#` as %23, shown as `#` in statistics). */
function readAddress(): string {
  const { origin, pathname, search, hash } = location;
  const fragment = choice('hash') && hash.replace('#', '%23');
  return origin + pathname + fragment + (fragment.includes('?') ? search.replace('?', '&') : search);
}

/** Runs the job; on a prerendered page, once the page is shown. */
function whenShown(job: () => void): void {
  if ((document as Document & { prerendering?: boolean }).prerendering) {
    document.addEventListener('prerenderingchange', job);
  } else job();
}

/**
 * Adds the time until now if the page was visible and focused, and the depth. Unless the page was only scrolled, sends
 * the whole seconds that were added up; the rest is carried over.
 */
export function attend({ type }: { type?: string }): void {
  const isLeaving = document.hidden || type === 'pagehide';
  const now = performance.now();
  engaged += Math.max(0, now - since);
  since = isLeaving || !document.hasFocus() ? Infinity : now;
  const reached = (100 * (scrollY + innerHeight)) / document.documentElement.scrollHeight;
  // Some browsers scroll beyond the end. A page without a height, which gives no number, has the depth 0.
  depth = Math.max(depth, Math.min(100, (reached + 0.5) | 0));
  if (engaged >= 1000 && page && type !== 'scroll') {
    send({ page, referrer, engagement: (engaged / 1000) | 0, depth }, isLeaving);
    engaged %= 1000;
  }
}

export function countPageview(): void {
  attend({});
  // From the second pageview on, the referrer is the page before, whatever led to the first one.
  referrer = page || referrer;
  page = readAddress();
  depth = 0;
  send({ page, referrer, props: readPageProps() });
}

export function countRoute(): void {
  whenShown(() => {
    if (page !== readAddress()) countPageview();
  });
}

/** Counts what a page passes as an event. */
export function countEvent(source: unknown, isLeaving?: boolean): void {
  const event: NamedEvent | undefined = readEvent(source);
  if (event) whenShown(() => send({ page, referrer, event }, isLeaving));
}
