import type { NamedEvent } from './event.ts';
import { collector } from './snippet.ts';

/** The request body for the collector; a message with neither event nor engagement is a pageview. */
export interface Message {
  page: string;
  referrer: string;
  event?: NamedEvent | undefined;
  /** Whole visible seconds since the last message that reported any. */
  engagement?: number;
}

/** Sends one message and never fails; `isLeaving` chooses the method that outlives the page in every browser. */
export function send(message: Message, isLeaving: boolean): void {
  const body = JSON.stringify({
    ...message,
    screen_resolution: `${screen.width}x${screen.height}`,
    // The second method may run although the first one arrived; with its id, the message still counts once.
    id: `${Date.now()}${Math.random()}`,
  });
  // A plain text body without credentials needs no preflight, and an unread response logs no CORS error in the console.
  const post = async (): Promise<unknown> =>
    fetch(collector, { method: 'POST', body, keepalive: true, mode: 'no-cors', credentials: 'omit' });
  const beacon = async (): Promise<unknown> => navigator.sendBeacon(collector, body) || Promise.reject();
  // Both are async, so that in a browser without them, or a page that replaced them, they reject instead of throwing.
  (isLeaving ? beacon().catch(post) : post().catch(beacon)).catch(() => {});
}
