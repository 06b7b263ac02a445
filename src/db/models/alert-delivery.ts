import { ALERT_KINDS } from '../../domain/alert.ts';
import { bigint, cutText, id, integer, model, type RowOf, text, word } from './columns.ts';

/** A way to deliver an alert. */
export type Channel = 'mail' | 'webhook';

/** The delivery of an alert through one channel; times are milliseconds since 1970, UTC. */
export type AlertDeliveryRow = RowOf<typeof columns>;

const columns = () => ({
  id: id(),
  websiteId: { ...integer(), unique: 'delivery' },
  kind: { ...word('kind', ALERT_KINDS), unique: 'delivery' },
  slot: { ...bigint(), unique: 'delivery' },
  channel: { ...text<Channel>(8), unique: 'delivery' },
  /** `waiting` is tried from `nextAt` on; `sent` and `failed` are final. */
  state: text<'waiting' | 'claimed' | 'sent' | 'failed'>(8),
  /** The attempt that holds the delivery, or held it last. */
  claim: text(36),
  /** The time until which a claim holds. */
  heldUntil: bigint(),
  nextAt: bigint(),
  attempts: integer(),
  changedAt: bigint(),
  /** The receiver's response, or why there was none. */
  note: cutText('note', 1_000),
});

export const defineAlertDelivery = model<AlertDeliveryRow, 'id'>('alert_delivery', columns);
