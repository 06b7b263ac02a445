import { latestOf } from '../db/by-website.ts';
import type { AlertKey, AlertRow } from '../db/models/alert.ts';
import type { AlertDeliveryRow, Channel } from '../db/models/alert-delivery.ts';
import { type Database, reachable } from '../db/open.ts';

export type Delivery = AlertDeliveryRow;

/** An alert with its deliveries, latest first. */
export interface ToldAlert extends AlertRow {
  readonly deliveries: readonly Delivery[];
}

const LATEST = 100;
/** An alert has two channels at most. */
const DELIVERIES = 2 * LATEST;
const PENDING = { state: 'waiting', claim: '', heldUntil: 0, attempts: 0, note: '' } as const;

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

/** Returns one alert; null when it no longer exists. */
export async function findAlert({ alerts }: Database, { websiteId, kind, slot }: AlertKey): Promise<AlertRow | null> {
  const alert = await alerts.findOne({ where: { websiteId, kind, slot } });
  return alert?.get() ?? null;
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
