import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { page } from '../base.ts';
import { formatAgo, formatCount, formatTime } from '../format.ts';
import { follow } from '../graphql.ts';
import { Icon } from '../parts/icon.tsx';
import { useShortcut } from '../parts/shortcuts.ts';
import { Table } from '../parts/table.tsx';
import { type LiveViewFragment, type StatName, WatchLiveDocument } from './__generated__/operations.ts';
import { withCondition } from './filter-merge.ts';
import { ViewLink } from './list-table.tsx';
import { useView } from './view.ts';

type Minute = LiveViewFragment['minutes'][number];

/** What happens on the website now: the last 30 minutes, whose counts arrive every five seconds. */
export function LiveView() {
  const { change } = useView();
  const [live, setLive] = useState<LiveViewFragment | null>(null);
  const [refusal, setRefusal] = useState('');
  useShortcut('Escape', 'Back to all statistics', () => change({ view: null }));
  useEffect(
    () =>
      follow(
        WatchLiveDocument,
        { domain: page.domain },
        answer => {
          setLive(answer.live);
          setRefusal('');
        },
        setRefusal,
      ),
    [],
  );
  return (
    <section class="live-view" aria-labelledby="live-title">
      <header>
        <ViewLink class="quiet text" view={null}>
          <Icon name="left" /> All statistics
        </ViewLink>
        <h2 id="live-title">Live</h2>
        <p class="hint">The last 30 minutes, updated every five seconds.</p>
      </header>
      {refusal !== '' && (
        <p class="fault" role="status">
          {refusal} Trying again soon.
        </p>
      )}
      {live ? <Now live={live} /> : refusal === '' && <div class="ghost chart-ghost" />}
    </section>
  );
}

function Now({ live }: { readonly live: LiveViewFragment }) {
  const { visitors5, visitors30, minutes, pages, sources, countries, events, at } = live;
  return (
    <>
      <dl class="live-sums">
        <div>
          <dt>Visitors in the last 5 minutes</dt>
          <dd>{formatCount(visitors5)}</dd>
        </div>
        <div>
          <dt>In the last 30 minutes</dt>
          <dd>{formatCount(visitors30)}</dd>
        </div>
      </dl>
      <Minutes minutes={minutes} />
      <div class="panels">
        <LiveList title="Pages, last 5 minutes" counted="Visitors" name="PAGE" rows={pages.map(withVisitors)} />
        <LiveList title="Sources" counted="Visitors" name="SOURCE" rows={sources.map(withVisitors)} />
        <LiveList title="Countries" counted="Visitors" name="COUNTRY" rows={countries.map(withVisitors)} />
        <LiveList
          title="Events"
          counted="Count"
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
  const timeOf = ({ start }: Minute) => formatTime(Date.parse(start));
  const [first, last] = [minutes[0], minutes.at(-1)];
  return (
    <div class="live-minutes">
      <div class="minute-bars" role="img" aria-label="Visitors by minute; the table below the chart has the numbers.">
        {minutes.map(minute => (
          <span key={minute.start} title={`${timeOf(minute)}: ${formatCount(minute.visitors)} visitors`}>
            <span class="minute-bar" style={{ '--part': minute.visitors / most }} />
          </span>
        ))}
      </div>
      <p class="hint minute-ends" aria-hidden="true">
        <span>{first && timeOf(first)}</span>
        <span>Visitors by minute</span>
        <span>{last && timeOf(last)}</span>
      </p>
      <details class="numbers">
        <summary>Show as a table</summary>
        <Table name="Minutes" columns={['Time', { number: 'Visitors' }, { number: 'Pageviews' }, { number: 'Events' }]}>
          {minutes.toReversed().map(minute => (
            <tr key={minute.start}>
              <th scope="row">{timeOf(minute)}</th>
              <td class="number">{formatCount(minute.visitors)}</td>
              <td class="number">{formatCount(minute.pageviews)}</td>
              <td class="number">{formatCount(minute.events)}</td>
            </tr>
          ))}
        </Table>
      </details>
    </div>
  );
}

/** A list of the view; a row leads to the statistics of today with its value as a filter. */
function LiveList(props: {
  readonly title: string;
  readonly counted: ComponentChildren;
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
        <p class="nothing">None yet.</p>
      ) : (
        <ul class="choices">
          {rows.map(({ value, label, count, note }) => (
            // A row that changes is another one, so that it lights up.
            <li key={`${value} ${count}`} class="live-row">
              <button type="button" title={`Show today with ${label} only`} onClick={() => show(value)}>
                <span class="cut">{label}</span>
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
