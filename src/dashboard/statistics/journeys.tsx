import { useMemo } from 'preact/hooks';
import { JOURNEY_COLUMNS, journeyCells } from '../../domain/csv-cells.ts';
import { SHOWN_JOURNEYS } from '../../domain/journey.ts';
import { formatCount, formatList, formatShare } from '../format.ts';
import { rich, t } from '../messages.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { CsvButton } from '../parts/csv-button.tsx';
import { IconButton } from '../parts/icon.tsx';
import { Numbers } from '../parts/numbers.tsx';
import { RowButton, Table } from '../parts/table.tsx';
import { FlowDocument, type FlowFragment, type JourneyBy } from './__generated__/operations.ts';
import { type FlowNode, FlowPicture } from './flow.tsx';
import { CountsFrom } from './imported.tsx';
import { FilterLabel, leadsOn, nodeLabel } from './path-filter.tsx';
import { conditionOf } from './path-parts.ts';
import { askHere } from './question.ts';
import { type Turn, useDrawn } from './turn.ts';
import { useShown } from './view.ts';

const BY: readonly JourneyBy[] = ['PAGE', 'GROUP', 'EVENT'];

/** The ways that visits take, as a flow and as a table; a click on a node goes on from there. */
export function Journeys({ turn }: { readonly turn: Turn }) {
  const { isNear } = turn;
  const { state, change, question } = useShown();
  const { journeys } = state;
  const { by, node, isBack } = journeys;
  const { answer, isLoading, error, reload } = useAnswer(
    signal => {
      if (!isNear) return null;
      const { days, filter } = question;
      const anchor = node === null ? null : { kind: by, value: node };
      const [start, end] = isBack ? [null, anchor] : [anchor, null];
      return askHere(FlowDocument, { ...days, filter, by, start, end, ...SHOWN_JOURNEYS }, signal);
    },
    [isNear, question, journeys],
  );
  const flow = answer?.journeys;
  useDrawn(turn, (flow ?? error) != null);
  // The levels at the end that no visit reaches say nothing.
  const levels = useMemo(() => flow?.levels.filter(({ nodes }) => nodes.length > 0) ?? [], [flow]);
  const picture = useMemo(() => {
    const go = ({ value }: FlowNode) => change({ journeys: { ...journeys, node: value } });
    return (
      <>
        <FlowPicture levels={levels} onGo={go} />
        <FlowTable levels={levels} total={flow?.visits ?? 0} isBack={journeys.isBack} onGo={go} />
      </>
    );
  }, [flow, levels, journeys, change]);
  return (
    <section class="panel path" aria-labelledby="journeys-title" hidden={turn.isHidden}>
      <header>
        <h2 id="journeys-title">{t('journeys.title')}</h2>
        <select
          aria-label={t('journeys.through')}
          value={by}
          onInput={event =>
            change({ journeys: { by: event.currentTarget.value as JourneyBy, node: null, isBack: false } })
          }
        >
          {BY.map(key => (
            <option key={key} value={key}>
              {t(`journeys.by.${key}`)}
            </option>
          ))}
        </select>
        {node !== null && (
          <>
            <span class="chip">
              <span class="chip-text">
                {rich(
                  isBack ? 'journeys.beforeLast' : 'journeys.fromFirst',
                  { strong: text => <strong>{text}</strong> },
                  { node },
                )}
              </span>
              <IconButton
                icon="close"
                name={t('journeys.all')}
                onClick={() => change({ journeys: { by, node: null, isBack: false } })}
              />
            </span>
            <button
              type="button"
              class="control"
              aria-pressed={isBack}
              onClick={() => change({ journeys: { ...journeys, isBack: !isBack } })}
            >
              {t('journeys.lookBack')}
            </button>
          </>
        )}
        <div class="tools">
          {levels.length > 0 && (
            <CsvButton
              file={t('journeys.file')}
              days={question.days}
              columns={JOURNEY_COLUMNS}
              rows={journeyCells(levels, isBack)}
            />
          )}
        </div>
      </header>
      <div class="flow-frame" aria-busy={isNear && isLoading}>
        {error ? <Fault error={error} retry={reload} /> : null}
        <CountsFrom day={flow?.countsFrom} />
        {flow && flow.visits === 0 && (
          <p class="nothing">{by === 'EVENT' ? t('journeys.noEvents') : t('journeys.noPages')}</p>
        )}
        {flow && flow.visits > 0 && (
          <>
            <p class="hint">{t(isBack ? 'journeys.back' : 'journeys.forward', { count: flow.visits })}</p>
            {picture}
          </>
        )}
      </div>
    </section>
  );
}

function FlowTable(props: {
  readonly levels: FlowFragment['journeys']['levels'];
  readonly total: number;
  readonly isBack: boolean;
  readonly onGo: (node: FlowNode) => void;
}) {
  const { levels, total, isBack, onGo } = props;
  const rows = levels.flatMap(({ nodes, links }, level) =>
    nodes.map(node => ({ node, links, step: level + 1, key: `${level} ${node.kind} ${node.value}` })),
  );
  return (
    <Numbers class="flow-numbers" title={t('overview.asTable')}>
      {() => (
        <Table
          name={t('journeys.title')}
          columns={[
            t('journeys.node'),
            { number: t('journeys.step') },
            { number: t('journeys.visits') },
            { number: t('journeys.share') },
            t(isBack ? 'funnels.wentOn' : 'journeys.cameFrom'),
            { buttons: t('journeys.goOn') },
          ]}
        >
          {rows.map(({ node, links, step, key }) => {
            const from = links.filter(link => link.to === node.value && link.toKind === node.kind);
            const condition = conditionOf(node.kind, node.value);
            const label = nodeLabel(node.kind, node.label);
            const sources = from.map(link => `${nodeLabel(link.fromKind, link.from)} ${formatCount(link.visits)}`);
            return (
              <tr key={key} style={{ '--part': node.visits / Math.max(1, total) }}>
                <th scope="row">
                  <FilterLabel label={label} condition={condition} />
                </th>
                <td class="number">{step}</td>
                <td class="number">{formatCount(node.visits)}</td>
                <td class="number">{formatShare(node.visits / Math.max(1, total))}</td>
                <td class="went">{formatList(sources)}</td>
                <td class="number">
                  {leadsOn(node.kind) && (
                    <RowButton name={t('journeys.goOnFrom', { node: label, step })} onClick={() => onGo(node)}>
                      {t('journeys.goOn')}
                    </RowButton>
                  )}
                </td>
              </tr>
            );
          })}
        </Table>
      )}
    </Numbers>
  );
}
