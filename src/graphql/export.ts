import type { TypedQueryDocumentNode } from 'graphql';
import { columnName, metricsIn } from '../domain/metrics.ts';
import { dayRange } from '../domain/range.ts';
import { STATISTICS } from '../domain/statistics.ts';
import { AppError, notFound } from '../errors.ts';
import { exportHits, HIT_COLUMNS } from '../stats/hit-export.ts';
import {
  type ExportedPageFragment,
  ExportOwnerDocument,
  ExportStatisticDocument,
  type StatFilter,
  type StatName,
  type StatSortMetric,
} from './__generated__/operations.ts';
import type { Context } from './context.ts';
import { runOperation } from './schema.ts';

/** A row of an exported file. */
export type ExportedRow = ExportedPageFragment['rows'][number];

/** The contents of an exported file. */
export interface Export {
  readonly domain: string;
  readonly name: StatName;
  readonly from: string;
  readonly to: string;
  readonly search: string | null;
  /** What sorts the rows, as the URL of the page has it; otherwise they have their usual order. */
  readonly sort: string | null;
  readonly filter: StatFilter | null;
  /** The property that PROPERTY counts by; null for all others. */
  readonly key: string | null;
  /** The event that has the property; null for pageviews. */
  readonly event: string | null;
  /** True when the amounts of events are read, which takes a pass over single visits. */
  readonly money: boolean;
}

type Asked = { readonly domain: string; readonly own: boolean };

type Operation<Found, Variables> = TypedQueryDocumentNode<
  { readonly website?: Found | null; readonly shared?: Found | null },
  Variables
>;

/** Runs an operation about a website. Throws NOT_FOUND or FORBIDDEN if its page cannot be seen. */
export type ReadWebsite = <Found, Variables extends Asked>(
  operation: Operation<Found, Variables>,
  variables: Omit<Variables, keyof Asked>,
) => Promise<Found>;

/** Returns what reads a website: as its owner, or as anyone else who may see it. */
export async function websiteReader(context: Context, domain: string): Promise<ReadWebsite> {
  const owner = await runOperation(ExportOwnerDocument, { domain }, context).catch(nullToStrangers);
  return async <Found, Variables extends Asked>(
    operation: Operation<Found, Variables>,
    variables: Omit<Variables, keyof Asked>,
  ) => {
    const all = { domain, own: Boolean(owner?.website), ...variables } as unknown as Variables;
    const { website, shared } = await runOperation(operation, all, context);
    const found = website ?? shared;
    if (!found) throw notFound();
    return found;
  };
}

const METRICS = metricsIn('rows').map(metric => columnName(metric.name).toUpperCase() as StatSortMetric);

/** Returns the order of the rows of a file: unless another was chosen, of days and hours as they come, of anything else by count. */
function orderOf({ name, sort: chosen }: Export) {
  const [, minus, field = ''] = /^(-?)(\w+)$/.exec(chosen?.toUpperCase() ?? '') ?? [];
  const sortBy = (['COUNT', 'VALUE'] as const).find(one => one === field);
  const sortMetric = METRICS.find(one => one === field);
  const sort = (sortBy === 'VALUE') === (minus === '-') ? 'DESC' : 'ASC';
  if (sortBy || sortMetric) return { sortBy: sortBy ?? null, sortMetric: sortMetric ?? null, sort } as const;
  const isTime = STATISTICS.some(({ name: of, scope }) => /^(day|hour)$/.test(scope) && of.toUpperCase() === name);
  return isTime
    ? ({ sortBy: 'VALUE', sortMetric: null, sort: 'ASC' } as const)
    : ({ sortBy: 'COUNT', sortMetric: null, sort: 'DESC' } as const);
}

/** Yields all rows, a hundred at a time, under the access rules of the statistics page. */
export async function* exportRows(context: Context, asked: Export): AsyncGenerator<readonly ExportedRow[], void> {
  const { domain, sort: _, ...given } = asked;
  const release = context.stats.keep();
  try {
    const read = await websiteReader(context, domain);
    for (let page = 1, lastPage = 1; page <= lastPage; page++) {
      const { stats } = await read(ExportStatisticDocument, {
        ...given,
        ...orderOf(asked),
        pages: asked.name === 'PAGE',
        page,
      });
      // As on the page, a search changes no share.
      yield stats.rows.map(row => ({ ...row, share: row.count / stats.sumOfAll }));
      lastPage = stats.lastPage;
    }
  } finally {
    release();
  }
}

/** Returns null instead of an error that says only that the website is another account's. */
function nullToStrangers(error: unknown): null {
  if (error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'UNAUTHENTICATED')) return null;
  throw error;
}

export { HIT_COLUMNS };

/** Yields the hits of a website in batches, as cells; the caller has validated the range and checked access. */
export async function* readHits(
  { reading }: Context,
  website: { readonly id: string },
  { from, to }: { readonly from: string; readonly to: string },
) {
  for await (const hits of exportHits(reading, { id: Number(website.id) }, dayRange(from, to)))
    yield hits.map(hit => HIT_COLUMNS.map(column => hit[column] ?? null));
}
