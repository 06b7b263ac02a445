import type { Command } from 'commander';

/** `serve`: what `npm start` runs in a checkout, for where only the package is. */
export function register(program: Command): void {
  program
    .command('serve')
    .description('Run the service until it is told to stop.')
    .action(async () => {
      const { runService } = await import('../service/serve.ts');
      await runService();
    });
}
