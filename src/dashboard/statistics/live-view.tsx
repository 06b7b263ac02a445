import { useEffect, useId, useState } from 'preact/hooks';
import { page } from '../base.ts';
import { formatAgo, formatCount, formatTime } from '../format.ts';
import { follow } from '../graphql.ts';
import { labelOfRow } from '../labels.ts';
import { t } from '../messages.ts';
import { Numbers } from '../parts/numbers.tsx';
import { Table } from '../parts/table.tsx';
import { Value } from '../parts/value.tsx';
import { type LiveViewFragment, type StatName, WatchLiveDocument } from './__generated__/operations.ts';
import { withCondition } from './filter-merge.ts';
import { Glyph } from './glyph.tsx';
import { useView } from './view.ts';

type Minute = LiveViewFragment['minutes'][number];

/** What happens on the website now: the last 30 minutes, whose counts arrive every five seconds. */
export function LiveNumbers({ onDrawn }: { readonly onDrawn: (isDrawn: boolean) => void }) {
  const [live, setLive] = useState<LiveViewFragment | null>(null);
  /** Says why the numbers are no longer those of now. */
  const [problem, setProblem] = useState('');
  useEffect(
    () =>
      follow(
        WatchLiveDocument,
        { domain: page.domain },
        answer => {
          setLive(answer.live);
          setProblem('');
        },
        refusal => setProblem(refusal ? t('live.retrying', { problem: refusal }) : t('connection.retrying')),
      ),
    [],
  );
  const isDrawn = live !== null || problem !== '';
  useEffect(() => {
    onDrawn(isDrawn);
    return () => onDrawn(false);
  }, [isDrawn, onDrawn]);
  return (
    <>
      {problem !== '' && (
        <p class="connection" role="status">
          {problem} {live && t('connection.age', { time: formatTime(Date.parse(live.at), page.timezone) })}
        </p>
      )}
      {live ? <Now live={live} /> : problem === '' && <div class="ghost chart-ghost" />}
    </>
  );
}

function Now({ live }: { readonly live: LiveViewFragment }) {
  const { visitors5, visitors30, minutes, pages, sources, countries, events, at } = live;
  const visitors = t('metric.visitors');
  const titleOf = (list: 'source' | 'country' | 'event') => t('live.last30', { list: t(`statistic.${list}`) });
  return (
    <>
      <dl class="live-sums">
        <div>
          <dt>{t('live.visitors5')}</dt>
          <dd>{formatCount(visitors5)}</dd>
        </div>
        <div>
          <dt>{t('live.visitors30')}</dt>
          <dd>{formatCount(visitors30)}</dd>
        </div>
      </dl>
      <Minutes minutes={minutes} />
      <div class="panels">
        <LiveList title={t('live.pages')} counted={visitors} name="PAGE" rows={pages.map(withVisitors)} />
        <LiveList title={titleOf('source')} counted={visitors} name="SOURCE" rows={sources.map(withVisitors)} />
        <LiveList title={titleOf('country')} counted={visitors} name="COUNTRY" rows={countries.map(withVisitors)} />
        <LiveList
          title={titleOf('event')}
          counted={t('live.count')}
          name="EVENT"
          rows={events.map(({ value, label, count, latest }) => ({
            value,
            label,
            count,
            note: formatAgo(latest, Date.parse(at)),
          }))}
        />
      </div>
    </>
  );
}

interface LiveRow {
  readonly value: string;
  readonly label: string;
  readonly count: number;
  /** When it happened last. */
  readonly note?: string;
}

const withVisitors = (row: Omit<LiveRow, 'count'> & { readonly visitors: number }): LiveRow => ({
  ...row,
  count: row.visitors,
});

/** The visitors of each minute as bars, and as a table for exact numbers. */
function Minutes({ minutes }: { readonly minutes: readonly Minute[] }) {
  const most = Math.max(2, ...minutes.map(({ visitors }) => visitors));
  const timeOf = ({ start }: Minute) => formatTime(Date.parse(start), page.timezone);
  const [first, last] = [minutes[0], minutes.at(-1)];
  return (
    <div class="live-minutes">
      <div class="minute-bars" role="img" aria-label={t('live.chart')}>
        {minutes.map(minute => (
          <span key={minute.start} title={t('live.minute', { time: timeOf(minute), count: minute.visitors })}>
            <span class="minute-bar" style={{ '--part': minute.visitors / most }} />
          </span>
        ))}
      </div>
      <p class="hint minute-ends" aria-hidden="true">
        <span>{first && timeOf(first)}</span>
        <span>{t('live.byMinute')}</span>
        <span>{last && timeOf(last)}</span>
      </p>
      <Numbers class="numbers" title={t('overview.asTable')}>
        {() => (
          <Table
            name={t('live.minutes')}
            columns={[
              t('common.time'),
              { number: t('metric.visitors') },
              { number: t('metric.pageviews') },
              { number: t('metric.events') },
            ]}
          >
            {minutes.toReversed().map(minute => (
              <tr key={minute.start}>
                <th scope="row">{timeOf(minute)}</th>
                <td class="number">{formatCount(minute.visitors)}</td>
                <td class="number">{formatCount(minute.pageviews)}</td>
                <td class="number">{formatCount(minute.events)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Numbers>
    </div>
  );
}

/** A list of the view; a row leads to the statistics of today with its value as a filter. */
function LiveList(props: {
  readonly title: string;
  readonly counted: string;
  readonly name: StatName;
  readonly rows: readonly LiveRow[];
}) {
  const { title, counted, name, rows } = props;
  const { state, change } = useView();
  const id = useId();
  const show = (value: string) =>
    change({
      view: null,
      preset: 'TODAY',
      days: null,
      interval: null,
      conditions: withCondition(state.conditions, { name, operator: 'IS', values: [value] }),
    });
  return (
    <section class="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <span class="hint live-counted">{counted}</span>
      </header>
      {rows.length === 0 ? (
        <p class="nothing">{t('live.none')}</p>
      ) : (
        <ul class="choices">
          {rows.map(({ value, label, count, note }) => (
            // A row that changes is another one, so that it lights up.
            <li key={`${value} ${count}`} class="live-row">
              <button
                type="button"
                title={t('live.show', { name: labelOfRow(name, { value, label }) })}
                onClick={() => show(value)}
              >
                <Glyph name={name} value={value} />
                <span class="cut">
                  <Value text={labelOfRow(name, { value, label })} />
                </span>
                <span class="number">
                  {note !== undefined && <span class="hint">{note} </span>}
                  {formatCount(count)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
