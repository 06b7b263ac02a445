import * as z from 'zod';
import { ALERT_KINDS } from '../alert.ts';

const LONGEST_URL = 2_000;

/** The URL that alerts are posted to, normalised by the URL parser. */
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
