import type { Cell } from '../domain/csv.ts';
import { amountsCell, FUNNEL_COLUMNS, funnelCells, JOURNEY_COLUMNS, journeyCells } from '../domain/csv-cells.ts';
import { type JourneysBy, SHOWN_JOURNEYS } from '../domain/journey.ts';
import { columnName, metricsIn } from '../domain/metrics.ts';
import type { Interval } from '../domain/range.ts';
import {
  type ExportedFiguresFragment,
  ExportFiguresDocument,
  ExportFunnelDocument,
  ExportJourneysDocument,
  ExportPropertiesDocument,
  ExportReturnsDocument,
  ExportStatisticDocument,
} from '../graphql/__generated__/operations.ts';
import type { Export, ReadWebsite } from '../graphql/export.ts';

/** What the archive of a whole page has, besides the rows of its statistics. */
export interface ExportAll extends Omit<Export, 'name' | 'search' | 'sort'> {
  readonly interval: Interval;
  readonly journeys: { readonly by: JourneysBy; readonly start: string | null; readonly end: string | null };
}

/** A file: its columns and rows. */
export interface Part {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Returns the figures of the range by the name of their file, and the funnels that are to be counted. */
export async function readFigures(read: ReadWebsite, { from, to, filter, interval, money }: ExportAll) {
  const figures = await read(ExportFiguresDocument, { from, to, filter, interval, money });
  return { parts: partsOf(figures, money), funnels: figures.funnels };
}

function partsOf(figures: ExportedFiguresFragment, money: boolean): Record<string, Part> {
  const { summary, timeseries, heatmap, annotations, goalResults } = figures;
  const totals = metricsIn('summary').map(({ name }): Cell[] => [columnName(name), summary[name].value]);
  const metrics = metricsIn('points').map(({ name }) => name);
  return {
    summary: {
      columns: ['metric', 'value'],
      rows: [...totals, ...(money ? [['amounts', amountsCell(summary.amounts ?? [])]] : [])],
    },
    timeseries: {
      columns: ['start', ...metrics.map(columnName), ...(money ? ['amounts'] : [])],
      rows: timeseries.points.map(point => [
        point.start,
        ...metrics.map(name => point[name]),
        ...(money ? [amountsCell(point.amounts ?? [])] : []),
      ]),
    },
    heatmap: {
      columns: ['weekday', 'hour', 'pageviews', 'visitors'],
      rows: heatmap.cells.map(({ weekday, hour, pageviews, visitors }) => [weekday, hour, pageviews, visitors]),
    },
    annotations: { columns: ['date', 'text'], rows: annotations.map(({ date, text }) => [date, text]) },
    goals: {
      columns: ['goal', 'kind', 'pattern', 'conversions', 'visits', 'conversion_rate', 'amounts'],
      rows: goalResults.map(({ goal: { name, kind, pattern }, conversions, visits, conversionRate, amounts }) => [
        ...[name, kind.toLowerCase(), pattern],
        ...[conversions, visits, conversionRate, amountsCell(amounts)],
      ]),
    },
  };
}

/** Returns all funnels, one after the other. */
export async function readFunnels(
  read: ReadWebsite,
  { from, to, filter }: ExportAll,
  funnels: ExportedFiguresFragment['funnels'],
): Promise<Part> {
  const rows: Cell[][] = [];
  for (const { id, name } of funnels) {
    const { funnel } = await read(ExportFunnelDocument, { id, from, to, filter });
    rows.push(...funnel.steps.map(step => [name, ...funnelCells(step)]));
  }
  return { columns: ['funnel', ...FUNNEL_COLUMNS], rows };
}

/** Returns the journeys that the page shows. */
export async function readJourneys(read: ReadWebsite, { from, to, filter, journeys }: ExportAll): Promise<Part> {
  const { by, start, end } = journeys;
  const nodeOf = (value: string | null) => (value === null ? null : { kind: by, value });
  const nodes = { by, start: nodeOf(start), end: start === null ? nodeOf(end) : null };
  const found = await read(ExportJourneysDocument, { from, to, filter, ...nodes, ...SHOWN_JOURNEYS });
  return { columns: JOURNEY_COLUMNS, rows: journeyCells(found.journeys.levels, nodes.end !== null) };
}

/** Returns how many visitors had how many visits on a day. */
export async function readReturns(read: ReadWebsite, { from, to, filter }: ExportAll): Promise<Part> {
  const { returns } = await read(ExportReturnsDocument, { from, to, filter });
  return { columns: ['visits', 'visitors'], rows: returns.rows.map(({ visits, visitors }) => [visits, visitors]) };
}

/** Returns the properties of pageviews, of the hundred most frequent events, and of the one that is open. */
export async function readProperties(read: ReadWebsite, { from, to, filter, event }: ExportAll): Promise<Part> {
  const most = {
    sortBy: 'COUNT',
    sortMetric: null,
    sort: 'DESC',
    page: 1,
    search: null,
    pages: false,
    money: false,
  } as const;
  const events = await read(ExportStatisticDocument, {
    name: 'EVENT',
    from,
    to,
    filter,
    key: null,
    event: null,
    ...most,
  });
  const rows: Cell[][] = [];
  for (const one of new Set([null, ...events.stats.rows.map(({ value }) => value), event])) {
    const { properties } = await read(ExportPropertiesDocument, { event: one, from, to, filter });
    rows.push(...properties.map(({ key, events, values }) => [one, key, events, values]));
  }
  return { columns: ['event', 'key', 'events', 'values'], rows };
}
