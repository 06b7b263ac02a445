import { ALERT_KINDS } from '../../domain/alert.ts';
import { bigint, integer, key, model, type RowOf, word } from './columns.ts';

/** The key of an alert: a website has one alert per kind and hour. */
export type AlertKey = Pick<AlertRow, 'websiteId' | 'kind' | 'slot'>;

export type AlertRow = RowOf<typeof columns>;

const columns = () => ({
  websiteId: key(integer()),
  kind: key(word('kind', ALERT_KINDS)),
  /** The local hour that the alert is about, as days since 1970-01-01 times 24, plus the hour; 0 for a first hit. */
  slot: key(bigint()),
  /** When the alert was raised, milliseconds since 1970, UTC. */
  at: bigint(),
  count: { ...bigint(), field: 'hits' },
  usual: bigint(),
});

export const defineAlert = model<AlertRow>('alert', columns);
