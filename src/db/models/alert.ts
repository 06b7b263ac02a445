import type { Sequelize } from 'sequelize';
import { ALERT_KINDS, type AlertKind } from '../../domain/alert.ts';
import { bigint, integer, key, type ModelOf, OPTIONS, word } from './columns.ts';

/** The key of an alert: a website has one alert per kind and hour. */
export interface AlertKey {
  readonly websiteId: number;
  readonly kind: AlertKind;
  /**
   * The hour in the website's time zone that the alert refers to: days since 1970-01-01 times 24, plus the hour; 0 for
   * a first hit.
   */
  readonly slot: number;
}

export interface AlertRow extends AlertKey {
  /** When the alert was raised, milliseconds since 1970, UTC. */
  readonly at: number;
  readonly count: number;
  readonly usual: number;
}

export function defineAlert(sequelize: Sequelize): ModelOf<AlertRow> {
  return sequelize.define(
    'alert',
    {
      websiteId: key(integer()),
      kind: key(word('kind', ALERT_KINDS)),
      slot: key(bigint()),
      at: bigint(),
      count: { ...bigint(), field: 'hits' },
      usual: bigint(),
    },
    OPTIONS,
  );
}
