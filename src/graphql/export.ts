import { AppError, notFound } from '../errors.ts';
import {
  type ExportedPageFragment,
  ExportOwnDocument,
  ExportSharedDocument,
  type StatFilter,
  type StatName,
} from './__generated__/operations.ts';
import type { Context } from './context.ts';
import { runOperation } from './run.ts';

/** A row as it leaves the house in a file. */
export type ExportedRow = ExportedPageFragment['rows'][number];

/** What a file is to have, as it was sent. */
export interface Export {
  readonly domain: string;
  /** As REST names it. */
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly search: string | null;
  /** A filter as JSON. */
  readonly filter: string | null;
}

/** A statistic with more values than this is cut; who needs more asks the API page by page. */
const MOST_PAGES = 1_000;

/** All rows in the order of the page, a hundred at a time; with the rights of the statistics page and the errors of the API. */
export async function* exportRows(
  context: Context,
  { name, filter, ...rest }: Export,
): AsyncGenerator<readonly ExportedRow[]> {
  const asked = { ...rest, name: name.toUpperCase() as StatName, filter: filterOf(filter) };
  const isOwn = await runOperation(ExportOwnDocument, { ...asked, page: 1 }, context).then(
    () => true,
    error => {
      if (error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'UNAUTHENTICATED')) return false;
      throw error;
    },
  );
  for (let page = 1, last = 1; page <= Math.min(last, MOST_PAGES); page++) {
    const variables = { ...asked, page };
    const found = isOwn
      ? (await runOperation(ExportOwnDocument, variables, context)).website
      : (await runOperation(ExportSharedDocument, variables, context)).shared;
    if (!found) throw notFound();
    last = found.stats.lastPage;
    yield found.stats.rows;
  }
}

function filterOf(text: string | null): StatFilter | null {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError(
      'BAD_USER_INPUT',
      'The filter is not valid JSON; send one such as {"name":"COUNTRY","operator":"IS","values":["DE:Germany"]}.',
    );
  }
}
