import { VERSION } from '../process/version.ts';
import * as account from './account.ts';
import * as adopt from './adopt.ts';
import * as backup from './backup.ts';
import * as bench from './bench.ts';
import * as columns from './columns.ts';
import { Program } from './command.ts';
import * as doctor from './doctor.ts';
import * as exporting from './export.ts';
import * as forget from './forget.ts';
import * as importing from './import.ts';
import * as key from './key.ts';
import * as report from './report.ts';
import * as verify from './verify.ts';
import * as website from './website.ts';

/** One file per group of commands, besides `serve` and `demo`. They load the rest of the project only when they run. */
const GROUPS = [
  bench,
  account,
  key,
  website,
  report,
  exporting,
  importing,
  adopt,
  forget,
  verify,
  columns,
  backup,
  doctor,
];

/** Returns the program with all commands; `settle` runs before they are declared and applies to each. */
export function createProgram(settle: (program: Program) => void = () => undefined): Program {
  const program = new Program('footfall')
    .description(
      'Operate Footfall from the command line. The database and all other settings come from the environment; see the README.',
    )
    .version(VERSION)
    .showHelpAfterError('(add --help for usage)')
    // `import` has options of its own beside those of `import list`.
    .enablePositionalOptions();
  settle(program);
  registerService(program);
  for (const { register } of GROUPS) register(program);
  return program;
}

function registerService(program: Program): void {
  // The equivalent of `npm start` where only the package is installed.
  program
    .command('serve')
    .description('Run the service until it is stopped.')
    .action(async () => {
      const { runService } = await import('../service/run.ts');
      await runService();
    });
  program
    .command('demo')
    .description(
      'Fill an embedded database of its own with a year of hits for demo.example, then serve it and print what to call.',
    )
    .option('--no-serve', 'only fill the database, and print the password and the API key')
    .option('--no-live', 'send no visitors while it runs')
    .action(async (options: { serve: boolean; live: boolean }) => {
      const { runDemo } = await import('../../seeds/run-demo.ts');
      await runDemo(options);
    });
}
