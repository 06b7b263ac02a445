import { useMemo } from 'preact/hooks';
import { lazy } from '../../domain/lazy.ts';
import { page } from '../base.ts';
import { formatCount, formatHour, formatList, formatWeekday } from '../format.ts';
import { locale, t } from '../messages.ts';
import type { OverviewFragment } from './__generated__/operations.ts';
import { type Days, type Moment, momentIn, timesOf, weekdaysIn } from './days.ts';
import { withoutHoursText } from './imported.tsx';
import { useShown } from './view.ts';

const weekdays = lazy(() => weekdaysIn(locale));
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The parts of the most that the legend shows. */
const STEPS = [0, 0.25, 0.5, 0.75, 1];
const hourNames = lazy(() => HOURS.map(formatHour));

/** Visitors by weekday and hour. */
export function HeatMap() {
  const { overview, question, at } = useShown();
  const { cells, withoutHours } = overview.heatmap;
  const { days } = question;
  const picture = useMemo(
    () => <Cells cells={cells} days={days} now={momentIn(page.timezone, at)} />,
    [cells, days, at],
  );
  return (
    <>
      {picture}
      {withoutHours > 0 && <p class="hint">{withoutHoursText(withoutHours)}</p>}
    </>
  );
}

/** A cell for each hour, darker where there were more; a table, so that screen readers can read it. */
function Cells(props: {
  readonly cells: OverviewFragment['heatmap']['cells'];
  readonly days: Days;
  readonly now: Moment;
}) {
  const { cells, days, now } = props;
  const most = Math.max(1, ...cells.map(({ visitors }) => visitors));
  const counts = new Map(cells.map(({ weekday, hour, visitors }) => [`${weekday} ${hour}`, visitors]));
  const at = (weekday: number, hour: number) => counts.get(`${weekday} ${hour}`) ?? 0;
  const times = weekdays().map(weekday => timesOf(days, weekday, 0, now));
  const [more, fewer] = [Math.max(...times), Math.min(...times)];
  const isUnequal = fewer > 0 && more > fewer;
  /** Says why an hour has no count; null if it has one. */
  const lackOf = (weekday: number, hour: number) => {
    if (at(weekday, hour) > 0 || timesOf(days, weekday, hour, now) > 0) return null;
    return timesOf(days, weekday, hour, { day: days.to, hour: 24 }) > 0
      ? t('chart.without.begun')
      : t('heatMap.outside');
  };
  // Only a mouse shows titles, so each is written when it comes.
  const name = ({ target }: Event) => {
    const cell = target instanceof Element && target.closest('td');
    if (!(cell instanceof HTMLTableCellElement)) return;
    const weekday = weekdays()[(cell.parentElement as HTMLTableRowElement).sectionRowIndex] as number;
    const hour = cell.cellIndex - 1;
    const facts = { weekday: formatWeekday(weekday), hour: hourNames()[hour] ?? '', count: at(weekday, hour) };
    cell.title =
      lackOf(weekday, hour) ??
      (isUnequal
        ? t('heatMap.hourOfDays', { ...facts, days: timesOf(days, weekday, hour, now) })
        : t('heatMap.hour', facts));
  };
  return (
    <>
      <div class="heat-frame">
        <table class="heat">
          <caption class="hidden">{t('heatMap.title')}</caption>
          <thead>
            <tr>
              <td />
              {HOURS.map(hour => (
                <th scope="col" key={hour}>
                  <span class={hour % 6 === 0 ? '' : 'hidden'}>{hourNames()[hour]}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody onPointerOver={name}>
            {weekdays().map(weekday => (
              <tr key={weekday}>
                <th scope="row">{formatWeekday(weekday)}</th>
                {HOURS.map(hour => {
                  const lack = lackOf(weekday, hour);
                  return lack === null ? (
                    <td key={hour} style={{ '--heat-part': at(weekday, hour) / most }}>
                      {formatCount(at(weekday, hour))}
                    </td>
                  ) : (
                    <td key={hour} class="lacking">
                      {lack}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="heat-legend" aria-hidden="true">
        0
        {STEPS.map(step => (
          <span key={step} style={{ '--heat-part': step }} />
        ))}
        {t('count.visitors', { count: most })}
      </p>
      {isUnequal && (
        <p class="hint">
          {t('heatMap.unequal', {
            more: String(more),
            fewer: String(fewer),
            weekdays: formatList(
              weekdays()
                .filter((_, at) => times[at] === more)
                .map(formatWeekday),
            ),
          })}
        </p>
      )}
    </>
  );
}
