import { useId } from 'preact/hooks';
import {
  areaOf,
  groundOf,
  labelledOf,
  lineOf,
  lonesOf,
  type Plot,
  type Run,
  ticksOf,
  type Values,
  xOf,
  yOf,
} from './chart-lines.ts';
import type { Drawn } from './drawn.ts';
import { labelsOf } from './points.ts';

/** The width between two labels of points, and the height between two labels of values, at least. */
const SPACE = { x: 70, y: 44 };

/** The lines of the chart with its axes; the comparison is dashed, and lines to partial points are dotted. */
export function ChartPicture(props: {
  readonly width: number;
  readonly height: number;
  readonly plot: Plot;
  readonly drawn: Drawn;
  /** As `dataOf` returns them. */
  readonly lines: readonly Values[];
  /** The points that are hatched. */
  readonly runs: readonly Run[];
  /** The points that have annotations. */
  readonly marks: readonly number[];
  /** The point that is pointed at. */
  readonly at: number | null;
  /** The points that are being selected. */
  readonly selected: Run | null;
}) {
  const { width, height, plot, drawn, lines, runs, marks, at, selected } = props;
  const { points, question, tick, write } = drawn;
  const [, whole = [], leadIn = [], partial = [], before = []] = lines;
  const hatching = useId();
  const end = plot.left + plot.width;
  const base = plot.top + plot.height;
  const ground = (run: Run) => {
    const [left, right] = groundOf(plot, run);
    return { x: left, y: plot.top, width: right - left, height: plot.height };
  };
  const valueAt = (index: number) => whole[index] ?? leadIn[index] ?? partial[index] ?? null;
  return (
    <svg class="chart-picture" width={width} height={height} aria-hidden="true">
      <defs>
        <pattern
          id={hatching}
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
          class="hatching"
        >
          <path d="M0,0V5" />
        </pattern>
      </defs>
      {runs.map(run => (
        <rect key={run[0]} {...ground(run)} fill={`url(#${hatching})`} />
      ))}
      {selected && <rect class="selected" {...ground(selected)} />}
      {ticksOf(plot, SPACE.y).map(value => {
        const y = Math.round(yOf(plot, value)) + 0.5;
        return (
          <g key={value}>
            <path class="grid" d={`M${plot.left},${y}H${end}`} />
            <text class="label value-label" x={plot.left - 8} y={y + 4}>
              {tick(value)}
              {tick(value) !== write(value) && <title>{write(value)}</title>}
            </text>
          </g>
        );
      })}
      {labelsOf(points, labelledOf(plot, SPACE.x), question).map(({ index, text, year }) => (
        <text key={index} class="label" x={xOf(plot, index)} y={base + 17}>
          {text}
          {year && (
            <tspan x={xOf(plot, index)} dy="13">
              {year}
            </tspan>
          )}
        </text>
      ))}
      {marks.map(index => (
        <g key={index} class="annotated" transform={`translate(${Math.round(xOf(plot, index)) + 0.5})`}>
          <path d={`M0,${plot.top}V${base}`} />
          <rect x="-4" y={plot.top - 4} width="8" height="8" />
        </g>
      ))}
      {[whole, leadIn, partial].map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines stay in their order.
        <path key={index} class="filled" d={areaOf(plot, line)} />
      ))}
      <path class="line before" d={lineOf(plot, before)} />
      <path class="line" d={lineOf(plot, whole)} />
      <path class="line partial" d={lineOf(plot, leadIn) + lineOf(plot, partial)} />
      {/* Without a line, a point would be a pixel. */}
      {lonesOf([before]).map(index => (
        <Dot key={index} class="dot-before" plot={plot} index={index} value={before[index] ?? null} />
      ))}
      {lonesOf([whole, leadIn, partial]).map(index => (
        <Dot key={index} class="dot-now" plot={plot} index={index} value={valueAt(index)} />
      ))}
      {at !== null && (
        <g class="pointed">
          <path d={`M${Math.round(xOf(plot, at)) + 0.5},${plot.top}V${base}`} />
          <Dot class="dot-before" plot={plot} index={at} value={before[at] ?? null} />
          <Dot class="dot-now" plot={plot} index={at} value={valueAt(at)} />
        </g>
      )}
    </svg>
  );
}

function Dot(props: {
  readonly class: string;
  readonly plot: Plot;
  readonly index: number;
  readonly value: number | null;
}) {
  const { plot, index, value } = props;
  return value === null ? null : <circle class={props.class} cx={xOf(plot, index)} cy={yOf(plot, value)} r="4.5" />;
}
