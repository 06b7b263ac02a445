import { useMemo } from 'preact/hooks';
import { isNoise } from '../../domain/change.ts';
import type { Metric } from '../../domain/metric.ts';
import { findMetric } from '../../domain/metrics.ts';
import { formatAmount, formatAxisCount, formatMetric, formatShortAmount } from '../format.ts';
import { t } from '../messages.ts';
import { useAnswer } from '../parts/answer.tsx';
import {
  type AmountMomentFragment,
  AmountSeriesDocument,
  type AmountSeriesFragment,
  type MomentFragment,
  type OverviewFragment,
} from './__generated__/operations.ts';
import { hourOf } from './growth.tsx';
import { isBeforeHits, isUnknownHour } from './imported-days.ts';
import { type Start, valueAt } from './points.ts';
import { askHere, type Question } from './question.ts';
import type { ChartMetric, State } from './state.ts';
import { useShown } from './view.ts';

/** What the chart draws: a metric, or the amounts of one unit. */
export interface Drawn {
  readonly label: string;
  /** The label within a sentence, after a value. */
  readonly noun: string;
  /** The unit of the amounts; null for a metric. */
  readonly unit: string | null;
  readonly good: Metric['good'];
  readonly isShare: boolean;
  /** Those of the points, which can be read later than the rest of the page. */
  readonly question: Question;
  readonly points: readonly Start[];
  readonly previous: readonly Start[] | null;
  /** What is over of the running point, which is what the point before it compares with; null if none is running. */
  readonly running: Start | null;
  /** The hour up to which it is over; null without one. */
  readonly until: string | null;
  /** Whether two points differ by no more than chance makes them. */
  readonly isAlike: (point: Start, before: Start) => boolean;
  /** Null for what imports do not know. */
  readonly read: (point: Start) => number | null;
  /** True for a point of which nothing is known. */
  readonly isUnknown: (point: Start) => boolean;
  readonly write: (value: number) => string;
  /** Writes the value of a line of the axis; empty for one without a label. */
  readonly tick: (value: number) => string;
}

/** Returns the unit whose amounts the reader has chosen; null for a metric, and if the range has no such amounts. */
export function shownUnit({ unit }: State, { summary }: Pick<OverviewFragment, 'summary'>): string | null {
  return summary.amounts?.some(amount => amount.unit === unit) ? unit : null;
}

/** Returns what the chart draws; amounts are read once they are chosen, and the last metric stays until they are there. */
export function useDrawn(): Drawn {
  const { state, overview, question } = useShown();
  const unit = shownUnit(state, overview);
  const { answer } = useAnswer(
    async signal => {
      if (unit === null) return null;
      const { days, interval, compared, filter } = question;
      const found = await askHere(AmountSeriesDocument, { ...days, ...compared, interval, filter }, signal);
      return found && { question, ...found.timeseries };
    },
    [unit === null, question],
  );
  return useMemo(() => {
    const { summary } = overview;
    const series =
      unit !== null && answer
        ? drawAmounts(unit, answer.question, answer)
        : drawMetric(state.metric, question, overview.timeseries);
    return {
      ...series,
      // The legend names what the summary is compared with; a line that it does not name would be a riddle.
      previous: (series.unit === null ? summary.previousFrom : summary.previousAmounts) ? series.previous : null,
      until: summary.comparedUntil && hourOf(summary.comparedUntil),
      isUnknown: (point: Start) =>
        !point.begun ||
        isUnknownHour(point, overview.importedDays) ||
        isBeforeHits(point, question.interval, summary.countsFrom),
    };
  }, [unit, answer, state.metric, question, overview]);
}

function areAlike(name: ChartMetric, point: MomentFragment, before: MomentFragment): boolean {
  const metric = findMetric(name);
  const [now, then] = [valueAt(point, name) ?? 0, valueAt(before, name) ?? 0];
  if ('stored' in metric) return isNoise(now, then);
  const part = metric.unit === 'share' ? Math.min(now, then) : 1;
  return isNoise(now, then, Math.min(point.visits, before.visits) * part);
}

function drawMetric(
  metric: ChartMetric,
  question: Question,
  series: OverviewFragment['timeseries'],
): Omit<Drawn, 'isUnknown' | 'until'> {
  const { good, unit } = findMetric(metric);
  const isShare = unit === 'share';
  const write = (value: number) => formatMetric({ unit }, value);
  return {
    label: t(`metric.${metric}`),
    noun: t(`metric.${metric}.within`),
    unit: null,
    good,
    isShare,
    question,
    ...series,
    isAlike: (point, before) => areAlike(metric, point as MomentFragment, before as MomentFragment),
    read: point => valueAt(point as MomentFragment, metric),
    write,
    tick: value => {
      if (unit === 'count') return Number.isInteger(value) ? formatAxisCount(value) : '';
      return isShare || Number.isInteger(value) ? write(value) : '';
    },
  };
}

function drawAmounts(
  unit: string,
  question: Question,
  series: AmountSeriesFragment['timeseries'],
): Omit<Drawn, 'isUnknown' | 'until'> {
  const { points, previous, running } = series;
  const read = (point: Start) => amountIn((point as AmountMomentFragment).amounts, unit);
  return {
    label: t('chart.amount'),
    noun: t('chart.amountWithin'),
    unit,
    good: 'up',
    isShare: false,
    question,
    points,
    previous,
    running,
    // As in the tile of amounts.
    isAlike: () => true,
    read,
    write: value => formatAmount(String(value), unit),
    tick: value => formatShortAmount(value, unit),
  };
}

/** Returns the sum in a unit; 0 without any. */
export function amountIn(amounts: AmountMomentFragment['amounts'], unit: string): number {
  return Number(amounts.find(amount => amount.unit === unit)?.sum ?? 0);
}
