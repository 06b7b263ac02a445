import type { Command } from 'commander';
import { command, withOpenDatabase } from './command.ts';

/** `migrate`. */
export function register(program: Command): void {
  command(
    program,
    'migrate',
    'Brings the database up to this release. The service does the same when it starts.',
    declared => declared,
    async () => {
      const { migrate } = await import('../db/migrate.ts');
      const applied = await withOpenDatabase(database => migrate(database.dialect));
      const text = applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`;
      return { json: { applied }, text };
    },
  );
}
