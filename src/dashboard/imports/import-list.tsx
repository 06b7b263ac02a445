import { useState } from 'preact/hooks';
import { base } from '../base.ts';
import { formatAgo, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { locale, t } from '../messages.ts';
import { useAnswer } from '../parts/answer.tsx';
import { Form, useChange } from '../parts/form.tsx';
import { Dialog } from '../parts/overlays.tsx';
import { RowButton, Table } from '../parts/table.tsx';
import { OneImportDocument, UndoImportDocument } from './__generated__/operations.ts';
import { labelOfTool, type Tools } from './choices.tsx';
import type { Site } from './import-card.tsx';
import { daysOf, filesOf, type Import, isImported } from './words.ts';

/** The totals that the question before an undo names. */
const TOTALS = ['pageviews', 'visitors', 'visits', 'events'] as const;

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
  const madeBy = ({ source, counted, createdAt, createdBy }: Import) => {
    const tool = labelOfTool(tools, source) ?? '';
    return t('imports.madeBy', {
      ...{ hasTool: tool === '' ? 'no' : 'yes', tool, count: counted, ago: formatAgo(createdAt) },
      ...{ by: createdBy === null ? 'command' : 'person', person: createdBy ?? '' },
    });
  };
  return (
    <section aria-labelledby="imports">
      <h2 id="imports">{t('imports.past')}</h2>
      <Table name={t('imports.list')} columns={[t('imports.files'), t('imports.days'), { buttons: t('imports.undo') }]}>
        {imports.map(one => (
          <tr key={one.id}>
            <th scope="row">
              {filesOf(one)}
              <span class="hint about-import" title={formatInstant(one.createdAt)}>
                {madeBy(one)}
              </span>
              {one.state === 'FAILED' && (
                <span class="about-import">{t('imports.failedAbout', { error: one.error ?? '' })}</span>
              )}
              {one.state === 'UNDONE' && one.undoNote && <span class="about-import">{one.undoNote}</span>}
            </th>
            <td>
              <Days site={site} shown={one} />
              <span class="hint about-import">{stateOf(one)}</span>
            </td>
            <td class="number">
              {isImported(one) && (
                <RowButton name={t('imports.undoOne', { files: filesOf(one) })} onClick={() => setLeaving(one)}>
                  {t('imports.undo')}
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

function stateOf({ state }: Import): string {
  return state === 'DONE' || state === 'FAILED' || state === 'UNDONE' ? t(`imports.state.${state}`) : '';
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
  const totals = shown.report.flatMap(({ name, ours }) => {
    const total = TOTALS.find(one => one === name);
    return total && ours && ours.sum > 0 ? t(`count.${total}`, { count: ours.sum }) : [];
  });
  const gone = totals.length > 0 ? totals : [t('count.rows', { count: shown.counted })];
  return (
    <Dialog title={t('imports.undoQuestion')} onClose={onClose}>
      <Form
        onSubmit={() => run(ask(UndoImportDocument, { id: shown.id }), ({ undoImport }) => onUndone(undoImport))}
        error={error}
        submit={t('imports.undoThis')}
        buttonClass="button danger"
        isDisabled={state === 'busy'}
        beside={
          <button type="button" class="button plain-button" onClick={onClose}>
            {t('common.cancel')}
          </button>
        }
      >
        <p>{t('imports.undoAbout', { totals: new Intl.ListFormat(locale).format(gone), days: daysOf(shown) })}</p>
        {undoNote && <p>{undoNote}</p>}
      </Form>
    </Dialog>
  );
}
