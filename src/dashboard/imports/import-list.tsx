import { useState } from 'preact/hooks';
import { base } from '../base.ts';
import { counted, formatAgo, formatCount, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { useAnswer } from '../parts/answer.tsx';
import { Form, useChange } from '../parts/form.tsx';
import { Dialog } from '../parts/overlays.tsx';
import { RowButton, Table } from '../parts/table.tsx';
import { OneImportDocument, UndoImportDocument } from './__generated__/operations.ts';
import type { Tools } from './choices.tsx';
import type { Site } from './import-card.tsx';
import { daysOf, filesOf, type Import, nameOf } from './words.ts';

const STATES: Readonly<Partial<Record<Import['state'], string>>> = {
  DONE: 'Imported',
  FAILED: 'Failed',
  UNDONE: 'Taken out',
};

/** The imports of a website that are over, the latest first. */
export function ImportList(props: {
  readonly site: Site;
  readonly tools: Tools;
  readonly imports: readonly Import[];
  readonly onChange: (now: Import) => void;
}) {
  const { site, tools, imports, onChange } = props;
  const [leaving, setLeaving] = useState<Import | null>(null);
  if (imports.length === 0) return null;
  const labelOf = ({ source }: Import) => {
    const label = tools.find(tool => tool.source === source)?.label;
    return label ? `${label}, ` : '';
  };
  return (
    <section aria-labelledby="imports">
      <h2 id="imports">Imports so far</h2>
      <Table name="List of imports" columns={['Files', 'Days', { buttons: 'Undo' }]}>
        {imports.map(one => (
          <tr key={one.id}>
            <th scope="row">
              {filesOf(one)}
              <span class="hint about-import" title={formatInstant(one.createdAt)}>
                {labelOf(one)}
                {counted(one.counted, 'row')}, {formatAgo(one.createdAt)}, by {one.createdBy ?? 'the command line'}
              </span>
              {one.state === 'FAILED' && (
                <span class="about-import">{one.error} Nothing of it counts. Mend the file, and send it again.</span>
              )}
              {one.state === 'UNDONE' && one.undoNote && <span class="about-import">{one.undoNote}</span>}
            </th>
            <td>
              <Days site={site} shown={one} />
              <span class="hint about-import">{STATES[one.state] ?? ''}</span>
            </td>
            <td class="number">
              {one.state === 'DONE' && (
                <RowButton name={`Undo the import of ${filesOf(one)}`} onClick={() => setLeaving(one)}>
                  Undo
                </RowButton>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {leaving && (
        <Undo
          site={site}
          shown={leaving}
          onClose={() => setLeaving(null)}
          onUndone={now => {
            setLeaving(null);
            onChange(now);
          }}
        />
      )}
    </section>
  );
}

function Days({ site, shown }: { readonly site: Site; readonly shown: Import }) {
  const { from, to, state } = shown;
  if (from === null || to === null) return <>–</>;
  if (state !== 'DONE') return <>{daysOf(shown)}</>;
  return <a href={`${base}/${site.domain}?from=${from}&to=${to}`}>{daysOf(shown)}</a>;
}

/** Asks before an import is taken out, and says what will be gone. */
function Undo(props: {
  readonly site: Site;
  readonly shown: Import;
  readonly onClose: () => void;
  readonly onUndone: (now: Import) => void;
}) {
  const { site, shown, onClose, onUndone } = props;
  // Imports that were done since the page was opened may need it.
  const { answer } = useAnswer(
    signal => ask(OneImportDocument, { id: site.id, import: shown.id }, signal),
    [site.id, shown.id],
  );
  const undoNote = answer?.website?.import?.undoNote;
  const { run, state, error } = useChange();
  const totals = shown.report.flatMap(({ name, ours }) =>
    ours && ours.values === null && ours.sum > 0 ? `${formatCount(ours.sum)} ${nameOf(name).toLowerCase()}` : [],
  );
  return (
    <Dialog title="Undo this import?" onClose={onClose}>
      <Form
        onSubmit={() => run(ask(UndoImportDocument, { id: shown.id }), ({ undoImport }) => onUndone(undoImport))}
        error={error}
        submit="Undo the import"
        buttonClass="button danger"
        isDisabled={state === 'busy'}
        beside={
          <button type="button" class="button plain-button" onClick={onClose}>
            Cancel
          </button>
        }
      >
        <p>
          {totals.length > 0
            ? `${new Intl.ListFormat('en-GB').format(totals)} disappear from the statistics`
            : `${counted(shown.counted, 'row')} disappear from the statistics`}{' '}
          ({daysOf(shown)}). What Footfall counted itself stays. The same files can be imported again later.
        </p>
        {undoNote && <p>{undoNote}</p>}
      </Form>
    </Dialog>
  );
}
