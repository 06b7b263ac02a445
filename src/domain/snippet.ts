/** Where pages find the tracker and the collector. */
export interface SnippetSource {
  /** The public URL of the service, without a trailing slash. */
  readonly publicUrl: string;
  /** The paths below it. */
  readonly tracker: string;
  readonly collector: string;
}

/** Keeps the events of a page until the tracker has loaded and sends them. */
export const QUEUE_STUB = 'window.pa=window.pa||{q:[],track(e){window.pa.q.push(e)}}';

/** Returns the HTML that counts a page: a queue for early events, then the tracker with `data-<option>="true"`. */
export function snippetOf({ publicUrl, tracker, collector }: SnippetSource, options: readonly string[] = []): string {
  // The tracker needs the collector's path only when it is not the default.
  const api = collector === '/api/event' ? '' : ` data-api="${collector}"`;
  const attributes = options.map(name => ` data-${name}="true"`).join('');
  return `<script>${QUEUE_STUB}</script>
<script data-host="${publicUrl}"${api}${attributes} src="${publicUrl}${tracker}" async defer></script>`;
}

/** Returns the HTML that counts a page without JavaScript; browsers would otherwise send only the page's origin. */
export function pixelOf(publicUrl: string): string {
  return `<img src="${publicUrl}/api/pixel.gif" referrerpolicy="no-referrer-when-downgrade" alt="" width="1" height="1">`;
}

/** Returns true for a URL that only its own machine can reach. */
export function isLoopback(publicUrl: string): boolean {
  return /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(publicUrl).hostname);
}
