import type { Transaction, WhereOptions } from 'sequelize';
import { randomText } from '../accounts/secrets.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { groupByWebsite } from '../db/by-website.ts';
import type { ReportRecipientRow } from '../db/models/report-recipient.ts';
import { type Database, reachable } from '../db/open.ts';
import { parseInput } from '../domain/inputs/parse.ts';
import { mailAddress, type RecipientInput, recipientInput } from '../domain/inputs/reports.ts';
import { quote } from '../domain/text.ts';
import { badInput, notFound } from '../errors.ts';
import { lockWebsite, writableWebsite } from '../websites/access.ts';
import { addAudit } from '../websites/audit.ts';

/** A recipient of reports. */
export type Recipient = ReportRecipientRow;

const TOKEN_LENGTH = 43;
const TOKEN = new RegExp(`^[0-9A-Za-z]{${TOKEN_LENGTH}}$`);
const MOST_RECIPIENTS = 20;
/** Stored in place of the account's e-mail address, which can change. */
const OWN = '';
/** Without the address, which a removed recipient may want to be gone. */
const ABOUT_RECIPIENTS = { action: 'change', details: 'recipients of reports' } as const;

/** Returns the recipients that match, by website, with the account itself first. */
export async function readRecipients(
  { reportRecipients }: Database,
  where: WhereOptions<Recipient>,
  transaction: Transaction | null = null,
): Promise<Recipient[]> {
  const found = await reportRecipients.findAll({ where, order: ['websiteId', 'email'], transaction });
  return found.map(recipient => recipient.get());
}

/** Returns the recipients of these websites, in the order of `ids`; the account comes first, once a report was due. */
export async function recipientsOf(database: Database, ids: readonly number[]): Promise<(readonly Recipient[])[]> {
  return groupByWebsite(ids, await reachable(database, () => readRecipients(database, { websiteId: ids })));
}

/** Returns the recipient with this token in the unsubscribe link; null for an unknown token. */
export async function recipientOfToken(database: Database, token: string): Promise<Recipient | null> {
  if (!TOKEN.test(token)) return null;
  const [found] = await reachable(database, () => readRecipients(database, { token }));
  return found ?? null;
}

/** Adds the account as a recipient unless it is one, and returns all recipients of the website. */
export async function ensureOwnRecipient(
  database: Database,
  { websiteId, since }: Pick<Recipient, 'websiteId' | 'since'>,
): Promise<readonly Recipient[]> {
  const own = { websiteId, email: OWN, frequencies: ['WEEKLY'] as const, token: randomText(TOKEN_LENGTH), since };
  await database.reportRecipients.upsert(own, { fields: ['websiteId', 'email'] });
  return readRecipients(database, { websiteId });
}

/**
 * Adds a recipient or changes their frequencies, and returns all recipients. A null address is the account's own. A
 * recipient who has unsubscribed is refused; only they can undo that. Throws NOT_FOUND, FORBIDDEN, BAD_USER_INPUT.
 */
export async function setRecipient(
  database: Database,
  viewer: Viewer | null,
  id: string,
  input: RecipientInput,
  now: number,
): Promise<readonly Recipient[]> {
  const { email: address, frequencies } = parseInput(recipientInput, input);
  const { id: websiteId } = await writableWebsite(database, viewer, { id });
  // It would be there twice, and every report would be sent twice.
  if (address && isSame(address, viewer?.account.email ?? '')) {
    throw badInput({
      email: [`${quote(address)} is the account's own address, which is a recipient already; use another one.`],
    });
  }
  return reachable(database, async () => {
    await database.transaction(async transaction => {
      await lockWebsite(database, websiteId, transaction);
      const known = await readRecipients(database, { websiteId }, transaction);
      const mine = find(known, address ?? OWN);
      const email = mine?.email ?? address ?? OWN;
      if (mine && mine.unsubscribedAt !== null) {
        throw badInput({
          email: ['This recipient has unsubscribed; they can subscribe again only with the link in their last report.'],
        });
      }
      if (!mine && email !== OWN && known.filter(one => one.email !== OWN).length >= MOST_RECIPIENTS) {
        throw badInput({
          email: [`A website can have at most ${MOST_RECIPIENTS} further recipients; remove one first.`],
        });
      }
      const token = mine?.token ?? randomText(TOKEN_LENGTH);
      const changed: (keyof Recipient)[] = ['websiteId', 'email', 'frequencies', 'since'];
      const row = { websiteId, email, frequencies, token, since: now };
      await database.reportRecipients.upsert(row, { fields: changed, transaction });
      await addAudit(database, viewer, { ...ABOUT_RECIPIENTS, websiteId, at: now }, transaction);
    });
    return readRecipients(database, { websiteId });
  });
}

/** Returns the recipient with this address; earlier releases kept one for each way in which it was written. */
function find<T extends { readonly email: string }>(recipients: readonly T[], address: string): T | undefined {
  return recipients.find(({ email }) => email === address) ?? recipients.find(({ email }) => isSame(email, address));
}

/** Returns whether two addresses are one mailbox, as nearly all mail servers see it: in any case. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Removes a further recipient and returns the others; an unsubscribed one stays, so that it cannot be added again. */
export async function removeRecipient(
  database: Database,
  viewer: Viewer | null,
  id: string,
  email: string,
  now: number = Date.now(),
): Promise<readonly Recipient[]> {
  const { id: websiteId } = await writableWebsite(database, viewer, { id });
  const { data: address = OWN } = mailAddress.safeParse(email);
  return reachable(database, async () => {
    const recipients = await readRecipients(database, { websiteId });
    const mine = find(recipients, address);
    if (!mine || mine.email === OWN) throw notFound();
    // A recipient who unsubscribes at this moment stays, too.
    await database.transaction(async transaction => {
      await database.reportRecipients.destroy({ where: { id: mine.id, unsubscribedAt: null }, transaction });
      await addAudit(database, viewer, { ...ABOUT_RECIPIENTS, websiteId, at: now }, transaction);
    });
    return readRecipients(database, { websiteId });
  });
}
