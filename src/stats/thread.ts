import { workerData } from 'node:worker_threads';
import { openDatabase, reachable } from '../db/open.ts';
import { AppError } from '../errors.ts';
import { giveWay } from '../process/thread.ts';
import { createReadingWork, type ReadingWork } from './work.ts';

/*
 * The thread that looks at single visits and at many values, so that no question delays anything else. It has database
 * connections of its own.
 */

giveWay();
const database = openDatabase((workerData as { readonly databaseUrl: string }).databaseUrl, { poolSize: 6 });
const work = createReadingWork(database.dialect);

/** The result of a read, or its error as plain data, because threads lose the classes of errors. */
export type Outcome<T> =
  | { readonly result: T }
  | { readonly refused: Pick<AppError, 'code' | 'message' | 'retryAfter'> };

/** Runs one read. */
export async function read<Name extends keyof ReadingWork>({
  name,
  order,
}: {
  readonly name: Name;
  readonly order: Parameters<ReadingWork[Name]>[0];
}): Promise<Outcome<unknown>> {
  try {
    return { result: await reachable<unknown>(database, () => work[name](order as never)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, retryAfter } = error;
    return { refused: { code, message, retryAfter } };
  }
}

/** Closes the database; the thread must not be ended before. */
export async function close(): Promise<void> {
  await database.close();
}
