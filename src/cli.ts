#!/usr/bin/env node
import './process/production.ts';
import { createProgram } from './cli/program.ts';

// As in main.ts: only its own user may read what a command writes.
process.umask(0o077);
await createProgram().parseAsync();
