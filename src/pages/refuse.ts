import type { Request, Response } from 'express';
import { wordedFields } from '../errors.ts';
import { sendJson } from '../http/json.ts';
import { errorWords } from '../http/language.ts';
import { requestIdOf } from '../http/response-headers.ts';
import { refusalOf } from '../rest/refusal.ts';

/** Responds to an error as REST does, in the language of `?lang=`; throws an internal one, which the log names. */
export function refuse(error: unknown, request: Request, response: Response, now: number): void {
  const { status, body, headers } = refusalOf(error, requestIdOf(request), now);
  if (status === 500 || response.headersSent) throw error;
  const word = errorWords(request);
  const fields = body.errors && { errors: wordedFields(body.errors, word) };
  sendJson(response, status, { ...body, message: word(body.message), ...fields }, headers);
}
