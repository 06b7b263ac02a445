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

/** One file a group of commands. They declare themselves and load the rest of the project only when they run. */
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

/** All commands, ready to read what was typed. `settle` is called before they are declared, so that what it sets holds for each. */
export function createProgram(settle: (program: Command) => void = () => undefined): Command {
  const program = new Command('footfall')
    .description(
      'What an operator types. Where the database is and all else comes from the environment; see the README.',
    )
    .version(VERSION)
    .showHelpAfterError('(add --help for what there is)');
  settle(program);
  for (const { register } of GROUPS) register(program);
  return program;
}
