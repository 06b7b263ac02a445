import type { Command } from 'commander';

/** `demo`: fills embedded SQLite with a year of hits, starts the service and prints everything needed to look at it. */
export function register(program: Command): void {
  program
    .command('demo')
    .description(
      'Fill an embedded database with a year of hits for demo.example, then serve it and print what to call.',
    )
    .option('--no-serve', 'only fill the database')
    .action(async ({ serve }: { serve: boolean }) => {
      const { runDemo } = await import('../../seeds/run-demo.ts');
      await runDemo(serve);
    });
}
