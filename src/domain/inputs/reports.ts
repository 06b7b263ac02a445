import * as z from 'zod';
import { ALERT_KINDS } from '../alert.ts';
import { FREQUENCIES } from '../report.ts';
import { quote } from '../text.ts';

const LONGEST = 254;
/** The part before the `@` that RFC 5321 allows without quotes. */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const HOST = /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** A plain e-mail address, nothing that mail programs take for a name or a header; its host as punycode. */
export const mailAddress = z.string().transform((given, context): string => {
  const typed = given.trim();
  const at = typed.lastIndexOf('@');
  const local = typed.slice(0, at);
  const typedHost = typed.slice(at + 1);
  const host = /[/?#\\:@[\]\s]/.test(typedHost) ? '' : (URL.parse(`http://${typedHost}/`)?.hostname ?? '');
  const address = `${local}@${host}`;
  const isPlain = at >= 1 && local.length <= 64 && LOCAL.test(local) && HOST.test(host) && address.length <= LONGEST;
  if (isPlain) return address;
  const message = `${quote(typed)} is not an e-mail address; use one such as ada@example.com.`;
  context.issues.push({ code: 'custom', message, input: given });
  return z.NEVER;
});

/** A recipient of reports as the client sends it; a null address means the account's own. */
export const recipientInput = z.object({
  email: mailAddress.nullish(),
  frequencies: z.array(z.enum(FREQUENCIES)).min(1, 'The list of frequencies is empty; choose one or more.'),
});
export type RecipientInput = z.input<typeof recipientInput>;

const LONGEST_URL = 2_000;

const webhookUrl = z.string().transform((given, context): string => {
  const url = URL.parse(given);
  const isRight = url && /^https?:$/.test(url.protocol) && url.username + url.password + url.hash === '';
  if (isRight && url.href.length <= LONGEST_URL) return url.href;
  const message =
    'The webhook must be an http or https URL without a user name or fragment, such as https://example.com/hook.';
  context.issues.push({ code: 'custom', message, input: given });
  return z.NEVER;
});

/** New alert settings of a website; `byMail` defaults to true. */
export const alertsInput = z.object({
  kinds: z.array(z.enum(ALERT_KINDS)).transform(kinds => [...new Set(kinds)]),
  byMail: z
    .boolean()
    .nullish()
    .transform(given => given ?? true),
  webhookUrl: webhookUrl.nullish().transform(given => given ?? null),
});
export type AlertsInput = z.input<typeof alertsInput>;
