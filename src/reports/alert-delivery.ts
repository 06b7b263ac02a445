import { createHash, randomUUID } from 'node:crypto';
import { Op } from 'sequelize';
import { findAccount } from '../accounts/accounts.ts';
import { type Database, reachable } from '../db/open.ts';
import { findWebsite } from '../websites/access.ts';
import { alertBody, alertMail } from './alert-mail.ts';
import { alertSettingsOf, type Delivery, findAlert } from './alerts.ts';
import { deliver, MailFault, type MailRoute } from './smtp.ts';
import { callWebhook, WebhookFault } from './webhook.ts';

export interface DeliverOptions {
  readonly database: Database;
  /** Null without a mail server. */
  readonly route: MailRoute | null;
  readonly baseUrl: string;
  /** Non-public IP addresses and ranges that webhooks may reach. */
  readonly allowed: readonly string[];
  readonly now: () => number;
  readonly signal: AbortSignal;
}

const DAY = 86_400_000;
const HELD = 600_000;
const AT_ONCE = 200;
const RETRIES = [60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 6 * 3_600_000] as const;

/** Thrown for a delivery that no retry can complete. */
class Hopeless extends Error {}

/** Delivers the open alerts, schedules a retry for failed ones, and returns a sentence with the counts. */
export async function deliverAlerts(options: DeliverOptions): Promise<string> {
  const { database, now, signal } = options;
  const count = { sent: 0, waiting: 0, failed: 0 };
  for (const delivery of await reachable(database, () => openDeliveries(database, now(), AT_ONCE))) {
    if (signal.aborted) break;
    const claim = randomUUID();
    if (!(await claimDelivery(database, delivery, { claim, heldUntil: now() + HELD, now: now() }))) continue;
    let end: { state: 'sent' | 'waiting' | 'failed'; note: string; nextAt?: number };
    try {
      end = { state: 'sent', note: await tell(options, delivery, claim) };
    } catch (error) {
      const wait = RETRIES[delivery.attempts];
      const isOver = isHopeless(error) || wait === undefined;
      const note = (error instanceof Error ? error.message : String(error)).toWellFormed();
      end = isOver ? { state: 'failed', note } : { state: 'waiting', note, nextAt: now() + wait };
    }
    if (await settleDelivery(database, delivery.id, claim, { ...end, now: now() })) count[end.state]++;
  }
  return `Delivered ${count.sent} alerts; ${count.waiting} waiting, ${count.failed} failed.`;
}

async function tell(options: DeliverOptions, delivery: Delivery, claim: string): Promise<string> {
  const { database, baseUrl, now, signal } = options;
  const [[setting], alert, website] = await Promise.all([
    alertSettingsOf(database, [delivery.websiteId]),
    findAlert(database, delivery),
    findWebsite(database, { id: delivery.websiteId }),
  ]);
  if (!setting || !alert || !website) throw new Hopeless('The website or its alerts no longer exist.');
  if (delivery.channel === 'webhook') {
    if (setting.webhookUrl === null) throw new Hopeless('The website no longer has a webhook.');
    const call = {
      url: setting.webhookUrl,
      secret: setting.webhookSecret,
      id: idOf(delivery, setting.webhookSecret),
      body: alertBody(website, alert, { at: alert.at, baseUrl }),
    };
    return `The webhook returned ${await callWebhook(call, { allowed: options.allowed, signal, now: now() })}.`;
  }
  if (!options.route) throw new Error('This instance has no mail server; set SMTP_URL.');
  const account = await findAccount(database, website.accountId);
  if (!account) throw new Hopeless('The account no longer exists.');
  const id = `alert.${idOf(delivery, setting.webhookSecret)}`;
  const mail = { to: account.email, ...alertMail(website, alert, baseUrl), id, unsubscribe: null };
  await deliver(options.route, mail, keep, signal);
  return 'The mail server accepted it.';

  /** A process so slow that another one took over must not finish. */
  async function keep(): Promise<() => void> {
    if ((await claimOf(database, delivery.id)) !== claim) throw new Error('Another process took over the alert.');
    return () => undefined;
  }
}

function isHopeless(error: unknown): boolean {
  if (error instanceof MailFault || error instanceof WebhookFault) return error.isFinal;
  return error instanceof Hopeless;
}

/** Returns an id that is the same for every attempt and cannot be guessed. */
function idOf({ websiteId, kind, slot, channel }: Delivery, secret: string): string {
  return createHash('sha256').update(`${secret} ${websiteId} ${kind} ${slot} ${channel}`).digest('hex').slice(0, 32);
}

/** Returns the deliveries due at `now`, least tried first. A time over a day ahead is due: a wrong clock wrote it. */
async function openDeliveries({ alertDeliveries }: Database, now: number, limit: number): Promise<Delivery[]> {
  const past = { [Op.or]: [{ [Op.lte]: now }, { [Op.gt]: now + DAY }] };
  const found = await alertDeliveries.findAll({
    where: {
      [Op.or]: [
        { state: 'waiting', nextAt: past },
        { state: 'claimed', heldUntil: past },
      ],
    },
    order: ['attempts', 'id'],
    limit,
  });
  return found.map(delivery => delivery.get());
}

/** Returns the claim that has a delivery or had it last; null when the delivery no longer exists. */
async function claimOf({ alertDeliveries }: Database, id: number): Promise<string | null> {
  const delivery = await alertDeliveries.findByPk(id, { attributes: ['claim'], raw: true });
  return delivery?.claim ?? null;
}

/** Claims a delivery as it was read; returns false when another process was faster. */
async function claimDelivery(
  { alertDeliveries }: Database,
  { id, claim, state, attempts }: Delivery,
  mine: { readonly claim: string; readonly heldUntil: number; readonly now: number },
): Promise<boolean> {
  const taken = { state: 'claimed', claim: mine.claim, heldUntil: mine.heldUntil, changedAt: mine.now } as const;
  const [count] = await alertDeliveries.update({ ...taken, attempts: attempts + 1 }, { where: { id, claim, state } });
  return count === 1;
}

/** Stores the result of the attempt with this claim; returns false when the claim has lost the delivery. */
async function settleDelivery(
  { alertDeliveries }: Database,
  id: number,
  claim: string,
  { state, now, nextAt = 0, note }: { state: Delivery['state']; now: number; nextAt?: number; note: string },
): Promise<boolean> {
  const end = { state, changedAt: now, nextAt, note };
  const [count] = await alertDeliveries.update(end, { where: { id, claim, state: 'claimed' } });
  return count === 1;
}
