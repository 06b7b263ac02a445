import '../process/production.ts';
import type { Fault } from '../db/dialect.ts';
import { FoldConflict } from '../fold/fold-conflict.ts';
import { type ImportSettings, withImportContext } from '../imports/open-context.ts';
import { runImport } from '../imports/run.ts';
import { giveWay } from '../process/thread.ts';

/*
 * The process that works on an import: reading and counting millions of rows must not delay hits, and the memory that it
 * takes is given back when it ends. It may be killed at any moment.
 */

/** What to work on. */
export interface ImportOrder {
  readonly id: number;
  readonly settings: ImportSettings;
}

/** What the process sends at the end. */
export type ImportMessage = { readonly done: true } | ImportFault;

/** Why an import was interrupted; `kind` is that of the database's errors. */
export interface ImportFault {
  readonly message: string;
  readonly kind: Fault;
}

/** Milliseconds that the running transaction may take to end. */
const PATIENCE = 2_000;

giveWay();
const stopping = new AbortController();
const stop = () => {
  stopping.abort();
  setTimeout(() => process.exit(), PATIENCE).unref();
};
process.on('SIGTERM', stop).on('SIGINT', stop).on('disconnect', stop);
// The process that started this one may be gone already.
if (!process.connected) process.exit();
process.once('message', async ({ id, settings }: ImportOrder) => {
  let kind: Fault = 'away';
  const { signal } = stopping;
  const message = await withImportContext(settings, { signal }, context =>
    runImport(context, id).catch(error => {
      kind = error instanceof FoldConflict ? 'retry' : context.database.dialect.fault(error);
      throw error;
    }),
  ).then(
    () => ({ done: true }) as const,
    (error: Error) => ({ message: error.message, kind }),
  );
  if (!process.connected) process.exit();
  process.send?.(message satisfies ImportMessage, () => process.disconnect());
});
