import type { NamedEvent, Props } from './event.ts';
import { collector } from './snippet.ts';

/** The request body for the collector; a message with neither event nor engagement is a pageview. */
export interface Message {
  page: string;
  referrer: string;
  event?: NamedEvent | undefined;
  /** The properties of a pageview. */
  props?: Props | undefined;
  /** Whole seconds that the page was visible and focused since the last message that reported any. */
  engagement?: number;
  /** The greatest depth that was reached, in whole percent. */
  depth?: number;
}

/** Sends one message and never fails; `isLeaving` chooses the method that outlives the page in every browser. */
export function send(message: Message, isLeaving?: boolean): void {
  const body = JSON.stringify({
    ...message,
    screen_resolution: `${screen.width}x${screen.height}`,
    // The second method may run although the first one arrived; with its id, the message still counts once.
    id: `${Math.random()}${Math.random()}`,
  });
  // A plain text body without credentials needs no preflight, and an unread response logs no CORS error in the console.
  const post = async (): Promise<unknown> =>
    fetch(collector, { method: 'POST', body, mode: 'no-cors', credentials: 'omit', keepalive: true });
  const beacon = async (): Promise<unknown> => navigator.sendBeacon(collector, body) || Promise.reject();
  // Both are async, so that in a browser without them, or a page that replaced them, they reject instead of throwing.
  (isLeaving ? beacon().catch(post) : post().catch(beacon)).catch(() => {});
}
