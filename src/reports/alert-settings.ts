import { randomText } from '../accounts/secrets.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { AlertSettingRow } from '../db/models/alert-setting.ts';
import { type Database, reachable } from '../db/open.ts';
import { parseInput } from '../domain/inputs/parse.ts';
import { type AlertsInput, alertsInput } from '../domain/inputs/reports.ts';
import { lockWebsite, writableWebsite } from '../websites/access.ts';

/** The alert settings of a website. */
export type AlertSetting = AlertSettingRow;

/** Returns the alert settings of these websites, in the order of `ids`; null for a website without any. */
export async function alertSettingsOf(database: Database, ids: readonly number[]): Promise<(AlertSetting | null)[]> {
  const found = await reachable(database, () => database.alertSettings.findAll({ where: { websiteId: ids } }));
  const byWebsite = new Map(found.map(setting => [setting.websiteId, setting.get()]));
  return ids.map(id => byWebsite.get(id) ?? null);
}

/** Returns the alert settings of all websites that have any. */
export async function allAlertSettings({ alertSettings }: Database): Promise<AlertSetting[]> {
  return (await alertSettings.findAll()).map(setting => setting.get());
}

/** Replaces the alert settings of a website; `secret` belongs to a new webhook and is never shown again. */
export async function setAlerts(
  database: Database,
  viewer: Viewer | null,
  id: string,
  input: AlertsInput,
  now: number,
): Promise<{ readonly setting: AlertSetting; readonly secret: string | null }> {
  const { webhookUrl, ...wanted } = parseInput(alertsInput, input);
  const { id: websiteId } = await writableWebsite(database, viewer, { id });
  return reachable(database, () =>
    database.transaction(async transaction => {
      await lockWebsite(database, websiteId, transaction);
      const before = (await database.alertSettings.findByPk(websiteId, { transaction }))?.get();
      // A new receiver gets a new secret, so that two receivers never share one.
      const isNew = webhookUrl !== null && before?.webhookUrl !== webhookUrl;
      const webhookSecret = isNew || !before ? `whsec_${randomText(40)}` : before.webhookSecret;
      const setting = { ...wanted, websiteId, webhookUrl, webhookSecret, since: before?.since ?? now };
      await database.alertSettings.upsert(setting, { transaction });
      return { setting, secret: isNew ? webhookSecret : null };
    }),
  );
}
