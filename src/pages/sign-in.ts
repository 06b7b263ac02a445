import { Router } from 'express';
import { signIn } from '../accounts/accounts.ts';
import { closeSession, openSession } from '../accounts/sessions.ts';
import { readUserAgent } from '../collect/user-agent.ts';
import { html } from '../domain/html.ts';
import { clearSessionCookie, setSessionCookie } from '../http/cookies.ts';
import { withoutShare } from '../http/incoming.ts';
import { textsFor } from '../http/language.ts';
import { richHtml } from '../messages/rich-html.ts';
import type { Translate } from '../messages/translator.ts';
import type { PageParts } from './page.ts';
import { PasswordCheck, type Refusal, readForm } from './password-form.ts';
import { plainPage } from './plain.ts';

/** Serves `/login` and `/logout`: forms that need no script, and the session cookie. */
export function createSignIn({ database, callers, clientAddress, send, base, now }: PageParts): Router {
  const { origin, path } = base;
  const router = Router();
  const check = new PasswordCheck({ clientAddress, now }, { wrong: 'signIn.wrong', busy: 'signIn.busy' });

  router.get('/login', async (request, response) => {
    const next = safeNext(request.query.next);
    const { viewer } = await callers.callerOf(request);
    if (viewer) return response.redirect(303, `${path}${next}`);
    send(request, response, form(textsFor(request), { status: 200 }, next));
  });

  router.post('/login', async (request, response) => {
    const posted = await readForm(request, origin);
    if ('status' in posted) return send(request, response, refused(textsFor(request), posted.status));
    const email = posted.fields.get('email') ?? '';
    const next = safeNext(posted.fields.get('next'));
    const password = posted.fields.get('password') ?? '';
    const checked = await check.run(request, email.trim().toLowerCase(), () => signIn(database, email, password));
    if (!('found' in checked)) return send(request, response, form(textsFor(request), checked, next, email));
    const { browser, os } = readUserAgent(request.headers['user-agent'] ?? '');
    const client = [browser || 'Browser', os].filter(Boolean).join(' on ');
    setSessionCookie(response, await openSession(database, checked.found.id, client, now()), base);
    response.redirect(303, `${path}${next}`);
  });

  router.get('/logout', (request, response) => {
    const t = textsFor(request);
    send(
      request,
      response,
      plainPage(path, {
        status: 200,
        title: t('common.signOut'),
        description: t('signOut.description'),
        heading: t('signOut.question'),
        body: html`<form method="post" action="${path}/logout"><button class="button" type="submit">${t('common.signOut')}</button></form>`,
      }),
    );
  });

  router.post('/logout', async (request, response) => {
    const posted = await readForm(request, origin);
    if ('status' in posted) return send(request, response, refused(textsFor(request), posted.status));
    const { viewer } = await callers.callerOf(request);
    if (viewer?.via.kind === 'session') {
      await closeSession(database, viewer.account.id, viewer.via.id).catch(error => {
        // The form was sent twice, or the session was ended elsewhere at this moment; it is closed as requested.
        if (error?.code !== 'NOT_FOUND') throw error;
      });
    }
    clearSessionCookie(response, base);
    response.redirect(303, `${path}/login`);
  });

  return router;

  function form(t: Translate, refusal: Refusal, next: string, email = '') {
    return plainPage(path, {
      ...refusal,
      title: t('common.signIn'),
      description: t('signIn.description'),
      heading: t('common.signIn'),
      body: html`<form method="post" action="${path}/login" class="fields">
<input type="hidden" name="next" value="${next}">
<label for="email">${t('common.email')}</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="255" value="${email}"${email === '' ? html` autofocus` : null}>
<label for="password">${t('common.password')}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="128"${email === '' ? null : html` autofocus`}>
<button class="button" type="submit">${t('common.signIn')}</button>
</form>`,
    });
  }

  function refused(t: Translate, status: 403 | 413 | 415) {
    return plainPage(path, {
      status,
      title: t('form.rejected'),
      description: t('form.rejectedDescription'),
      heading: t('form.rejectedHeading'),
      body: html`<p>${richHtml(t, 'form.rejectedAbout', { link: text => html`<a href="${path}/login">${text}</a>` })}</p>`,
    });
  }
}

/** Returns a path on this service, so that no link can lead people from signing in to another site; else /websites. */
function safeNext(next: unknown): string {
  const isOurs =
    typeof next === 'string' && /^\/(?![/\\])[!-~]*$/.test(next) && URL.parse(next, 'http://a')?.origin === 'http://a';
  return isOurs ? withoutShare(next) : '/websites';
}
