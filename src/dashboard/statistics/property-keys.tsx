import type { ComponentChildren } from 'preact';
import { formatCount } from '../format.ts';
import { t } from '../messages.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { Rows } from '../parts/rows.tsx';
import { Head } from '../parts/table.tsx';
import { PropertyKeysDocument } from './__generated__/operations.ts';
import { NothingMatches } from './nothing.tsx';
import { askHere } from './question.ts';
import { useShown } from './view.ts';

/** The properties of an event, or of pageviews, with the number of hits that have each and of its values. */
export function PropertyKeys(props: {
  readonly id: string;
  readonly event: string | null;
  readonly onOpen: (key: string) => void;
}) {
  const { id, event, onOpen } = props;
  const { question } = useShown();
  const { days, filter } = question;
  const { answer, isLoading, error, reload } = useAnswer(
    signal => askHere(PropertyKeysDocument, { event, ...days, filter }, signal),
    [event, question],
  );
  const keys = answer?.properties ?? [];
  const most = Math.max(0, ...keys.map(({ events }) => events));
  const title = event === null ? t('properties.ofPageviews') : t('properties.ofEvent', { event });
  return (
    <div id={id} role="tabpanel" aria-label={title} aria-busy={isLoading}>
      {error ? (
        <Fault error={error} retry={reload} />
      ) : answer === null ? (
        <p class="nothing">{t('common.loading')}</p>
      ) : keys.length === 0 ? (
        <p class="nothing">{noKeys(event, filter !== null)}</p>
      ) : (
        <table class="list">
          <caption class="hidden">{title}</caption>
          <Head
            columns={[
              t('properties.property'),
              { number: t(event === null ? 'metric.pageviews' : 'metric.events') },
              { number: t('properties.values') },
            ]}
          />
          <Rows>
            {keys.map(({ key, events, values }) => (
              <tr key={key} style={{ '--part': most > 0 ? events / most : 0 }}>
                <th scope="row">
                  <span class="label">
                    <button
                      type="button"
                      class="cut"
                      aria-label={t('properties.open', { property: key })}
                      onClick={() => onOpen(key)}
                    >
                      <bdi>{key}</bdi>
                    </button>
                  </span>
                </th>
                <td class="number">{formatCount(events)}</td>
                <td class="number">{formatCount(values)}</td>
              </tr>
            ))}
          </Rows>
        </table>
      )}
    </div>
  );
}

function noKeys(event: string | null, isFiltered: boolean): ComponentChildren {
  if (isFiltered) return <NothingMatches text="properties.noFiltered" />;
  if (event === null) return t('properties.noneOfPageviews');
  return t('properties.noneOfEvent', { event, code: `pa.track({ name: '${event}', props: { plan: 'pro' } })` });
}
