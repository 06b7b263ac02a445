import { createHash, randomUUID } from 'node:crypto';
import { Op } from 'sequelize';
import { findAccount } from '../accounts/accounts.ts';
import type { AlertDeliveryRow } from '../db/models/alert-delivery.ts';
import { type Database, reachable } from '../db/open.ts';
import { DAY } from '../domain/calendar.ts';
import { counted } from '../domain/counted.ts';
import type { Log } from '../log.ts';
import type { AnswerLoader } from '../stats/answers.ts';
import { findWebsite } from '../websites/access.ts';
import { causesOfAlert } from './alert-causes.ts';
import { alertBody, alertMail } from './alert-mail.ts';
import { HELD } from './send.ts';
import { deliver, MailFault, type MailRoute } from './smtp.ts';
import { callWebhook, WebhookFault } from './webhook.ts';
import { type Words, wordsIn, wordsOf } from './words.ts';

export interface DeliverOptions {
  readonly database: Database;
  /** Null without a mail server. */
  readonly route: MailRoute | null;
  /** Returns a loader for one alert. */
  readonly stats: () => AnswerLoader;
  readonly baseUrl: string;
  /** Non-public IP addresses and ranges that webhooks may reach. */
  readonly allowed: readonly string[];
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly log: Log;
}

const AT_ONCE = 200;
const RETRIES = [60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 6 * 3_600_000] as const;

/** Thrown for a delivery that no retry can complete. */
class Hopeless extends Error {}

/** Delivers the open alerts, schedules a retry for failed ones, and returns a sentence with the counts. */
export async function deliverAlerts(options: DeliverOptions): Promise<string> {
  const { database, now, signal } = options;
  const { alertDeliveries } = database;
  const count = { sent: 0, waiting: 0, failed: 0 };
  for (const delivery of await reachable(database, () => openDeliveries(database, now()))) {
    if (signal.aborted) break;
    const { id, state, attempts } = delivery;
    const claim = randomUUID();
    const taken = {
      state: 'claimed',
      claim,
      heldUntil: now() + HELD,
      changedAt: now(),
      attempts: attempts + 1,
    } as const;
    // The row as it was read: another process may have been faster.
    const [claimed] = await alertDeliveries.update(taken, { where: { id, claim: delivery.claim, state } });
    if (claimed === 0) continue;
    const end = await attempt(options, delivery, claim);
    const [settled] = await alertDeliveries.update(
      { nextAt: 0, ...end, changedAt: now() },
      { where: { id, claim, state: 'claimed' } },
    );
    count[end.state] += settled;
  }
  return `Delivered ${counted(count.sent, 'alert')}; ${count.waiting} waiting, ${count.failed} failed.`;
}

async function attempt(options: DeliverOptions, delivery: AlertDeliveryRow, claim: string) {
  try {
    return { state: 'sent', note: await tell(options, delivery, claim) } as const;
  } catch (error) {
    const note = (error instanceof Error ? error.message : String(error)).toWellFormed();
    const wait = RETRIES[delivery.attempts];
    if (isHopeless(error) || wait === undefined) return { state: 'failed', note } as const;
    return { state: 'waiting', note, nextAt: options.now() + wait } as const;
  }
}

async function tell(options: DeliverOptions, delivery: AlertDeliveryRow, claim: string): Promise<string> {
  const { database, baseUrl, now, signal } = options;
  const { websiteId, kind, slot } = delivery;
  const [setting, alert, website] = await Promise.all([
    database.alertSettings.findByPk(websiteId),
    database.alerts.findOne({ where: { websiteId, kind, slot } }),
    findWebsite(database, { id: websiteId }),
  ]);
  if (!setting || !alert || !website) throw new Hopeless('The website or its alerts no longer exist.');
  const causesIn = (words: Words) =>
    causesOfAlert(database, options.stats(), website, { words, news: alert, log: options.log });
  if (delivery.channel === 'webhook') {
    if (setting.webhookUrl === null) throw new Hopeless('The website no longer has a webhook.');
    const causes = await causesIn(wordsIn('en'));
    const call = {
      url: setting.webhookUrl,
      secret: setting.webhookSecret,
      id: idOf(delivery, setting.webhookSecret),
      body: alertBody(website, alert, { at: alert.at, causes, baseUrl }),
    };
    return `The webhook returned ${await callWebhook(call, { allowed: options.allowed, signal, now: now() })}.`;
  }
  if (!options.route) throw new Error('This instance has no mail server; set SMTP_URL.');
  const account = await findAccount(database, website.accountId);
  if (!account) throw new Hopeless('The account no longer exists.');
  const causes = await causesIn(wordsOf(website));
  const id = `alert.${idOf(delivery, setting.webhookSecret)}`;
  const mail = { to: account.email, ...alertMail(website, alert, { causes, baseUrl }), id, unsubscribe: null };
  await deliver(options.route, mail, keep, signal);
  return 'The mail server accepted it.';

  /** A process so slow that another one took over must not finish. */
  async function keep(): Promise<() => void> {
    const held = await database.alertDeliveries.findByPk(delivery.id, { attributes: ['claim'] });
    if (held?.claim !== claim) throw new Error('Another process took over the alert.');
    return () => undefined;
  }
}

function isHopeless(error: unknown): boolean {
  if (error instanceof MailFault || error instanceof WebhookFault) return error.isFinal;
  return error instanceof Hopeless;
}

/** Returns an id that is the same for every attempt and cannot be guessed. */
function idOf({ websiteId, kind, slot, channel }: AlertDeliveryRow, secret: string): string {
  return createHash('sha256').update(`${secret} ${websiteId} ${kind} ${slot} ${channel}`).digest('hex').slice(0, 32);
}

/** Returns the deliveries due at `now`, least tried first. A time over a day ahead is due: a wrong clock wrote it. */
async function openDeliveries({ alertDeliveries }: Database, now: number): Promise<AlertDeliveryRow[]> {
  const past = { [Op.or]: [{ [Op.lte]: now }, { [Op.gt]: now + DAY }] };
  return alertDeliveries.findAll({
    where: {
      [Op.or]: [
        { state: 'waiting', nextAt: past },
        { state: 'claimed', heldUntil: past },
      ],
    },
    order: ['attempts', 'id'],
    limit: AT_ONCE,
  });
}
