import { type Html, html } from './html.ts';
import type { Page } from './page.ts';

const MARK = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 21V11M12 21V3M19 21v-6"/></svg>`;

/** A small page without the app: one card with what there is to say or to fill in. */
export function plainPage(
  basePath: string,
  page: Pick<Page, 'status' | 'title' | 'description' | 'headers'> & { readonly heading: string; readonly body: Html },
): Page {
  const { heading, body, title, ...rest } = page;
  return {
    ...rest,
    title: `${title} · Footfall`,
    app: null,
    body: html`<div class="plain">
<header><a class="brand" href="${basePath}/">${MARK} Footfall</a></header>
<main class="sheet">
<h1>${heading}</h1>
${body}
</main>
</div>`,
  };
}

/** The one page for what is not there and for what is not the reader's; `next` is where signing in leads back to. */
export function missingPage(basePath: string, signedIn: boolean, next: string): Page {
  const way = signedIn
    ? html`<p><a class="button" href="${basePath}/websites">Your websites</a></p>`
    : html`<p><a class="button" href="${basePath}/login?next=${encodeURIComponent(next)}">Sign in</a></p>`;
  const hint = signedIn ? 'It belongs to another account, or' : 'It is private, or';
  return plainPage(basePath, {
    status: 404,
    title: 'Not found',
    description: 'There is no page here that is open to you.',
    heading: 'Nothing to see here',
    body: html`<p>${hint} there is no such page on this instance.${signedIn ? null : ' If it is yours, sign in to see it.'}</p>${way}`,
  });
}

const FAULTS = {
  429: ['Too many requests', 'Too many requests', 'More was asked from here in this minute than is allowed.'],
  500: ['Something went wrong', 'Something went wrong', 'The page could not be made, and the log says why.'],
  503: ['Not available', 'The database is away', 'Hits are still collected and will be counted.'],
} as const;

/** For faults: what happened and what to do about it; `retryAfter` in seconds. */
export function faultPage(basePath: string, status: keyof typeof FAULTS, retryAfter: number | null): Page {
  const [title, heading, text] = FAULTS[status];
  return plainPage(basePath, {
    status,
    title,
    description: 'The page cannot be shown at the moment.',
    heading,
    body: html`<p>${text} Try again ${status === 429 && retryAfter !== null ? `in ${retryAfter} seconds` : 'in a moment'}.</p>`,
    headers: retryAfter === null ? {} : { 'Retry-After': String(retryAfter) },
  });
}
