import type { Command } from 'commander';
import type { BackupMade } from '../backup/backup.ts';
import { command, withOpenDatabase } from './command.ts';
import { withFolding } from './folding.ts';
import { startProgress } from './progress.ts';

/** Reading one page of a table takes far less, except on an overloaded machine. */
const TIMEOUT = 60_000;

/** `backup`. */
export function register(program: Command): void {
  command(
    program,
    'backup',
    'Write a consistent backup of everything except salts and sessions to one file, while the service runs. It can be restored on either database engine.',
    declared =>
      declared
        .option('--to <path>', 'a new file, or a directory for a file named after the time (default: DATA_DIR/backups)')
        .option('--keep <number>', 'afterwards keep only this many backups in that directory, the latest ones'),
    async ({ to, ...given }: { to?: string; keep?: string }) => {
      const { backupOptions, readOptions } = await import('./options.ts');
      const { keep = null } = readOptions(backupOptions, given);
      const [{ makeBackup }, { isMigrated }] = await Promise.all([
        import('../jobs/backup.ts'),
        import('../db/migrate.ts'),
      ]);
      const progress = startProgress();
      const started = performance.now();
      const { waited, ...made } = await withOpenDatabase(
        async (database, config) => {
          // While the service is not running, nothing else folds the hits that a killed one left in its spool.
          if (await isMigrated(database.dialect).catch(() => false))
            await withFolding(database, config, { warn: text => console.error(text) }, ({ fold }) => fold.drain());
          return untilSignal(signal =>
            makeBackup(database, config, { to: to ?? null, keep, progress: progress.tell, signal }),
          );
        },
        { timeout: TIMEOUT, existing: true },
      ).finally(progress.clear);
      const seconds = (performance.now() - started) / 1000;
      return { json: { ...made, seconds, unfolded: waited }, text: textOf(made, seconds, waited) };
    },
  );
}

/** SIGINT and SIGTERM abort the work so that it can clean up; a second signal ends the process at once. */
async function untilSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Error('The backup was stopped and its unfinished file removed.'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    return await work(stopping.signal);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
  }
}

function textOf({ path, bytes, rows }: BackupMade, seconds: number, unfolded: number): string {
  const lines = [`${path}: ${rows} rows, ${(bytes / 1e6).toFixed(1)} MB, in ${seconds.toFixed(1)} s.`];
  if (unfolded > 0)
    lines.push(
      `${unfolded} acknowledged hits are not in the backup because the fold is behind. They are safe in the spool.`,
    );
  return lines.join('\n');
}
