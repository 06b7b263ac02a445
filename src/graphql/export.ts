import { dayRange } from '../domain/range.ts';
import { AppError, notFound } from '../errors.ts';
import { exportHits, HIT_COLUMNS } from '../stats/hit-export.ts';
import {
  type ExportedPageFragment,
  ExportOwnDocument,
  ExportSharedDocument,
  ExportSummaryOwnDocument,
  ExportSummarySharedDocument,
  type StatFilter,
  type StatName,
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
  readonly filter: StatFilter | null;
  /** The property that PROPERTY counts by; null for all others. */
  readonly key: string | null;
  /** The event that has the property; null for pageviews. */
  readonly event: string | null;
  /** True when the amounts of events are read, which takes a pass over single visits. */
  readonly money: boolean;
}

/** Yields all rows as the statistics page orders them, a hundred at a time, under the access rules of that page. */
export async function* exportRows(context: Context, asked: Export): AsyncGenerator<readonly ExportedRow[], void> {
  const given = { ...asked, pages: asked.name === 'PAGE' };
  const readOwn = async (page: number) => (await runOperation(ExportOwnDocument, { ...given, page }, context)).website;
  const readShared = async (page: number) =>
    (await runOperation(ExportSharedDocument, { ...given, page }, context)).shared;
  let read = readOwn;
  const release = context.stats.keep();
  try {
    let found = await readOwn(1).catch(nullToStrangers);
    if (!found) {
      read = readShared;
      found = await readShared(1);
    }
    for (let page = 1; ; ) {
      if (!found) throw notFound();
      yield found.stats.rows;
      if (++page > found.stats.lastPage) return;
      found = await read(page);
    }
  } finally {
    release();
  }
}

/** Returns the figures of the range, under the access rules of the statistics page. */
export async function exportSummary(context: Context, { domain, from, to, filter }: Omit<Export, 'name'>) {
  const asked = { domain, from, to, filter };
  const own = await runOperation(ExportSummaryOwnDocument, asked, context).catch(nullToStrangers);
  const found = own?.website ?? (await runOperation(ExportSummarySharedDocument, asked, context)).shared;
  if (!found) throw notFound();
  return found.summary;
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
