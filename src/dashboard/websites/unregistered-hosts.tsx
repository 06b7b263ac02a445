import { hostLabel, hostTitle } from '../../domain/host-label.ts';
import { base } from '../base.ts';
import { formatCount, formatDay } from '../format.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { errorsOf, Form, SelectField, useForm } from '../parts/form.tsx';
import { DialogButton } from '../parts/overlays.tsx';
import { Table } from '../parts/table.tsx';
import {
  UpdateWebsiteDocument,
  WebsiteHostsDocument,
  type WebsiteHostsQuery,
  type WebsiteListQuery,
} from './__generated__/operations.ts';

type Host = NonNullable<WebsiteListQuery['unregisteredHosts']>[number];
type Website = WebsiteHostsQuery['websites']['rows'][number];

/** The hosts whose hits are lost, for admins, each with what puts an end to that. */
export function UnregisteredHosts(props: { readonly hosts: readonly Host[]; readonly onChange: () => void }) {
  const { hosts, onChange } = props;
  return (
    <section class="unregistered" aria-labelledby="unregistered">
      <h2 id="unregistered">{t('hosts.title')}</h2>
      <p class="hint">{t('hosts.about')}</p>
      <Table
        name={t('hosts.list')}
        columns={[t('hosts.host'), { number: t('hosts.hits') }, t('hosts.lastSeen'), { buttons: t('hosts.actions') }]}
      >
        {hosts.map(({ host, hits, lastDay }) => (
          <tr key={host}>
            <th scope="row" title={hostTitle(host)}>
              {hostLabel(host)}
            </th>
            <td class="number">{formatCount(hits)}</td>
            <td>{formatDay(lastDay)}</td>
            <td class="buttons">
              <a
                class="button small"
                href={`${base}/websites/new?domain=${encodeURIComponent(host)}`}
                aria-label={t('hosts.registerOne', { host: hostLabel(host) })}
              >
                {t('hosts.register')}
              </a>{' '}
              <DialogButton
                class="button small plain-button"
                label={t('hosts.addTo')}
                title={t('hosts.addOneTo', { host: hostLabel(host) })}
              >
                {close => (
                  <AddTo
                    host={host}
                    onDone={() => {
                      close();
                      onChange();
                    }}
                  />
                )}
              </DialogButton>
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function AddTo({ host, onDone }: { readonly host: string; readonly onDone: () => void }) {
  const { answer, error, reload } = useAnswer(signal => ask(WebsiteHostsDocument, {}, signal), []);
  if (error) return <Fault error={error} retry={reload} />;
  const rows = answer?.websites.rows;
  if (!rows) return null;
  return rows.length === 0 ? <p>{t('hosts.noWebsite')}</p> : <AddToForm host={host} websites={rows} onDone={onDone} />;
}

function AddToForm(props: {
  readonly host: string;
  readonly websites: readonly Website[];
  readonly onDone: () => void;
}) {
  const { host, websites, onDone } = props;
  const { values, field, run, state, error } = useForm(() => ({ website: likeliest(host, websites).id }));
  const add = () => {
    const { id, hosts } = websites.find(website => website.id === values.website) ?? likeliest(host, websites);
    run(ask(UpdateWebsiteDocument, { id, input: { hosts: [...hosts, host] } }), onDone);
  };
  return (
    <Form class="stack" onSubmit={add} error={error} submit={t('common.add')} isDisabled={state !== ''}>
      <SelectField
        label={t('hosts.website')}
        {...field('website')}
        errors={errorsOf(error, 'hosts')}
        options={websites.map(({ id, domain }) => [id, hostLabel(domain)] as const)}
        hint={t('hosts.websiteHint', { host: hostLabel(host) })}
      />
    </Form>
  );
}

/** Returns the website whose domain has the most of the host's last letters. */
function likeliest(host: string, websites: readonly Website[]): Website {
  const common = ({ domain }: Website) => {
    let length = 0;
    while (length < domain.length && domain.at(-1 - length) === host.at(-1 - length)) length++;
    return length;
  };
  return websites.reduce((best, website) => (common(website) > common(best) ? website : best));
}
