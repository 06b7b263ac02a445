import type { NamedEvent } from './event.ts';
import { collector } from './snippet.ts';

/** The body the collector reads; with neither event nor engagement it is a pageview. */
export interface Message {
  page: string;
  referrer: string;
  event?: NamedEvent | undefined;
  /** Whole visible seconds since the last message that told some. */
  engagement?: number;
}

/** Sends one message and never fails; `isLeaving` picks the way that outlives the page in every browser. */
export function send(message: Message, isLeaving: boolean): void {
  const body = JSON.stringify({
    ...message,
    screen_resolution: `${screen.width}x${screen.height}`,
    // The second way may be tried after the first one arrived; by its id the message then still counts once.
    id: `${Date.now()}${Math.random()}`,
  });
  // A plain text body without credentials needs no preflight, and an answer nobody reads cannot fail CORS in the console.
  const post = async (): Promise<unknown> =>
    fetch(collector, { method: 'POST', body, keepalive: true, mode: 'no-cors', credentials: 'omit' });
  const beacon = async (): Promise<unknown> => navigator.sendBeacon(collector, body) || Promise.reject();
  // Both are async so that a browser without them, or a page that replaced them, rejects here and never throws there.
  (isLeaving ? beacon().catch(post) : post().catch(beacon)).catch(() => {});
}
