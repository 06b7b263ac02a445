import type { Command } from 'commander';
import { command, withOpenDatabase } from './command.ts';
import { startProgress } from './progress.ts';

/** Emptying a table, or a migration after the rows are there, may take long. */
const TIMEOUT = 600_000;

/** `restore`. */
export function register(program: Command): void {
  command(
    program,
    'restore <file>',
    'Fills an empty database, of either engine, with a backup. The file is read through and checked first.',
    declared => declared.option('--check', 'only check that the file is whole and of a release that is known here'),
    async ({ check }: { check?: true }, path: string) => {
      const { checkBackup } = await import('../backup/check.ts');
      const { restore } = await import('../backup/restore.ts');
      const progress = startProgress();
      const percent = (verb: string) => (done: number, table: string) =>
        progress.tell(`${verb}: ${Math.floor(done * 100)} %${table && `, ${table}`}`);
      const started = performance.now();
      const backup = await checkBackup(path, percent('Checking')).finally(progress.clear);
      const { at, engine } = backup.head;
      const of = `${path}, of ${at}, with ${backup.end.rows} rows`;
      const known = { path, at, engine, rows: backup.end.rows, tables: backup.end.tables };
      if (check) return { json: known, text: `${of}, is whole.` };
      const { rows, unknown } = await withOpenDatabase(
        ({ dialect }) => restore(dialect, backup, percent('Restoring')),
        { timeout: TIMEOUT },
      ).finally(progress.clear);
      const seconds = (performance.now() - started) / 1000;
      const lines = [`Restored ${rows} rows from ${of}, in ${seconds.toFixed(1)} s. Everybody has to sign in again.`];
      if (unknown.length > 0) lines.push(`Left out, for they are not of Footfall: ${unknown.join(', ')}.`);
      return { json: { ...known, restored: rows, unknown, seconds }, text: lines.join('\n') };
    },
  );
}
