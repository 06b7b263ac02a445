import { badInput } from '../errors.ts';
import { command, type Program, withOpenDatabase } from './command.ts';

/** `columns status` and `rebuild`. */
export function register(program: Program): void {
  const group = program
    .command('columns')
    .description(
      'See or remove the files of this machine that make filters fast; the database has all that they contain.',
    );

  command(group, 'status', 'Show how many of the completed days are packed, and where.').answers(async () => {
    const { examineColumns, progressText } = await import('./doctor/columns.ts');
    const columns = await withOpenDatabase(examineColumns, { existing: true });
    if (!columns)
      return {
        json: { folder: null, days: 0, packed: 0, bytes: 0 },
        text: 'Nothing is packed yet; the service does that.',
      };
    const { store, progress } = columns;
    return {
      json: { folder: store.folder, ...progress },
      text: `${progressText(progress)}\nThey are in ${store.folder}.`,
    };
  });

  command(group, 'rebuild', 'Remove the files, so that the service packs them again.').answers(async () => {
    const [{ examineColumns }, { size }] = await Promise.all([
      import('./doctor/columns.ts'),
      import('./doctor/finding.ts'),
    ]);
    const columns = await withOpenDatabase(examineColumns, { existing: true });
    if (!columns) throw badInput({ columns: ['Nothing is packed yet; the service does that.'] });
    columns.store.tidy([]);
    const { bytes } = columns.progress;
    return {
      json: { removed: bytes },
      text: `Removed ${size(bytes)}. The service packs the days again within a minute, or when it starts.`,
    };
  });
}
