import type { Command } from 'commander';
import { command, withOpenDatabase } from './command.ts';
import { startProgress } from './progress.ts';

/** Emptying a table, or migrating once it has rows, can take long. */
const TIMEOUT = 600_000;

/** `restore`. */
export function register(program: Command): void {
  command(
    program,
    'restore <file>',
    'Restore a backup into an empty database of either engine. The whole file is checked first.',
    declared => declared.option('--check', 'only check that the file is complete and that this release can restore it'),
    async ({ check }: { check?: true }, path: string) => {
      const { checkBackup } = await import('../backup/check.ts');
      const { restore } = await import('../backup/restore.ts');
      const progress = startProgress();
      const percent = (verb: string) => (done: number, table: string) =>
        progress.tell(`${verb}: ${Math.floor(done * 100)} %${table && `, ${table}`}`);
      const started = performance.now();
      const backup = await checkBackup(path, percent('Checking')).finally(progress.clear);
      const { at, engine } = backup.head;
      const of = `${path}, made at ${at}, with ${backup.end.rows} rows`;
      const known = { path, at, engine, rows: backup.end.rows, tables: backup.end.tables };
      if (check) return { json: known, text: `${of}, is complete.` };
      const { rows, unknown } = await withOpenDatabase(
        ({ dialect }) => restore(dialect, backup, percent('Restoring')),
        { timeout: TIMEOUT },
      ).finally(progress.clear);
      const seconds = (performance.now() - started) / 1000;
      const lines = [`Restored ${rows} rows from ${of}, in ${seconds.toFixed(1)} s. Everyone has to sign in again.`];
      if (unknown.length > 0) lines.push(`Skipped because they do not belong to Footfall: ${unknown.join(', ')}.`);
      return { json: { ...known, restored: rows, unknown, seconds }, text: lines.join('\n') };
    },
  );
}
