import { createHash } from 'node:crypto';
import { type Database, reachable } from '../db/open.ts';
import type { Revocation } from '../db/revocations.ts';
import { hostLabel } from '../domain/host-label.ts';
import { Html, html } from '../domain/html.ts';
import type { Language } from '../domain/languages.ts';
import { serverTranslator } from '../messages/catalogues.ts';
import type { MessageKey } from '../messages/keys.ts';
import { richHtml } from '../messages/rich-html.ts';
import { findWebsite } from '../websites/access.ts';
import { announceChange } from '../websites/changes.ts';
import { readRecipients, recipientOfToken } from './recipients.ts';
import { inert } from './words.ts';

/** A complete response with an HTML page. */
export interface UnsubscribePage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** GET: asks first, since programs that scan links in mail must not unsubscribe anyone. Throws UNAVAILABLE. */
export async function askToUnsubscribe(
  database: Database,
  token: string,
  language: Language,
): Promise<UnsubscribePage> {
  const found = await subscriptionOf(database, token);
  if (!found) return pageOf({ language, status: 404, title: 'unsubscribe.invalid', about: 'unsubscribe.invalidAbout' });
  const { domain, isOff, isOffForAll } = found;
  if (isOffForAll) return pageOf({ language, domain, ...OFF_FOR_ALL });
  if (isOff) return pageOf({ language, domain, ...UNSUBSCRIBED });
  const button = ['unsubscribe', 'unsubscribe.title'] as const;
  return pageOf({ language, domain, title: 'unsubscribe.title', about: 'unsubscribe.question', button });
}

/**
 * POST: unsubscribes, by the one click of RFC 8058 or the page's button; `again` in the body subscribes again. When the
 * account itself unsubscribes and the website has no other recipient, its `email` setting is turned off.
 */
export async function unsubscribe(
  database: Database,
  token: string,
  body: string,
  language: Language,
  now: number = Date.now(),
): Promise<UnsubscribePage> {
  const found = await subscriptionOf(database, token);
  // A mail program must not learn whether the link was valid, and has nothing to retry.
  if (!found) return pageOf({ language, title: 'unsubscribe.done', about: 'unsubscribe.doneByLink' });
  const { domain } = found;
  const isAgain = new URLSearchParams(body).get('action') === 'again';
  await turn(database, found.recipient.id, found.website, isAgain, now);
  if (!isAgain) return pageOf({ language, domain, ...UNSUBSCRIBED });
  if (found.isOffForAll) return pageOf({ language, domain, ...OFF_FOR_ALL });
  return pageOf({ language, domain, title: 'unsubscribe.againDone', about: 'unsubscribe.againAbout' });
}

async function subscriptionOf(database: Database, token: string) {
  const recipient = await recipientOfToken(database, token);
  const website = recipient && (await findWebsite(database, { id: recipient.websiteId }));
  if (!recipient || !website) return null;
  const isOff = recipient.unsubscribedAt !== null || !website.emailReports;
  const isOffForAll = recipient.email !== '' && !website.emailReports;
  return { recipient, website: website.id, domain: hostLabel(website.domain), isOff, isOffForAll };
}

async function turn(database: Database, id: number, websiteId: number, isAgain: boolean, now: number): Promise<void> {
  const { websites, reportRecipients } = database;
  const changed = await reachable(database, () =>
    database.transaction(async (transaction): Promise<Revocation | null> => {
      const website = await websites.findByPk(websiteId, { transaction, lock: true, raw: true });
      if (!website) return null;
      const everyone = await readRecipients(database, { websiteId }, transaction);
      const recipient = everyone.find(one => one.id === id);
      if (!recipient) return null;
      const isOwn = recipient.email === '';
      const others = everyone.some(one => one.id !== id && one.unsubscribedAt === null);
      const emailReports = isAgain ? 1 : 0;
      // While the account is the only recipient, its subscription is the setting of the website.
      if (isOwn && (isAgain || !others) && website.emailReports !== emailReports) {
        const updatedAt = Math.max(now, website.updatedAt + 1);
        await websites.update({ emailReports, updatedAt }, { where: { id: websiteId }, transaction });
      }
      const keeps = isAgain || (isOwn && !others);
      if ((recipient.unsubscribedAt === null) !== keeps) {
        const change = { unsubscribedAt: keeps ? null : now, since: now };
        await reportRecipients.update(change, { where: { id }, transaction });
      }
      return { recipient: recipient.token, now: isAgain ? 'on' : keeps ? 'reports off' : 'off', at: now };
    }),
  );
  if (changed) await database.revocations.note(changed);
  const website = await findWebsite(database, { id: websiteId });
  announceChange(database, { id: websiteId, website });
}

interface Content {
  readonly language: Language;
  readonly status?: number;
  readonly title: MessageKey;
  readonly about: MessageKey;
  readonly domain?: string;
  readonly button?: readonly [action: string, label: MessageKey];
}

const OFF_FOR_ALL = { title: 'unsubscribe.off', about: 'unsubscribe.offAbout' } as const;
const UNSUBSCRIBED = {
  title: 'unsubscribe.done',
  about: 'unsubscribe.doneAbout',
  button: ['again', 'unsubscribe.again'],
} as const;

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 3rem 1.25rem; font: 16px/1.5 system-ui, sans-serif; background: #faf8f3; color: #1d2320; }
@media (prefers-color-scheme: dark) { body { background: #121513; color: #e9ebe4; } }
main { max-width: 32rem; margin: 0 auto; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
strong { overflow-wrap: anywhere; }
button { font: inherit; font-weight: 600; padding: 0.6rem 1.1rem; border: 0; border-radius: 6px; background: #2b7a60; color: #fff; cursor: pointer; }
button:focus-visible { outline: 3px solid #1d5c4a; outline-offset: 2px; }
@media (prefers-color-scheme: dark) { button:focus-visible { outline-color: #7fd0ab; } }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

function pageOf({ language, status = 200, title, about, domain = '', button }: Content): UnsubscribePage {
  const t = serverTranslator(language);
  const strong = (text: string) => html`<strong>${inert(text, 255)}</strong>`;
  const form =
    button && html`<form method="post"><button name="action" value="${button[0]}">${t(button[1])}</button></form>`;
  const body = html`<!DOCTYPE html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${t(title)}</title><style>${new Html(STYLE)}</style></head>
<body><main><h1>${t(title)}</h1><p>${richHtml(t, about, { domain: strong }, { domain })}</p>${form ?? null}</main></body></html>
`.text;
  return {
    status,
    body,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
  };
}
