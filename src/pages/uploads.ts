import { type Request, Router } from 'express';
import type { Viewer } from '../accounts/viewer.ts';
import type { Callers } from '../http/caller.ts';
import { isForeign } from '../http/incoming.ts';
import { sendJson } from '../http/json.ts';
import { textsFor } from '../http/language.ts';
import { Refusal } from '../rest/refusal.ts';
import { refuse } from './refuse.ts';

/** Stores the files of a request for a website, and returns the id of the import. */
export type ReceiveFiles = (request: Request, viewer: Viewer | null, website: string) => Promise<string>;

/**
 * Takes the files that the page of imports sends: like `POST /api/v1/websites/{id}/imports`, but for people who are
 * signed in, and only from pages of this service.
 */
export function createUploads(options: {
  readonly callers: Callers;
  readonly receive: ReceiveFiles;
  readonly origin: string;
  readonly now: () => number;
}): Router {
  const { callers, receive, origin, now } = options;
  const router = Router();
  router.post('/websites/:id/imports', async (request, response) => {
    try {
      if (isForeign(request, [origin, request.headers.host]))
        throw new Refusal(403, { message: textsFor(request)('uploads.foreign') });
      const { viewer } = await callers.callerOf(request);
      sendJson(response, 202, { id: await receive(request, viewer, request.params.id) });
    } catch (error) {
      refuse(error, request, response, now());
    }
  });
  return router;
}
