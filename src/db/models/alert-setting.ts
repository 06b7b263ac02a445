import { ALERT_KINDS } from '../../domain/alert.ts';
import { bigint, flag, integer, key, model, orNull, type RowOf, text, wordSet } from './columns.ts';

/** The alerts that are switched on for a website, and how they are delivered. */
export type AlertSettingRow = RowOf<typeof columns>;

const columns = () => ({
  websiteId: key(integer()),
  kinds: wordSet('kinds', ALERT_KINDS),
  byMail: flag('byMail'),
  webhookUrl: orNull(text(2_000)),
  /** The key that signs webhook calls. */
  webhookSecret: text(64),
  /** Milliseconds since 1970, UTC: a first hit before this time causes no alert. */
  since: bigint(),
});

export const defineAlertSetting = model<AlertSettingRow>('alert_setting', columns);
