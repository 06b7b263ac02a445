import { readFileSync } from 'node:fs';
import { type NextFunction, type Request, type Response, Router } from 'express';
import { unavailableFor } from '../db/open.ts';
import { html } from '../domain/html.ts';
import type { Language } from '../domain/languages.ts';
import { AppError } from '../errors.ts';
import { withoutShare } from '../http/incoming.ts';
import { cacheControl } from '../http/json.ts';
import { fallBackTo, languageOf, textsFor } from '../http/language.ts';
import { requestIdOf } from '../http/response-headers.ts';
import type { Log } from '../log.ts';
import { sentenceIn } from '../messages/errors.ts';
import { findWebsite } from '../websites/access.ts';
import { APP, openAssets } from './assets.ts';
import { createDocs } from './docs.ts';
import { createExport } from './export.ts';
import { createSendPage, type PageParts } from './page.ts';
import { faultPage, missingPage, skipLink } from './plain.ts';
import { createPositions } from './positions.ts';
import { createSignIn } from './sign-in.ts';
import { createStatisticsPage } from './statistics.ts';
import { createUnsubscribe } from './unsubscribe.ts';
import { createUploads, type ReceiveFiles } from './uploads.ts';

const ICON = readFileSync(new URL('../dashboard/icon.svg', import.meta.url));

/** Serves the pages and their files below the base path. A private page and a missing one get the same 404. */
export function createPages(
  options: Pick<PageParts, 'database' | 'callers' | 'clientAddress' | 'contextOf' | 'now'> & {
    log: Log;
    baseUrl: string;
    trackerPath: string;
    collectPath: string;
    importMaxMb: number;
    /** The language of pages for browsers that ask for none of ours. */
    language: Language;
    receive: ReceiveFiles;
  },
): Router {
  const { database, log, callers, baseUrl, trackerPath, collectPath, now } = options;
  const { origin, protocol, pathname } = new URL(baseUrl);
  const path = pathname.replace(/\/$/, '');
  const assets = openAssets(APP);
  const secure = protocol === 'https:';
  const send = createSendPage(assets, path, secure);
  const names = html`data-tracker="${trackerPath}" data-collector="${collectPath}"`;
  const parts: PageParts = { ...options, send, base: { origin, path, secure }, names };
  const router = Router({ strict: false });

  router.use((request, _, next) => {
    fallBackTo(options.language, request);
    next();
  });
  // No link, form or redirect of a page may repeat the token of a share.
  router.use((request, _, next) => {
    request.url = withoutShare(request.url);
    next();
  });
  router.get('/assets/positions', createPositions(APP));
  router.use('/assets', assets.files, (_request, response) => {
    response.status(404).type('txt').send('Not found.');
  });
  router.get(['/icon.svg', '/favicon.ico'], (_, response) => {
    response.set(cacheControl(response, 'public, max-age=86400')).type('image/svg+xml').send(ICON);
  });
  router.use(createUnsubscribe({ database, now }));
  router.use((_, response, next) => {
    response.vary('Accept-Language, Cookie');
    next();
  });

  router.get('/', async (request, response) => {
    const { viewer } = await callers.callerOf(request);
    response.redirect(303, `${path}${viewer ? '/websites' : '/login'}`);
  });
  router.use(createSignIn(parts));
  for (const [route, heading] of [
    ['/websites', 'common.websites'],
    ['/websites/new', 'pages.newWebsite'],
    ['/websites/:id/settings', 'common.settings'],
    ['/websites/:id/imports', 'pages.importHistory'],
    ['/websites/:id/forget', 'pages.forgetVisits'],
    ['/account', 'common.account'],
  ] as const) {
    router.get(route, async (request, response) => {
      const { viewer } = await callers.callerOf(request);
      if (!viewer) return response.redirect(303, `${path}/login?next=${encodeURIComponent(request.url)}`);
      const t = textsFor(request);
      const { id }: { readonly id?: string } = request.params;
      if (id !== undefined && (await findWebsite(database, { id }))?.accountId !== viewer.account.id)
        return send(request, response, missingPage(t, path, true, request.url));
      const title = t(heading);
      send(request, response, {
        status: 200,
        title: `${title} · Footfall`,
        description: t('pages.description'),
        app: 'manage',
        headers: { 'X-Robots-Tag': 'noindex' },
        body: html`${skipLink(t)}<div id="app" data-base="${path}" data-origin="${origin}" ${names} data-email="${viewer.account.email}" data-admin="${viewer.account.admin ? 'yes' : ''}" data-import-max-mb="${options.importMaxMb}">
<div class="loading" role="status"><h1>${title}</h1></div>
</div>
<noscript><p class="plain">${t('pages.noScript')}</p></noscript>`,
      });
    });
  }
  router.use(createUploads({ callers, receive: options.receive, origin, now }));
  router.use(createDocs(baseUrl));
  router.use(createExport(parts));
  router.use(createStatisticsPage(parts));

  const sendMissing = async (request: Request, response: Response) => {
    const { viewer } = await callers.callerOf(request);
    send(request, response, missingPage(textsFor(request), path, viewer !== null, request.url));
  };
  router.use(sendMissing);
  router.use((error: unknown, request: Request, response: Response, next: NextFunction) =>
    // No page has a path that cannot be decoded.
    error instanceof URIError ? sendMissing(request, response) : next(error),
  );
  router.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    const { status } = error as { status?: unknown };
    // Other errors of the client are handled elsewhere.
    if (response.headersSent || (typeof status === 'number' && status < 500)) return next(error);
    const told = error instanceof AppError ? error : unavailableFor(database, error);
    const known = told?.code === 'UNAVAILABLE' ? 503 : told?.code === 'RATE_LIMITED' ? 429 : null;
    // Without a cause, the request was refused as intended.
    if (!told || known === null || told.cause !== undefined) {
      log.error({ err: error, requestId: requestIdOf(request), path: request.path }, 'A page could not be rendered.');
    }
    const about = sentenceIn(languageOf(request), told?.message ?? '');
    const retryAfter = known === null ? undefined : (told?.retryAfter ?? 5);
    send(request, response, faultPage(textsFor(request), path, known ?? 500, { about, retryAfter }));
  });
  return router;
}
