import { type Request, type Response, Router } from 'express';
import { hostLabel } from '../domain/host-label.ts';
import { normalizeDomain } from '../domain/hostname.ts';
import { html } from '../domain/html.ts';
import { readCookies, setUnlockCookie, unlockCookie } from '../http/cookies.ts';
import { queryIn, shareIn } from '../http/incoming.ts';
import { textsFor } from '../http/language.ts';
import { richHtml } from '../messages/rich-html.ts';
import type { Translate } from '../messages/translator.ts';
import { findWebsite } from '../websites/access.ts';
import { checkUnlock, readUnlock, unlockOfShare, unlockToken } from '../websites/sharing.ts';
import type { Website } from '../websites/website.ts';
import type { Page, PageParts } from './page.ts';
import { PasswordCheck, type Refusal, readForm } from './password-form.ts';
import { missingPage, plainPage, skipLink } from './plain.ts';

/**
 * Serves `/{domain}` and `/{domain}/unlock`: open, also by `?share=` and the token of a share, locked or, to strangers, as
 * if the page did not exist.
 */
export function createStatisticsPage(parts: PageParts): Router {
  const { database, callers, contextOf, clientAddress, send, base, names, now } = parts;
  const { origin, path } = base;
  const router = Router();
  const check = new PasswordCheck({ clientAddress, now }, { wrong: 'unlock.wrong', busy: 'unlock.busy' });

  router.get('/:domain', async (request, response) => {
    const { domain } = request.params;
    const t = textsFor(request);
    const share = shareIn(request.originalUrl);
    if (share !== null) return openShare(request, response, domain, share);
    const [website, caller] = await Promise.all([findWebsite(database, { domain }), callers.callerOf(request)]);
    const { viewer } = caller;
    const owns = website !== null && viewer?.account.id === website.accountId;
    const isOpen = website !== null && (website.privacy === 'PUBLIC' || owns || (await caller.unlocked(website)));
    if (!website || (website.privacy === 'PRIVATE' && !isOpen)) {
      return send(request, response, missingPage(t, path, viewer !== null, request.url));
    }
    if (!isOpen) {
      return send(request, response, lock(t, { status: 200 }, domain, queryIn(request.url)));
    }
    const email = owns ? (viewer?.account.email ?? null) : null;
    const query = new URLSearchParams(queryIn(request.url));
    send(
      request,
      response,
      query.get('embed') === '1'
        ? embed(t, website, email, query.get('theme'))
        : statistics(t, website, email, viewer !== null),
    );
  });

  router.get('/:domain/unlock', (request, response) =>
    response.redirect(303, `${path}/${encodeURIComponent(request.params.domain)}${queryIn(request.url)}`),
  );

  router.post('/:domain/unlock', async (request, response) => {
    const { domain } = request.params;
    const query = queryIn(request.url);
    const t = textsFor(request);
    const posted = await readForm(request, origin);
    if ('status' in posted) {
      const refusal = { status: posted.status, problem: t('unlock.rejected') };
      return send(request, response, lock(t, refusal, domain, query));
    }
    const password = posted.fields.get('password') ?? '';
    const checked = await check.run(request, registered(domain), () => checkUnlock(database, domain, password));
    if (!('found' in checked)) return send(request, response, lock(t, checked, domain, query));
    const website = checked.found;
    setUnlockCookie(response, website.id, await unlockToken(database, website, now()), base);
    response.redirect(303, `${path}/${website.domain}${query}`);
  });

  return router;

  /**
   * Opens the page to this browser, if the share is of this website, unless it is already open for longer. The token
   * leaves the URL in any case.
   */
  async function openShare(request: Request, response: Response, domain: string, share: string): Promise<void> {
    // Counts like a request to the API, so that tokens cannot be guessed any faster here.
    await contextOf(request);
    const website = await findWebsite(database, { domain });
    const unlock = website && (await unlockOfShare(database, website, share, now()));
    if (unlock) {
      const sent = readCookies(request).get(unlockCookie(website.id)) ?? '';
      const present = await readUnlock(database, website, sent, now());
      const later = present && present.expiresAt > unlock.expiresAt ? present : unlock;
      setUnlockCookie(response, website.id, later, base);
    }
    response.redirect(303, `${path}/${encodeURIComponent(domain)}${queryIn(request.url)}`);
  }

  /** Returns the page; `email` is the owner's, who sees more than others, and null for everyone else. */
  function statistics(t: Translate, website: Website, email: string | null, signedIn: boolean, isEmbed = false): Page {
    const { domain, timezone, embedOrigins } = website;
    const name = hostLabel(domain);
    const hint = name === domain ? null : html` title="${domain}"`;
    const own =
      email === null
        ? null
        : html` data-website="${website.id}" data-privacy="${website.privacy}" data-embeddable="${embedOrigins.length > 0 ? 'yes' : ''}"`;
    return {
      status: 200,
      title: `${name} · Footfall`,
      description: t('pages.statisticsDescription', { domain: name }),
      app: 'statistics',
      frameAncestors: embedOrigins.length === 0 ? [] : ["'self'", ...embedOrigins],
      headers: website.privacy === 'PUBLIC' ? {} : { 'X-Robots-Tag': 'noindex' },
      // The app takes over these elements, so what is drawn of them stays; a line break between them would make it move them.
      body: html`${isEmbed ? null : skipLink(t)}<div id="app" data-base="${path}" ${names} data-domain="${domain}" data-timezone="${timezone}" data-email="${email ?? ''}" data-signed-in="${signedIn ? 'yes' : ''}"${own}${isEmbed ? html` data-embed="yes"` : null}>${isEmbed ? null : html`<header class="top"></header>`}<main id="main" tabindex="-1"><div class="head"><h1${hint}>${name}</h1></div><p class="loading" role="status">${t('pages.statisticsLoading')}</p></main></div>
<noscript><p class="plain">${t('pages.statisticsNoScript')}</p></noscript>`,
    };
  }

  /**
   * Returns the page without what leads elsewhere, for other pages to show: as strangers see it, unless it is private,
   * and in light or dark colours whatever the cookie says. This service may embed it, too, to show how it looks.
   */
  function embed(t: Translate, website: Website, email: string | null, theme: string | null): Page {
    const page = statistics(t, website, website.privacy === 'PRIVATE' ? email : null, true, true);
    return {
      ...page,
      theme: theme === 'light' || theme === 'dark' ? theme : null,
      opensTabs: true,
      frameAncestors: ["'self'", ...website.embedOrigins],
      headers: { 'X-Robots-Tag': 'noindex' },
    };
  }

  /** Returns the password form; `query` is kept for the page that opens. */
  function lock(t: Translate, refusal: Refusal, domain: string, query: string): Page {
    const signIn = `${path}/login?next=${encodeURIComponent(`/${domain}${query}`)}`;
    return plainPage(path, {
      ...refusal,
      title: t('unlock.title'),
      description: t('unlock.description'),
      heading: t('unlock.heading'),
      headers: { 'X-Robots-Tag': 'noindex' },
      body: html`<form method="post" action="${path}/${encodeURIComponent(domain)}/unlock${query}" class="fields">
<label for="password">${t('unlock.password', { domain: hostLabel(domain) })}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="512" autofocus>
<button class="button" type="submit">${t('unlock.view')}</button>
</form>
<p class="hint">${richHtml(t, 'unlock.signIn', { link: text => html`<a href="${signIn}">${text}</a>` })}</p>`,
    });
  }
}

/** Returns a domain as it is registered, however it was sent; text that is no domain stays as it is. */
function registered(sent: string): string {
  const result = normalizeDomain(sent);
  return 'domain' in result ? result.domain : sent;
}
