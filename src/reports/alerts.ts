import { randomText } from '../accounts/secrets.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { latestOf } from '../db/by-website.ts';
import type { AlertKey, AlertRow } from '../db/models/alert.ts';
import type { AlertDeliveryRow, Channel } from '../db/models/alert-delivery.ts';
import type { AlertSettingRow } from '../db/models/alert-setting.ts';
import { type Database, reachable } from '../db/open.ts';
import { parseInput } from '../domain/inputs/parse.ts';
import { type AlertsInput, alertsInput } from '../domain/inputs/reports.ts';
import { badInput } from '../errors.ts';
import { lockWebsite, writableWebsite } from '../websites/access.ts';
import { addAudit } from '../websites/audit.ts';
import { isForbiddenAddress } from './webhook.ts';

/** An alert with its deliveries, latest first. */
export interface ToldAlert extends AlertRow {
  readonly deliveries: readonly AlertDeliveryRow[];
}

const LATEST = 100;
/** An alert has two channels at most. */
const DELIVERIES = 2 * LATEST;
const PENDING = { state: 'waiting', claim: '', heldUntil: 0, attempts: 0, note: '' } as const;

/** Returns the alert settings of these websites, in the order of `ids`; null for a website without any. */
export async function alertSettingsOf(database: Database, ids: readonly number[]): Promise<(AlertSettingRow | null)[]> {
  const found = await reachable(database, () => database.alertSettings.findAll({ where: { websiteId: ids } }));
  const byWebsite = new Map(found.map(setting => [setting.websiteId, setting.get()]));
  return ids.map(id => byWebsite.get(id) ?? null);
}

/**
 * Replaces the alert settings of a website; `secret` belongs to a new webhook and is never shown again. `allowed` are
 * non-public IP addresses and CIDR ranges that a webhook may name.
 */
export async function setAlerts(
  database: Database,
  viewer: Viewer | null,
  id: string,
  input: AlertsInput,
  { now, allowed }: { readonly now: number; readonly allowed: readonly string[] },
): Promise<{ readonly setting: AlertSettingRow; readonly secret: string | null }> {
  const { webhookUrl, ...wanted } = parseInput(alertsInput, input);
  const { id: websiteId } = await writableWebsite(database, viewer, { id });
  return reachable(database, () =>
    database.transaction(async transaction => {
      await lockWebsite(database, websiteId, transaction);
      const before = await database.alertSettings.findByPk(websiteId, { transaction });
      // A new receiver gets a new secret, so that two receivers never share one.
      const isNew = webhookUrl !== null && before?.webhookUrl !== webhookUrl;
      if (isNew) checkAddress(webhookUrl, allowed);
      const webhookSecret = isNew || !before ? `whsec_${randomText(40)}` : before.webhookSecret;
      const setting = { ...wanted, websiteId, webhookUrl, webhookSecret, since: before?.since ?? now };
      await database.alertSettings.upsert(setting, { transaction });
      await addAudit(database, viewer, { websiteId, action: 'change', details: 'alerts', at: now }, transaction);
      return { setting, secret: isNew ? webhookSecret : null };
    }),
  );
}

/** Throws BAD_USER_INPUT for an address that no delivery would reach; what a name resolves to can change until then. */
function checkAddress(webhookUrl: string, allowed: readonly string[]): void {
  const { hostname } = new URL(webhookUrl);
  if (!isForbiddenAddress(hostname, allowed)) return;
  throw badInput({
    webhookUrl: [
      `The address ${hostname} of the webhook is not public; use a public one, or ask the operator of this instance to allow it in WEBHOOK_ALLOW.`,
    ],
  });
}

/** Adds an alert and a delivery for each channel in one transaction; returns false when the alert already exists. */
export async function raiseAlert(database: Database, alert: AlertRow, channels: readonly Channel[]): Promise<boolean> {
  const { websiteId, kind, slot, at } = alert;
  const delivery = { websiteId, kind, slot, ...PENDING, nextAt: at, changedAt: at };
  try {
    await database.transaction(async transaction => {
      await database.alerts.create(alert, { transaction });
      for (const channel of channels) await database.alertDeliveries.create({ ...delivery, channel }, { transaction });
    });
    return true;
  } catch (error) {
    if (database.dialect.fault(error) === 'duplicate') return false;
    throw error;
  }
}

/** Returns the latest hundred alerts of each of these websites, newest first, in the order of `ids`. */
export async function alertsOf(database: Database, ids: readonly number[]): Promise<(readonly ToldAlert[])[]> {
  const [alerts, deliveries] = await reachable(database, () =>
    Promise.all([latestOf(database, 'alerts', ids, LATEST), latestOf(database, 'alertDeliveries', ids, DELIVERIES)]),
  );
  return alerts.map((ofWebsite, place) => {
    const byAlert = Map.groupBy(deliveries[place] ?? [], nameOf);
    return ofWebsite.map(alert => ({ ...alert, deliveries: byAlert.get(nameOf(alert)) ?? [] }));
  });
}

function nameOf({ kind, slot }: AlertKey): string {
  return `${kind} ${slot}`;
}
