import { command, type Program, table, timeText, withDatabase } from './command.ts';
import type { MatomoOptions } from './import-matomo.ts';
import { websiteOption } from './website.ts';

/** `import list`, `import undo` and `import matomo`. */
export function registerHistory(group: Program): void {
  // Before the name of a command, an option is one of `import`: `import --dry-run undo 3` would not be a dry run.
  group.hook('preSubcommand', (_, called) => {
    const option = group.options.find(one => group.getOptionValueSource(one.attributeName()) === 'cli');
    if (option)
      group.error(
        `error: ${option.long} is an option of import itself; write the options of import ${called.name()} after its name.`,
      );
  });

  command(group, 'list', 'List the imports of a website, the latest first.')
    .requiredOption('--website <domain>', 'the website: its domain or id')
    .answers(async ({ website }: { website: string }) =>
      withDatabase(async database => {
        const [{ importsOf }, { leaningOf, undoNoteOf }, { importJson }] = await Promise.all([
          import('../imports/imports.ts'),
          import('../imports/leaning.ts'),
          import('../imports/import-json.ts'),
        ]);
        const { id: websiteId } = await websiteOption(database, website);
        const [imports = []] = await importsOf(database, [websiteId]);
        const [leaning = []] = await leaningOf(database, [websiteId]);
        const rows = imports.map(({ id, source, state, dryRun, files, counted, from, to, createdAt }) => ({
          id,
          source: source ?? '',
          state: dryRun ? `${state} (dry run)` : state,
          counted,
          from: from ?? '',
          to: to ?? '',
          created: timeText(createdAt),
          files: files.join(', '),
        }));
        const json = imports.map(one => importJson(one, one.dryRun ? null : undoNoteOf(one.id, leaning)));
        return { json, text: table(rows, 'There are no imports.') };
      }),
    );

  command(group, 'undo <id>', 'Remove everything that an import has counted.').answers(
    async (_: object, id: string) => {
      const { undoFromHere } = await import('./import-history.ts');
      return undoFromHere(id);
    },
  );

  command(
    group,
    'matomo',
    'Fetch the visits of a website from the API of a Matomo, day by day, and import them. After a stop, the same command goes on where it was.',
  )
    .requiredOption('--website <domain>', 'the website that they become the history of: its domain or id')
    .requiredOption('--url <url>', 'the address of Matomo, such as https://matomo.example/')
    .requiredOption('--site <number>', 'the number of the website in Matomo (idSite)')
    .requiredOption('--token-file <file>', 'a file with the token of a Matomo user who may view it')
    .requiredOption('--from <date>', 'the first day, such as 2024-01-01')
    .option('--to <date>', 'the last day (default: yesterday)')
    .option('--until <date>', "the last day to count (default: the day before the website's first own hit)")
    .option('--dry-run', 'only say what would be counted')
    .answers(async (options: MatomoOptions) => {
      const { importFromMatomo } = await import('./import-matomo.ts');
      return importFromMatomo(options);
    });
}
