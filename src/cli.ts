#!/usr/bin/env node
import { Command } from 'commander';
import * as account from './cli/account.ts';
import * as backup from './cli/backup.ts';
import * as bench from './cli/bench.ts';
import * as demo from './cli/demo.ts';
import * as doctor from './cli/doctor.ts';
import * as exporting from './cli/export.ts';
import * as importing from './cli/import.ts';
import * as key from './cli/key.ts';
import * as migrate from './cli/migrate.ts';
import * as report from './cli/report.ts';
import * as restore from './cli/restore.ts';
import * as serve from './cli/serve.ts';
import * as verify from './cli/verify.ts';
import * as website from './cli/website.ts';
import { VERSION } from './version.ts';

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

// As in main.ts: what a command writes is for its own user alone.
process.umask(0o077);

const program = new Command('footfall')
  .description('What an operator types. Where the database is and all else comes from the environment; see the README.')
  .version(VERSION)
  .showHelpAfterError('(add --help for what there is)');
for (const { register } of GROUPS) register(program);
await program.parseAsync();
