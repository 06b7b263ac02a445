import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type uPlotType from 'uplot';
import uPlot from 'uplot';
import type { Interval } from '../../domain/range.ts';
import { page } from '../base.ts';
import { formatPoint, formatTick } from '../format.ts';
import { Change } from '../parts/trend.tsx';
import type { MomentFragment } from './__generated__/operations.ts';
import { todayIn } from './days.ts';
import type { Drawn } from './drawn.ts';
import { hatch, type Run } from './hatching.ts';
import { importedText } from './imported.tsx';
import { importedRuns } from './imported-days.ts';
import { dataOf, partOf, type Start } from './points.ts';
import { useShown } from './view.ts';

const HEIGHT = 260;

/** A position in the chart: the nearest point, and the distance from the left as a share of the width. */
interface Pointed {
  readonly index: number;
  readonly left: number;
}

/** Something over time; the comparison is a dashed line, and lines to partial points are dotted. */
export function TimeChart({ drawn }: { readonly drawn: Drawn }) {
  const { annotations, importedDays } = useShown().overview;
  const { label, points, question } = drawn;
  const { interval } = question;
  const frame = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<Pointed | null>(null);
  const marks = useMemo(
    () => annotations.map(({ date }) => indexOfDay(points, date, interval)).filter(index => index >= 0),
    [annotations, points, interval],
  );
  const runs = useMemo(() => importedRuns(points, interval, importedDays), [importedDays, points, interval]);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let chart: uPlotType | undefined;
    const draw = () => {
      chart?.destroy();
      chart = new uPlot(
        optionsOf({ width: element.clientWidth, drawn, marks, runs, onMove: setAt }),
        dataOf(drawn.points, drawn.previous, point => (drawn.isUnknown(point) ? null : drawn.read(point))),
        element,
      );
    };
    draw();
    const resized = new ResizeObserver(() => chart && element.clientWidth !== chart.width && draw());
    resized.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    addEventListener('themechange', draw);
    return () => {
      resized.disconnect();
      scheme.removeEventListener('change', draw);
      removeEventListener('themechange', draw);
      chart?.destroy();
    };
  }, [drawn, marks, runs]);

  return (
    <div class="chart" role="img" aria-label={`${label} over time; the table below the chart has the numbers.`}>
      <div ref={frame} class="chart-frame" />
      {at && <Tip {...at} drawn={drawn} />}
    </div>
  );
}

function Tip({ index, left, drawn }: Pointed & { readonly drawn: Drawn }) {
  const { label, good, points, previous, question, read, isUnknown, write } = drawn;
  const { interval, days } = question;
  const point = points[index];
  if (!point) return null;
  const before = previous?.[index] ?? null;
  const note = importedText(point as Partial<MomentFragment> & { readonly imported?: number });
  const part = partOf(points, index, { interval, days, today: todayIn(page.timezone) });
  const now = read(point);
  const then = before && read(before);
  const growth = then && now !== null ? (now - then) / Math.abs(then) : null;
  return (
    <div class={left > 0.5 ? 'tip to-left' : 'tip'} style={{ '--left': left }}>
      <p>
        {formatPoint(point.start, interval)}
        {part && <span class="hint">{part}</span>}
      </p>
      {isUnknown(point) || now === null ? (
        <p class="tip-now">Not known for this time</p>
      ) : (
        <p class="tip-now">
          <strong>{write(now)}</strong> {label.toLowerCase()} <Change change={growth} good={good} />
        </p>
      )}
      {note !== '' && <p class="tip-before">{note}</p>}
      {before && then !== null && (
        <p class="tip-before">
          {write(then)} · {formatPoint(before.start, interval)}
        </p>
      )}
    </div>
  );
}

function optionsOf(given: {
  readonly width: number;
  readonly drawn: Drawn;
  readonly marks: readonly number[];
  /** The points that are hatched. */
  readonly runs: readonly Run[];
  readonly onMove: (at: Pointed | null) => void;
}): uPlotType.Options {
  const { width, drawn, marks, runs, onMove } = given;
  const { points, question, isShare, tick } = drawn;
  const { interval } = question;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const font = `12px ${style.getPropertyValue('--font')}`;
  const axis = { stroke: colour('--muted'), font, ticks: { show: false } };
  const whole = {
    stroke: colour('--accent'),
    width: 2,
    fill: colour('--chart-fill'),
    points: { show: points.length < 2, size: 7, fill: colour('--accent') },
  };
  const dotted = { ...whole, dash: [3, 4] };
  return {
    width,
    height: HEIGHT,
    padding: [14, 24, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { size: 8, fill: colour('--accent') }, drag: { x: false, y: false } },
    scales: {
      x: { time: false },
      // Amounts can be negative.
      y: { range: (_, least, most) => [Math.min(0, least * 1.08), Math.max(most * 1.08, isShare ? 1 : 4)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 34,
        space: 70,
        incrs: [1, 2, 3, 6, 7, 12, 14, 24, 28, 48, 84, 168],
        values: (_, splits) =>
          splits.map(at => (Number.isInteger(at) && points[at] ? formatTick(points[at].start, interval) : '')),
      },
      {
        ...axis,
        grid: { stroke: colour('--line'), width: 1 },
        size: 52,
        space: 44,
        values: (_, splits) => splits.map(tick),
      },
    ],
    series: [
      {},
      whole,
      dotted,
      dotted,
      { stroke: colour('--compare'), width: 1.5, dash: [5, 5], points: { show: false } },
    ],
    hooks: {
      setCursor: [
        ({ cursor: { idx, left = -1 }, bbox }) => {
          const start = bbox.left / devicePixelRatio;
          const end = start + bbox.width / devicePixelRatio;
          onMove(typeof idx === 'number' && left >= 0 ? { index: idx, left: (left + start) / end } : null);
        },
      ],
      drawClear: [chart => hatch(chart, runs, colour('--imported'))],
      draw: [
        ({ ctx, bbox, valToPos }) => {
          ctx.save();
          ctx.setLineDash([]);
          ctx.strokeStyle = colour('--mark');
          ctx.fillStyle = colour('--mark');
          const half = 4 * devicePixelRatio;
          for (const index of marks) {
            const x = Math.round(valToPos(index, 'x', true)) + 0.5;
            ctx.beginPath();
            ctx.moveTo(x, bbox.top);
            ctx.lineTo(x, bbox.top + bbox.height);
            ctx.stroke();
            ctx.fillRect(x - half, bbox.top - half, 2 * half, 2 * half);
          }
          ctx.restore();
        },
      ],
    },
  };
}

/** Returns the index of the point that contains the day; -1 for a day before the range. */
function indexOfDay(points: readonly Pick<Start, 'start'>[], day: string, interval: Interval): number {
  let found = -1;
  points.forEach(({ start }, index) => {
    if (start.slice(0, 10) <= day && !(interval === 'HOUR' && found >= 0 && start.slice(0, 10) === day)) found = index;
  });
  return found;
}
