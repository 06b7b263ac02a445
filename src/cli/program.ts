import { Command } from 'commander';
import { VERSION } from '../process/version.ts';
import * as account from './account.ts';
import * as backup from './backup.ts';
import * as bench from './bench.ts';
import * as demo from './demo.ts';
import * as doctor from './doctor.ts';
import * as exporting from './export.ts';
import * as importing from './import.ts';
import * as key from './key.ts';
import * as migrate from './migrate.ts';
import * as report from './report.ts';
import * as restore from './restore.ts';
import * as serve from './serve.ts';
import * as verify from './verify.ts';
import * as website from './website.ts';

/** One file per group of commands. They load the rest of the project only when they run. */
const GROUPS = [
  serve,
  bench,
  demo,
  migrate,
  account,
  key,
  website,
  report,
  exporting,
  importing,
  verify,
  backup,
  restore,
  doctor,
];

/**
 * Returns the program with all commands. `settle` runs before they are declared, so that its settings apply to each.
 */
export function createProgram(settle: (program: Command) => void = () => undefined): Command {
  const program = new Command('footfall')
    .description(
      'Operate Footfall from the command line. The database and all other settings come from the environment; see the README.',
    )
    .version(VERSION)
    .showHelpAfterError('(add --help for usage)');
  settle(program);
  for (const { register } of GROUPS) register(program);
  return program;
}
