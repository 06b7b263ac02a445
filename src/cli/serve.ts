import type { Command } from 'commander';

/** `serve`: the equivalent of `npm start` where only the package is installed. */
export function register(program: Command): void {
  program
    .command('serve')
    .description('Run the service until it is stopped.')
    .action(async () => {
      const { runService } = await import('../service/serve.ts');
      await runService();
    });
}
