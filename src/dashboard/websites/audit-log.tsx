import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { Table } from '../parts/table.tsx';
import { type AuditAction, AuditLogDocument, type AuditVia } from './__generated__/operations.ts';

/** What was done, before the words of the entry that say to what. */
const ACTIONS: Readonly<Record<AuditAction, string>> = {
  CREATE: 'Created',
  CHANGE: 'Changed',
  DELETE: 'Deleted',
  IMPORT: 'Began',
  UNDO: 'Undid',
  FORGET: 'Forgot',
};
const VIA: Readonly<Record<AuditVia, string>> = {
  SESSION: '',
  KEY: 'with an API key',
  COMMAND: 'on the command line',
};

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
      <h2 id="audit">Audit log</h2>
      <p class="hint">
        Who changed settings, share links, goals, funnels, segments, annotations, alerts and recipients, imported or
        forgot something, and when. Entries are kept for a year.
      </p>
      {isOpen ? (
        <Entries id={id} />
      ) : (
        <button type="button" class="button small plain-button" onClick={() => setOpen(true)}>
          Show the audit log
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
      {answer && entries.length === 0 && <p class="nothing">Nothing has been changed in the last year.</p>}
      {entries.length > 0 && (
        <Table name="Entries of the audit log" columns={['When', 'Who', 'What']}>
          {(isWhole ? entries : entries.slice(0, FEW)).map(({ id: entry, at, by, via, action, details }) => (
            <tr key={entry}>
              <th scope="row">{formatInstant(at)}</th>
              <td>
                {by}
                {VIA[via] !== '' && <span class="hint"> {VIA[via]}</span>}
              </td>
              <td class="said">
                {ACTIONS[action]} {details}
              </td>
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
          Show all {formatCount(entries.length)}
        </button>
      )}
    </div>
  );
}
