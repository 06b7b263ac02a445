import { randomText } from '../accounts/secrets.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { AlertSettingRow } from '../db/models/alert-setting.ts';
import { type Database, reachable } from '../db/open.ts';
import { type AlertsInput, alertsInput } from '../domain/inputs/alerts.ts';
import { parseInput } from '../domain/inputs/parse.ts';
import { lockWebsite, writableWebsite } from '../websites/access.ts';

/** The alerts that a website wants. */
export type AlertSetting = AlertSettingRow;

/** The alerts that each of these websites wants, in the order of `ids`; null before anything was chosen. */
export async function alertSettingsOf(database: Database, ids: readonly number[]): Promise<(AlertSetting | null)[]> {
  const found = await reachable(database, () => database.alertSettings.findAll({ where: { websiteId: ids } }));
  const byWebsite = new Map(found.map(setting => [setting.websiteId, setting.get()]));
  return ids.map(id => byWebsite.get(id) ?? null);
}

/** The settings of every website that has some. */
export async function allAlertSettings({ alertSettings }: Database): Promise<AlertSetting[]> {
  return (await alertSettings.findAll()).map(setting => setting.get());
}

/** Replaces the alerts that a website wants; `secret` is that of a new webhook, which is never shown again. */
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
      // Another receiver must not be able to sign like the one before.
      const isNew = webhookUrl !== null && before?.webhookUrl !== webhookUrl;
      const webhookSecret = isNew || !before ? `whsec_${randomText(40)}` : before.webhookSecret;
      const setting = { ...wanted, websiteId, webhookUrl, webhookSecret, since: before?.since ?? now };
      await database.alertSettings.upsert(setting, { transaction });
      return { setting, secret: isNew ? webhookSecret : null };
    }),
  );
}
