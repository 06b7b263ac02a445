/** Where the lines of a chart are drawn, in pixels of its picture. */
export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The number of points. */
  readonly count: number;
  readonly least: number;
  readonly most: number;
}

/** The values of the points in their order; null is a gap. */
export type Values = readonly (number | null)[];

/** Points beside each other: the index of the first and of the last. */
export type Run = readonly [first: number, last: number];

/** Steps between two labels of points, so that they fall on whole weeks and days. */
const STEPS = [1, 2, 3, 6, 7, 12, 14, 24, 28, 48, 84, 168, 336];

export const xOf = ({ left, width, count }: Plot, index: number): number =>
  left + (count < 2 ? width / 2 : (width * index) / (count - 1));

export const yOf = ({ top, height, least, most }: Plot, value: number): number =>
  top + height * (1 - (value - least) / (most - least));

/** Returns the index of the point that is nearest to a distance from the left. */
export function indexAt({ left, width, count }: Plot, x: number): number {
  const index = count < 2 ? 0 : Math.round(((x - left) / width) * (count - 1));
  return Math.max(0, Math.min(count - 1, index));
}

/** Returns the least and the most value that the plot has room for; only amounts can be negative. */
export function boundsOf(lines: readonly Values[], leastTop: number): Pick<Plot, 'least' | 'most'> {
  const values = lines.flat().filter(value => value !== null);
  const lowest = values.reduce((low, value) => Math.min(low, value), 0);
  const highest = values.reduce((high, value) => Math.max(high, value), 0);
  return { least: lowest * 1.08, most: Math.max(highest * 1.08, leastTop) };
}

/** Returns round values from `least` to `most`, at most one for each `space` pixels. */
export function ticksOf({ least, most, height }: Plot, space: number): number[] {
  const rough = (most - least) / Math.max(1, Math.floor(height / space));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    power * ([1, 2, 2.5, 5].find(part => part * power >= rough && Number.isInteger(part * power * 1000)) ?? 10);
  const ticks: number[] = [];
  // A product of the step has fewer digits than a sum of many.
  for (let at = Math.ceil(least / step); at * step <= most; at++) ticks.push(Number((at * step).toPrecision(12)));
  return ticks;
}

/** Returns the indexes of the points that get a label, at most one for each `space` pixels. */
export function labelledOf({ width, count }: Plot, space: number): number[] {
  const gap = count < 2 ? width : width / (count - 1);
  const step = STEPS.find(one => one * gap >= space) ?? Math.ceil(space / gap);
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step);
}

/** Returns the SVG path of a line; a point between two gaps becomes a dot if its ends are round. */
export function lineOf(plot: Plot, values: Values): string {
  return piecesOf(values)
    .map(piece => `M${coordinatesOf(plot, piece)}${piece.length === 1 ? 'h0' : ''}`)
    .join('');
}

/** Returns the indexes of the points that no line connects with another one. */
export function lonesOf(lines: readonly Values[]): number[] {
  const pieces = lines.flatMap(piecesOf);
  const joined = new Set(pieces.filter(({ length }) => length > 1).flatMap(piece => piece.map(({ index }) => index)));
  const lone = pieces.flatMap(([point]) => (point && !joined.has(point.index) ? point.index : []));
  return [...new Set(lone)];
}

/** Returns the SVG path of the area between a line and zero. */
export function areaOf(plot: Plot, values: Values): string {
  const zero = round(yOf(plot, 0));
  return piecesOf(values)
    .filter(piece => piece.length > 1)
    .map(piece => {
      const [from, to] = [piece[0], piece.at(-1)].map(point => round(xOf(plot, point?.index ?? 0)));
      return `M${from},${zero}L${coordinatesOf(plot, piece)}L${to},${zero}Z`;
    })
    .join('');
}

/** Returns the left and the right end of the ground behind some points, each up to the middle between it and the next one. */
export function groundOf(plot: Plot, [first, last]: Run): readonly [left: number, right: number] {
  const end = plot.left + plot.width;
  return [
    first === 0 ? plot.left : xOf(plot, first - 0.5),
    last === plot.count - 1 ? end : Math.min(end, xOf(plot, last + 0.5)),
  ];
}

interface Point {
  readonly index: number;
  readonly value: number;
}

/** Divides a line at its gaps. */
function piecesOf(values: Values): Point[][] {
  const pieces: Point[][] = [];
  values.forEach((value, index) => {
    if (value === null) return;
    if (index > 0 && typeof values[index - 1] === 'number') pieces.at(-1)?.push({ index, value });
    else pieces.push([{ index, value }]);
  });
  return pieces;
}

const coordinatesOf = (plot: Plot, piece: readonly Point[]): string =>
  piece.map(({ index, value }) => `${round(xOf(plot, index))},${round(yOf(plot, value))}`).join('L');

const round = (pixels: number): number => Math.round(pixels * 10) / 10;

/** Pixels between the tip and its point. */
const CLEAR = 16;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the left and top edge of the tip of a point: beside the point if there is room, otherwise above or below it,
 * so that the point stays visible. Above can be outside the frame, whose width it never exceeds.
 */
export function placeTip(
  { x, y }: { readonly x: number; readonly y: number },
  tip: Size,
  frame: Size,
): { readonly left: number; readonly top: number } {
  const beside = Math.max(0, Math.min(frame.height - tip.height, y - tip.height / 2));
  if (x + CLEAR + tip.width <= frame.width) return { left: x + CLEAR, top: beside };
  if (x - CLEAR - tip.width >= 0) return { left: x - CLEAR - tip.width, top: beside };
  const left = Math.max(0, Math.min(frame.width - tip.width, x - tip.width / 2));
  const isBelow = y + CLEAR + tip.height <= frame.height;
  return { left, top: isBelow ? y + CLEAR : y - CLEAR - tip.height };
}
