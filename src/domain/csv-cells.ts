import type { Cell } from './csv.ts';

/* The cells of CSV files that the server and the statistics page write alike. */

/** Returns the sums of all units as one cell, such as `4565.84 EUR; 750.89 USD`. */
export function amountsCell(amounts: readonly { readonly unit: string; readonly sum: string }[]): string {
  return amounts.map(({ unit, sum }) => `${sum} ${unit}`.trim()).join('; ');
}

interface Step {
  readonly step: { readonly name: string };
  readonly reached: number;
  readonly dropped: number;
  readonly shareOfFirst: number | null;
  readonly shareOfPrevious: number | null;
  readonly medianSeconds: number | null;
  readonly p90Seconds: number | null;
  readonly droppedTo: readonly { readonly value: string; readonly visits: number }[];
  readonly amounts: Parameters<typeof amountsCell>[0];
}

export const FUNNEL_COLUMNS = [
  ...['step', 'reached', 'dropped', 'share_of_first', 'share_of_previous', 'median_seconds', 'p90_seconds'],
  ...['dropped_to', 'amounts'],
];

/** Returns the cells of a step of a funnel. */
export function funnelCells(one: Step): Cell[] {
  const { step, reached, dropped, shareOfFirst, shareOfPrevious, medianSeconds, p90Seconds, droppedTo, amounts } = one;
  const to = droppedTo.map(({ value, visits }) => `${value} ${visits}`).join('; ');
  const shares = [shareOfFirst, shareOfPrevious, medianSeconds, p90Seconds];
  return [step.name, reached, dropped, ...shares, to, amountsCell(amounts)];
}

interface Level {
  readonly nodes: readonly { readonly value: string; readonly visits: number }[];
  readonly links: readonly {
    readonly from: string;
    readonly to: string;
    readonly toKind: string;
    readonly visits: number;
  }[];
}

export const JOURNEY_COLUMNS = ['step', 'from', 'to', 'visits'];

/** Returns the rows of journeys: the first nodes, then every link; of those that lead back, as visits went. */
export function journeyCells(levels: readonly Level[], isBack: boolean): Cell[][] {
  const cells = (step: number, from: string | null, to: string, visits: number): Cell[] =>
    isBack ? [step, to, from, visits] : [step, from, to, visits];
  return levels.flatMap(({ nodes, links }, level) =>
    level === 0
      ? nodes.map(({ value, visits }) => cells(1, null, value, visits))
      : links.map(({ from, to, toKind, visits }) =>
          cells(level + 1, from, isBack && toKind === 'END' ? '(start)' : to, visits),
        ),
  );
}
