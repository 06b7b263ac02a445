import { formatCount, formatInstant } from '../format.ts';
import { Table } from '../parts/table.tsx';
import type { AlertDeliveryState, AlertKind, WebsiteSettingsQuery } from './__generated__/operations.ts';

type Alert = NonNullable<WebsiteSettingsQuery['website']>['alerts'][number];

const STATES: Record<AlertDeliveryState, string> = {
  WAITING: 'waiting',
  CLAIMED: 'sending',
  SENT: 'delivered',
  FAILED: 'failed',
};
const SHOWN = 20;

/** The latest alerts with their deliveries; renders nothing before the first alert. */
export function AlertLog({ alerts }: { readonly alerts: readonly Alert[] }) {
  if (alerts.length === 0) return null;
  return (
    <details>
      <summary>Latest alerts</summary>
      <Table name="Latest alerts" columns={['Time', 'Alert', 'Delivery']}>
        {alerts.slice(0, SHOWN).map(alert => (
          <tr key={`${alert.kind}${alert.at}`}>
            <th scope="row">{formatInstant(alert.at)}</th>
            <td>{textOf(alert)}</td>
            <td>
              {alert.deliveries.map(({ channel, state, attempts, note }) => (
                <p key={channel}>
                  {channel === 'MAIL' ? 'E-mail' : 'Webhook'}: {STATES[state]}
                  {attempts > 1 && `, ${attempts} attempts`}
                  {note !== '' && <span class="hint"> {note}</span>}
                </p>
              ))}
            </td>
          </tr>
        ))}
      </Table>
    </details>
  );
}

function textOf({ kind, count, usual }: Alert): string {
  const texts: Record<AlertKind, string> = {
    FIRST_HIT: 'First hit',
    NO_HITS: `No hits for a day, usually ${formatCount(usual)}`,
    SPIKE: `${formatCount(count)} visits in an hour, usually ${formatCount(usual)}`,
    DROP: `Only ${formatCount(count)} visits in an hour, usually ${formatCount(usual)}`,
  };
  return texts[kind];
}
