import { useEffect, useRef } from 'preact/hooks';
import { base } from '../base.ts';
import { formatAgo, formatCount, formatInstant, formatRange } from '../format.ts';
import { rich, t } from '../messages.ts';
import { Table } from '../parts/table.tsx';
import { amountOf, type Forget, type Site } from './words.ts';

interface Shown {
  readonly site: Site;
  readonly forget: Forget;
}

/** Visits that are being removed, or were removed while the page was open. */
export function ForgetCard({ site, forget, isNew }: Shown & { readonly isNew: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const isDone = forget.state === 'DONE';
  return (
    <section class="forget-card" aria-labelledby={`forget-${forget.id}`}>
      <h2 id={`forget-${forget.id}`} ref={heading} tabIndex={-1}>
        {formatRange(forget.from, forget.to)}
      </h2>
      <p role="status">{stageOf(forget)}</p>
      {isDone ? (
        <p class="buttons">
          <a class="button" href={`${base}/${site.domain}?from=${forget.from}&to=${forget.to}`}>
            {t('forget.seeDays')}
          </a>
        </p>
      ) : (
        <progress value={forget.progress} aria-label={t('forget.progress')} />
      )}
    </section>
  );
}

/** Returns how far something is forgotten, as a sentence. */
function stageOf(forget: Forget): string {
  const amount = amountOf(forget);
  if (forget.state === 'DONE') return t('forget.done', { amount });
  return forget.hits === 0 ? t('forget.waiting') : t('forget.running', { amount });
}

/** What the website has forgotten before, the latest first. */
export function ForgetList({ site, forgets }: { readonly site: Site; readonly forgets: readonly Forget[] }) {
  return (
    <section aria-labelledby="forgotten">
      <h2 id="forgotten">{t('forget.list')}</h2>
      <p class="hint">
        {rich('forget.listAbout', {
          link: text => <a href={`${base}/websites/${site.id}/settings#audit`}>{text}</a>,
        })}
      </p>
      {forgets.length === 0 ? (
        <p class="nothing">{t('forget.none')}</p>
      ) : (
        <Table
          name={t('forget.table')}
          columns={[
            t('forget.days'),
            { number: t('metric.visits') },
            { number: t('metric.pageviews') },
            { number: t('metric.events') },
          ]}
        >
          {forgets.map(forget => (
            <tr key={forget.id}>
              <th scope="row">
                {formatRange(forget.from, forget.to)}
                <span class="hint about-import" title={formatInstant(forget.createdAt)}>
                  {whoseText(forget)}
                </span>
              </th>
              <td class="number">{formatCount(forget.visits)}</td>
              <td class="number">{formatCount(forget.pageviews)}</td>
              <td class="number">{formatCount(forget.events)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

/** Returns when something was forgotten, and who did it. */
function whoseText({ createdAt, createdBy }: Forget): string {
  const ago = formatAgo(createdAt);
  return createdBy === null ? t('forget.byCommand', { ago }) : t('forget.by', { ago, name: createdBy });
}
