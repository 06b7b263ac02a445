import type { ModelStatic, Sequelize } from 'sequelize';
import { ALERT_KINDS, type AlertKind } from '../../domain/alert.ts';
import { bigint, type Instance, integer, key, OPTIONS } from './columns.ts';
import { word } from './words.ts';

/** The key of an alert: one hour of a website has one alert of a kind. */
export interface AlertKey {
  readonly websiteId: number;
  readonly kind: AlertKind;
  /** The hour at the website that it is about: days since 1970-01-01 times 24, plus the hour; 0 for a first hit. */
  readonly slot: number;
}

/** An alert. */
export interface AlertRow extends AlertKey {
  /** When it was noticed, milliseconds since 1970, UTC. */
  readonly at: number;
  readonly count: number;
  readonly usual: number;
}

export type Alerts = ModelStatic<Instance<AlertRow>>;

export function defineAlert(sequelize: Sequelize): Alerts {
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
