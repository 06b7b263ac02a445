import { type Html, html } from '../domain/html.ts';
import type { Page } from './page.ts';

const MARK = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 21V11M12 21V3M19 21v-6"/></svg>`;

/** The content of a small page without the app. */
export interface PlainPage extends Pick<Page, 'status' | 'title' | 'description' | 'headers'> {
  readonly heading: string;
  readonly body: Html;
  /** What was wrong with the form that was sent; shown above it. */
  readonly problem?: string | undefined;
  /** The seconds to wait before the next attempt. */
  readonly retryAfter?: number | undefined;
}

/** Returns a small page without the app: one card with a message or a form. */
export function plainPage(basePath: string, page: PlainPage): Page {
  const { heading, body, title, headers, problem, retryAfter, ...rest } = page;
  return {
    ...rest,
    title: `${title} · Footfall`,
    app: null,
    headers: { ...headers, ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }) },
    body: html`<div class="plain">
<header><a class="brand" href="${basePath}/">${MARK} Footfall</a></header>
<main class="sheet">
<h1>${heading}</h1>
${problem === undefined ? null : html`<p class="problem" role="alert">${problem}</p>`}
${body}
</main>
</div>`,
  };
}

/** Returns the same page for a missing page and for one that is not the reader's; signing in leads back to `next`. */
export function missingPage(basePath: string, signedIn: boolean, next: string): Page {
  const way = signedIn
    ? html`<p><a class="button" href="${basePath}/websites">Your websites</a></p>`
    : html`<p><a class="button" href="${basePath}/login?next=${encodeURIComponent(next)}">Sign in</a></p>`;
  const hint = signedIn ? 'The page belongs to another account, or' : 'The page is private, or';
  return plainPage(basePath, {
    status: 404,
    title: 'Not found',
    description: 'This page does not exist or is not open to you.',
    heading: 'Page not found',
    body: html`<p>${hint} it does not exist on this instance.${signedIn ? null : ' If it is yours, sign in to see it.'}</p>${way}`,
  });
}

const FAULTS = {
  429: {
    title: 'Too many requests',
    heading: 'Too many requests',
    text: 'This address has sent too many requests in this minute. Try again in a moment.',
  },
  500: {
    title: 'Something went wrong',
    heading: 'Something went wrong',
    text: 'The page could not be rendered; the log says why. Try again in a moment.',
  },
  503: {
    title: 'Not available',
    heading: 'The database is not available',
    text: 'Hits are still collected and will be counted. Try again in a moment.',
  },
};

/** Returns the page for an error: what happened and what to do. */
export function faultPage(basePath: string, status: 429 | 500 | 503, retryAfter?: number): Page {
  const { title, heading, text } = FAULTS[status];
  return plainPage(basePath, {
    status,
    title,
    description: 'The page cannot be shown at the moment.',
    heading,
    body: html`<p>${text}</p>`,
    retryAfter,
  });
}
