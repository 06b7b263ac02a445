import { type Html, html } from '../domain/html.ts';
import type { Translate } from '../messages/translator.ts';
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

/** Returns the first link of a page of the web app, which leads past its header; it is seen while it has the focus. */
export function skipLink(t: Translate): Html {
  return html`<a class="skip" href="#main">${t('pages.skip')}</a>`;
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
export function missingPage(t: Translate, basePath: string, signedIn: boolean, next: string): Page {
  const way = signedIn
    ? html`<p><a class="button" href="${basePath}/websites">${t('missing.websites')}</a></p>`
    : html`<p><a class="button" href="${basePath}/login?next=${encodeURIComponent(next)}">${t('common.signIn')}</a></p>`;
  return plainPage(basePath, {
    status: 404,
    title: t('missing.title'),
    description: t('missing.description'),
    heading: t('missing.heading'),
    body: html`<p>${signedIn ? t('missing.aboutSignedIn') : t('missing.about')}</p><p>${t('missing.link')}</p>${way}`,
  });
}

/** Returns the page for an error: what happened and what to do, which `about` says of an unavailable database. */
export function faultPage(
  t: Translate,
  basePath: string,
  status: 429 | 500 | 503,
  { about, retryAfter }: { readonly about: string; readonly retryAfter?: number | undefined },
): Page {
  return plainPage(basePath, {
    status,
    title: t(`fault.${status}.title`),
    description: t('fault.description'),
    heading: t(`fault.${status}.title`),
    body: html`<p>${status === 503 ? about : t(`fault.${status}.about`)}</p>`,
    retryAfter,
  });
}
