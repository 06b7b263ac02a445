import { useState } from 'preact/hooks';
import { FUNNEL_COLUMNS, funnelCells } from '../../domain/csv-cells.ts';
import { page } from '../base.ts';
import { formatCount, formatDuration, formatShare } from '../format.ts';
import { rich, t } from '../messages.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { CsvButton } from '../parts/csv-button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Table } from '../parts/table.tsx';
import { FunnelListDocument, OneFunnelDocument, type OneFunnelFragment } from './__generated__/operations.ts';
import { type Funnel, FunnelDialog } from './funnel-form.tsx';
import { Growth, hourOf, partText } from './growth.tsx';
import { CountsFrom } from './imported.tsx';
import { Amounts } from './list-table.tsx';
import { FilterLabel, nodeLabel } from './path-filter.tsx';
import { conditionOf, partOfSteps } from './path-parts.ts';
import { askHere } from './question.ts';
import { useRetries } from './retries.ts';
import { type Turn, useDrawn } from './turn.ts';
import { useShown } from './view.ts';

type Step = OneFunnelFragment['funnel']['steps'][number] & {
  /** Steps can be equal, but for this. */
  readonly number: number;
};

/** One funnel of the website, as bars and as a table. */
export function Funnels({ turn }: { readonly turn: Turn }) {
  const { isNear } = turn;
  const { state, change, question, overview } = useShown();
  const { comparedUntil } = overview.summary;
  const [edited, setEdited] = useState<Funnel | 'new' | null>(null);
  const list = useAnswer(signal => (isNear ? askHere(FunnelListDocument, {}, signal) : null), [isNear]);
  useRetries(list.error, list.reload);
  const funnels = list.answer?.funnels ?? [];
  const chosen = funnels.find(({ id }) => id === state.funnel) ?? funnels[0];
  const { days, filter, compared } = question;
  const counted = useAnswer(
    async signal => {
      if (!chosen) return null;
      const variables = { id: chosen.id, ...days, ...compared, filter };
      const found = (await askHere(OneFunnelDocument, variables, signal))?.funnel;
      const steps = found?.steps.map((step, at) => ({ ...step, number: at + 1 }));
      return { of: chosen, result: found && steps ? { ...found, steps } : null };
    },
    [chosen && JSON.stringify(chosen), question],
  );
  const result = counted.answer && counted.answer.of.id === chosen?.id ? counted.answer.result : null;
  const error = list.error ?? (chosen ? counted.error : null);
  useDrawn(turn, error !== null || (list.answer !== null && (!chosen || counted.answer !== null)));
  return (
    <section class="panel path" aria-labelledby="funnels-title" hidden={turn.isHidden}>
      <header>
        <h2 id="funnels-title">{t('funnels.title')}</h2>
        {funnels.length > 1 && chosen && (
          <select
            aria-label={t('funnels.funnel')}
            value={chosen.id}
            onInput={event => change({ funnel: event.currentTarget.value })}
          >
            {funnels.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
        <div class="tools">
          {result && chosen && (
            <CsvButton
              file={t('funnels.file', { name: chosen.name })}
              days={days}
              columns={FUNNEL_COLUMNS}
              rows={result.steps.map(funnelCells)}
            />
          )}
          {page.isOwner && chosen && (
            <button
              type="button"
              key="edit"
              class="quiet text"
              aria-label={t('funnels.edit')}
              onClick={() => setEdited(chosen)}
            >
              {t('common.edit')}
            </button>
          )}
          {page.isOwner && (
            <button type="button" key="add" class="quiet text" onClick={() => setEdited('new')}>
              <Icon name="plus" /> {t('funnels.add')}
            </button>
          )}
        </div>
      </header>
      <div aria-busy={isNear && (list.isLoading || (chosen !== undefined && counted.isLoading))}>
        {error ? <Fault error={error} retry={list.reload} /> : null}
        {list.answer && !chosen && <p class="nothing">{page.isOwner ? t('funnels.about') : t('funnels.none')}</p>}
        {chosen && result && (
          <>
            <p class="hint">
              {funnels.length === 1
                ? rich(
                    'funnels.named',
                    { strong: text => <strong>{text}</strong> },
                    { name: chosen.name, sentence: outcomeOf(chosen, result) },
                  )
                : outcomeOf(chosen, result)}
            </p>
            <CountsFrom day={result.countsFrom} />
            {result.entered > 0 && <Bars steps={result.steps} />}
            <StepTable steps={result.steps} unit={unitOf(chosen)} until={comparedUntil && hourOf(comparedUntil)} />
          </>
        )}
      </div>
      {edited && (
        <FunnelDialog
          funnel={edited === 'new' ? null : edited}
          onClose={changed => {
            setEdited(null);
            if (changed === null) return;
            list.reload();
            change({ funnel: changed || null }, 'replace');
          }}
        />
      )}
    </section>
  );
}

function unitOf({ unit }: Funnel): 'visitors' | 'visits' {
  return unit === 'VISITOR' ? 'visitors' : 'visits';
}

/** Returns the sentence about how many completed a funnel. */
function outcomeOf(
  funnel: Funnel,
  { completed, entered, conversionRate }: Pick<OneFunnelFragment['funnel'], 'completed' | 'entered' | 'conversionRate'>,
): string {
  return t('funnels.completed', {
    unit: unitOf(funnel),
    completed: formatCount(completed),
    entered,
    rate: conversionRate === null ? 'none' : formatShare(conversionRate),
    order: funnel.order,
    within: funnel.within === null ? 'none' : formatDuration(funnel.within),
  });
}

/** A bar for each step, as high as the share of those who reached it; the pale part above dropped out before. */
function Bars({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol class="funnel-bars" aria-hidden="true">
      {steps.map(({ step, number, reached, shareOfFirst, shareOfPrevious }, at) => (
        <li
          key={number}
          style={{ '--part': shareOfFirst ?? 0, '--before': steps[at - 1]?.shareOfFirst ?? shareOfFirst ?? 0 }}
        >
          <span class="funnel-share">{shareOfFirst === null ? '–' : formatShare(shareOfFirst)}</span>
          <span class="funnel-bar" title={`${step.name}: ${formatCount(reached)}`} />
          <span class="funnel-step cut" title={step.name}>
            {step.name}
          </span>
          <span class="funnel-drop">
            {at === 0 || shareOfPrevious === null
              ? ''
              : `${shareOfPrevious < 1 ? '−' : ''}${formatShare(1 - shareOfPrevious)}`}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The label of the last of these steps, which filters by all of them, beside its number, which a name must not move. */
function StepLabel({ steps }: { readonly steps: readonly Step[] }) {
  const number = steps.length;
  const label = steps.at(-1)?.step.name ?? '';
  return (
    <span class="label">
      {number}.
      <FilterLabel
        label={label}
        condition={partOfSteps(steps.map(({ step }) => step))}
        action={number > 1 ? t('pathFilter.steps', { label, number }) : undefined}
      />
    </span>
  );
}

function StepTable(props: {
  readonly steps: readonly Step[];
  readonly unit: ReturnType<typeof unitOf>;
  /** The hour up to which a running range is compared. */
  readonly until: string | null;
}) {
  const { steps, unit, until } = props;
  const columns = [
    t('funnels.step'),
    { number: t('funnels.reached') },
    { number: t('funnels.ofFirst') },
    { number: t('funnels.ofPrevious') },
    { number: t('funnels.medianTime') },
    { number: t('funnels.withinNine') },
    { number: t('funnels.dropped') },
    t('funnels.wentOn'),
  ];
  return (
    <Table name={t('funnels.steps')} columns={columns} isWide>
      {steps.map(one => (
        <tr key={one.number} style={{ '--part': one.shareOfFirst ?? 0 }}>
          <th scope="row">
            <span class="step-label">
              <StepLabel steps={steps.slice(0, one.number)} />
              <Amounts amounts={one.amounts} />
            </span>
          </th>
          <td
            class="number"
            title={partText({ row: { ...one, count: one.reached }, until }) ?? t(`metric.${unit}.within`)}
          >
            {formatCount(one.reached)} <Growth row={{ ...one, count: one.reached }} until={until} />
          </td>
          <td class="number">{one.shareOfFirst === null ? '–' : formatShare(one.shareOfFirst)}</td>
          <td class="number">{one.shareOfPrevious === null ? '–' : formatShare(one.shareOfPrevious)}</td>
          <td class="number">{one.medianSeconds === null ? '–' : formatDuration(one.medianSeconds)}</td>
          <td class="number">{one.p90Seconds === null ? '–' : formatDuration(one.p90Seconds)}</td>
          <td class="number">{formatCount(one.dropped)}</td>
          <td class="went">
            {one.droppedTo.length > 0 && (
              <ul>
                {one.droppedTo.map(({ kind, value, label, visits }) => (
                  <li key={`${kind} ${value}`}>
                    <FilterLabel label={nodeLabel(kind, label)} condition={conditionOf(kind, value)} />{' '}
                    {formatCount(visits)}
                  </li>
                ))}
              </ul>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
