import type { Sequelize } from 'sequelize';
import { ALERT_KINDS } from '../../domain/alert.ts';
import type { AlertKey } from './alert.ts';
import { bigint, cutText, id, integer, type ModelOf, OPTIONS, text, word } from './columns.ts';

/** A way to deliver an alert. */
export type Channel = 'mail' | 'webhook';

/** The delivery of an alert through one channel; times are milliseconds since 1970, UTC. */
export interface AlertDeliveryRow extends AlertKey {
  readonly id: number;
  readonly channel: Channel;
  /** `waiting` is tried from `nextAt` on; `sent` and `failed` are final. */
  readonly state: 'waiting' | 'claimed' | 'sent' | 'failed';
  /** The attempt that holds the delivery, or held it last. */
  readonly claim: string;
  /** The time until which a claim holds. */
  readonly heldUntil: number;
  readonly nextAt: number;
  readonly attempts: number;
  readonly changedAt: number;
  /** The receiver's response, or why there was none. */
  readonly note: string;
}

export function defineAlertDelivery(sequelize: Sequelize): ModelOf<AlertDeliveryRow, 'id'> {
  return sequelize.define(
    'alert_delivery',
    {
      id: id(),
      websiteId: { ...integer(), unique: 'delivery' },
      kind: { ...word('kind', ALERT_KINDS), unique: 'delivery' },
      slot: { ...bigint(), unique: 'delivery' },
      channel: { ...text(8), unique: 'delivery' },
      state: text(8),
      claim: text(36),
      heldUntil: bigint(),
      nextAt: bigint(),
      attempts: integer(),
      changedAt: bigint(),
      note: cutText('note', 1_000),
    },
    OPTIONS,
  );
}
