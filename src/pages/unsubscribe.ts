import { type Request, Router } from 'express';
import type { Database } from '../db/open.ts';
import { BODY_LIMITS, readBody } from '../http/body.ts';
import { languageOf } from '../http/language.ts';
import { askToUnsubscribe, type UnsubscribePage, unsubscribe } from '../reports/unsubscribe.ts';

/**
 * Serves `/unsubscribe/{token}`: the page behind the link of every report, and the one click of RFC 8058. Mail programs
 * send neither cookies nor an origin, so the token alone identifies the recipient; it is never logged.
 */
export function createUnsubscribe({ database, now }: { database: Database; now: () => number }): Router {
  const router = Router();
  router.get('/unsubscribe/:token', async (request, response) => {
    const language = languageOf(request);
    const { status, headers, body } = await askToUnsubscribe(database, takeToken(request), language);
    response.writeHead(status, allHeaders(headers)).end(body);
  });
  router.post('/unsubscribe/:token', async (request, response) => {
    const language = languageOf(request);
    const token = takeToken(request);
    // A body that cannot be read still unsubscribes: the request itself is the one click.
    const sent = await readBody(request, BODY_LIMITS.form).then(String, () => '');
    const { status, headers, body } = await unsubscribe(database, token, sent, language, now());
    response.writeHead(status, allHeaders(headers)).end(body);
  });
  return router;
}

/** Returns the token and removes it from the request, since errors are logged with its path. */
function takeToken(request: Request<{ token: string }>): string {
  const { token } = request.params;
  request.url = '/unsubscribe';
  return token;
}

function allHeaders(headers: UnsubscribePage['headers']): Record<string, string> {
  return { ...headers, 'X-Robots-Tag': 'noindex' };
}
