import { useEffect, useRef } from 'preact/hooks';
import { base } from '../base.ts';
import { formatAgo, formatCount, formatInstant, formatRange } from '../format.ts';
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
            See these days
          </a>
        </p>
      ) : (
        <progress value={forget.progress} aria-label="Days that are done" />
      )}
    </section>
  );
}

/** Returns how far something is forgotten, as a sentence. */
function stageOf(forget: Forget): string {
  if (forget.state === 'DONE') return `Forgotten: ${amountOf(forget)}.`;
  if (forget.hits === 0) return 'Waiting for its turn. An import of hits that is at work comes first.';
  return `${amountOf(forget)} so far. You can close this page; it goes on.`;
}

/** What the website has forgotten before, the latest first. */
export function ForgetList({ site, forgets }: { readonly site: Site; readonly forgets: readonly Forget[] }) {
  return (
    <section aria-labelledby="forgotten">
      <h2 id="forgotten">Forgotten so far</h2>
      <p class="hint">
        The conditions themselves are not kept, because they may hold what had to be removed. The{' '}
        <a href={`${base}/websites/${site.id}/settings#audit`}>audit log</a> shows which kinds were used.
      </p>
      {forgets.length === 0 ? (
        <p class="nothing">Nothing has been forgotten yet.</p>
      ) : (
        <Table
          name="List of what was forgotten"
          columns={['Days', { number: 'Visits' }, { number: 'Pageviews' }, { number: 'Events' }]}
        >
          {forgets.map(forget => (
            <tr key={forget.id}>
              <th scope="row">
                {formatRange(forget.from, forget.to)}
                <span class="hint about-import" title={formatInstant(forget.createdAt)}>
                  {formatAgo(forget.createdAt)}, by {forget.createdBy ?? 'the command line'}
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
