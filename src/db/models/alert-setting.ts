import type { Sequelize } from 'sequelize';
import { ALERT_KINDS, type AlertKind } from '../../domain/alert.ts';
import { bigint, flag, integer, key, type ModelOf, OPTIONS, orNull, text, wordSet } from './columns.ts';

/** The alerts that are switched on for a website, and how they are delivered. */
export interface AlertSettingRow {
  readonly websiteId: number;
  readonly kinds: readonly AlertKind[];
  readonly byMail: boolean;
  readonly webhookUrl: string | null;
  /** The key that signs webhook calls. */
  readonly webhookSecret: string;
  /** Milliseconds since 1970, UTC: a first hit before this time causes no alert. */
  readonly since: number;
}

export function defineAlertSetting(sequelize: Sequelize): ModelOf<AlertSettingRow> {
  return sequelize.define(
    'alert_setting',
    {
      websiteId: key(integer()),
      kinds: wordSet('kinds', ALERT_KINDS),
      byMail: flag('byMail'),
      webhookUrl: orNull(text(2_000)),
      webhookSecret: text(64),
      since: bigint(),
    },
    OPTIONS,
  );
}
