import type { Command } from 'commander';
import { command, upgradeDatabase, withOpenDatabase } from './command.ts';

/** `migrate`. */
export function register(program: Command): void {
  command(
    program,
    'migrate',
    'Brings the database up to this release, as the service does when it starts: after a look whether it can be, and a copy of an SQLite database.',
    declared => declared.option('--no-copy', 'without the copy of an SQLite database'),
    async ({ copy }: { copy: boolean }) => {
      const applied = await withOpenDatabase((database, config) => upgradeDatabase(database, config, copy));
      const text = applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`;
      return { json: { applied }, text };
    },
  );
}
