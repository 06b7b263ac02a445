import { randomText } from '../accounts/secrets.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { type AlertSettingRow, readAlertSettings, saveAlertSetting } from '../db/alert-rows.ts';
import { type Database, reachable } from '../db/open.ts';
import { deleteRecipient, type RecipientRow, readRecipients, saveRecipient } from '../db/recipient-rows.ts';
import { retriedTransaction } from '../db/retry.ts';
import { lockWebsite } from '../db/website-rows.ts';
import type { AlertKind } from '../domain/alert.ts';
import { parseMailAddress } from '../domain/mail-address.ts';
import type { Frequency } from '../domain/period.ts';
import { badInput, notFound } from '../errors.ts';
import { writableWebsite } from '../websites/access.ts';
import { TOKEN_LENGTH } from './due.ts';

/** What a website wants alerts about. */
export type AlertSetting = AlertSettingRow;

const MOST_RECIPIENTS = 20;
const LONGEST_URL = 2_000;

/** Who gets reports of a website, the account itself first; its row is there once reports were due. */
export function listRecipients(database: Database, website: number): Promise<readonly RecipientRow[]> {
  return reachable(database, () => readRecipients(database.dialect, website));
}

/**
 * Adds a recipient or changes how often they get reports; a null address is the account's own. Whoever has unsubscribed is
 * refused, since only they may take that back. Throws NOT_FOUND, FORBIDDEN and BAD_USER_INPUT.
 */
export async function setRecipient(
  database: Database,
  viewer: Viewer | null,
  id: string,
  { email, frequencies }: { email: string | null; frequencies: readonly Frequency[] },
  now: number,
): Promise<readonly RecipientRow[]> {
  const website = await writableWebsite(database, viewer, { id });
  const parsed = email === null ? { address: '' } : parseMailAddress(email);
  if ('error' in parsed) throw badInput({ email: [parsed.error] });
  if (frequencies.length === 0) throw badInput({ frequencies: ['There is no frequency; send one or more.'] });
  const { address } = parsed;
  await reachable(database, () =>
    retriedTransaction(database.dialect, async tx => {
      if (!(await lockWebsite(tx, database.dialect, 'id', website.id))) throw notFound();
      const known = await readRecipients(tx, website.id);
      const mine = known.find(one => one.email === address);
      if (mine && mine.unsubscribedAt !== null) {
        throw badInput({
          email: ['This recipient has unsubscribed; only the link in their last report takes that back.'],
        });
      }
      if (!mine && address !== '' && known.filter(one => one.email !== '').length >= MOST_RECIPIENTS) {
        throw badInput({ email: [`A website has at most ${MOST_RECIPIENTS} further recipients; remove one first.`] });
      }
      const token = mine?.token ?? randomText(TOKEN_LENGTH);
      await saveRecipient(tx, database.dialect, {
        website: website.id,
        email: address,
        frequencies,
        token,
        since: now,
      });
    }),
  );
  return listRecipients(database, website.id);
}

/** Takes a further recipient off; one who has unsubscribed stays known, so that nobody can subscribe them again. */
export async function removeRecipient(database: Database, viewer: Viewer | null, id: string, email: string) {
  const website = await writableWebsite(database, viewer, { id });
  const parsed = parseMailAddress(email);
  const address = 'address' in parsed ? parsed.address : '';
  const recipients = await listRecipients(database, website.id);
  const mine = address === '' ? undefined : recipients.find(one => one.email === address);
  if (!mine) throw notFound();
  if (mine.unsubscribedAt === null)
    await reachable(database, () => deleteRecipient(database.dialect, website.id, address));
  return listRecipients(database, website.id);
}

/** What a website wants alerts about; null before anything was chosen. */
export async function findAlertSetting(database: Database, website: number): Promise<AlertSettingRow | null> {
  return (await reachable(database, () => readAlertSettings(database.dialect, website)))[0] ?? null;
}

/** Replaces what a website wants alerts about; `secret` is told when it is new, and never again. */
export async function setAlerts(
  database: Database,
  viewer: Viewer | null,
  id: string,
  input: { kinds: readonly AlertKind[]; byMail: boolean; webhookUrl: string | null },
  now: number,
): Promise<{ readonly setting: AlertSettingRow; readonly secret: string | null }> {
  const website = await writableWebsite(database, viewer, { id });
  const webhookUrl = input.webhookUrl === null ? null : webhookOf(input.webhookUrl);
  const before = await findAlertSetting(database, website.id);
  // Another receiver must not be able to sign like the one before.
  const isNew = webhookUrl !== null && before?.webhookUrl !== webhookUrl;
  const webhookSecret = isNew || !before ? `whsec_${randomText(40)}` : before.webhookSecret;
  const setting = {
    website: website.id,
    kinds: input.kinds,
    byMail: input.byMail,
    webhookUrl,
    webhookSecret,
    since: before?.since ?? now,
  };
  await reachable(database, () => saveAlertSetting(database.dialect, database.dialect, setting));
  return { setting, secret: isNew ? webhookSecret : null };
}

function webhookOf(given: string): string {
  const url = URL.parse(given);
  const isRight = url && /^https?:$/.test(url.protocol) && url.username + url.password + url.hash === '';
  if (isRight && url.href.length <= LONGEST_URL) return url.href;
  throw badInput({
    webhookUrl: [
      'The webhook is not an http or https URL without user and fragment; send one such as https://example.com/hook.',
    ],
  });
}
