import { readEvent } from './event.ts';
import { readClick } from './links.ts';
import { attend, countEvent, countPageview, countRoute } from './page.ts';
import { isSilent } from './silence.ts';
import { choice, collector } from './snippet.ts';

/** `window.pa`: the object that pages call, with the queue of a stub that was there before this script loaded. */
interface PublicObject {
  track: (event: unknown) => void;
  q: { forEach: (job: (event: unknown) => void) => void; push: (event: unknown) => void };
  /** The collector that a running tracker sends to. */
  collector?: string;
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
  if (choice('404')) countEvent('404');
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
  for (const change of ['focus', 'scroll', 'visibilitychange', 'pagehide', 'blur']) addEventListener(change, attend);
  addEventListener('pageshow', event => {
    if (event.persisted) countPageview();
  });
  const countClick = (click: MouseEvent): void => {
    // Read now, because a click loses its path.
    let event = readEvent(readClick(click));
    const count = (): void => {
      if (!click.defaultPrevented) countEvent(event, true);
      event = undefined;
    };
    if (!event) return;
    // The handlers that may cancel the click run first. If the page is left before the timer fires, it is not cancelled.
    setTimeout(count);
    addEventListener('pagehide', count, { once: true });
  };
  addEventListener('click', countClick, true);
  addEventListener('auxclick', countClick, true);
  if (choice('forms')) {
    // A form that the page cancels counts, too, because then the page sends what is in it.
    addEventListener(
      'submit',
      ({ target }) => {
        // A field with the name `action` hides the property.
        const action = (target as Element).getAttribute('action') || location.pathname;
        countEvent({ name: 'Form: Submission', props: { action: action.split('?')[0] } }, true);
      },
      true,
    );
  }
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
      if (!isSilent) countEvent(event);
    };
    pa.q.forEach(pa.track);
    pa.q.push = pa.track;
  } catch {
    // No queue, as on most pages, or a page that froze the name: pageviews still count.
  }
}
