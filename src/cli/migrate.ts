import type { Command } from 'commander';
import { command, upgradeDatabase, withOpenDatabase } from './command.ts';

/** `migrate`. */
export function register(program: Command): void {
  command(
    program,
    'migrate',
    'Upgrade the database to this release, as the service does when it starts: first check that this is possible, and copy an SQLite database.',
    declared => declared.option('--no-copy', 'do not copy an SQLite database first'),
    async ({ copy }: { copy: boolean }) => {
      const applied = await withOpenDatabase((database, config) => upgradeDatabase(database, config, copy));
      const text = applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`;
      return { json: { applied }, text };
    },
  );
}
