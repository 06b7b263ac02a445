import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { Table } from '../parts/table.tsx';
import { AuditLogDocument } from './__generated__/operations.ts';
import { detailsText } from './audit-details.ts';

/** Entries that are shown without a click. */
const FEW = 25;

/** Who changed what on the website, and when; it is read when it is opened, or when the URL asks for it. */
export function AuditLog({ id }: { readonly id: string }) {
  const section = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(location.hash === '#audit');
  useEffect(() => {
    // The browser looked for the section before it was there.
    if (location.hash === '#audit') section.current?.scrollIntoView();
  }, []);
  return (
    <section aria-labelledby="audit" ref={section}>
      <h2 id="audit">{t('audit.title')}</h2>
      <p class="hint">{t('audit.about')}</p>
      {isOpen ? (
        <Entries id={id} />
      ) : (
        <button type="button" class="button small plain-button" onClick={() => setOpen(true)}>
          {t('audit.show')}
        </button>
      )}
    </section>
  );
}

function Entries({ id }: { readonly id: string }) {
  const { answer, error, reload, isLoading } = useAnswer(signal => ask(AuditLogDocument, { id }, signal), [id]);
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  // The button that was clicked is gone, and the focus with it.
  useEffect(() => {
    if (location.hash !== '#audit') list.current?.focus();
  }, []);
  const entries = answer?.website?.audit ?? [];
  return (
    <div ref={list} tabIndex={-1} aria-busy={isLoading} class="stack audit">
      {error ? <Fault error={error} retry={reload} /> : null}
      {answer && entries.length === 0 && <p class="nothing">{t('audit.none')}</p>}
      {entries.length > 0 && (
        <Table name={t('audit.list')} columns={[t('audit.when'), t('audit.who'), t('audit.what')]}>
          {(isWhole ? entries : entries.slice(0, FEW)).map(({ id: entry, at, by, via, action, details }) => (
            <tr key={entry}>
              <th scope="row">{formatInstant(at)}</th>
              <td>
                {by}
                {via !== 'SESSION' && <span class="hint"> {t(`audit.via.${via}`)}</span>}
              </td>
              <td class="said">{t(`audit.action.${action}`, { details: detailsText(details) })}</td>
            </tr>
          ))}
        </Table>
      )}
      {!isWhole && entries.length > FEW && (
        <button
          type="button"
          class="button small plain-button"
          onClick={() => {
            setWhole(true);
            list.current?.focus();
          }}
        >
          {t('audit.showAll', { number: formatCount(entries.length) })}
        </button>
      )}
    </div>
  );
}
