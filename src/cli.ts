#!/usr/bin/env node
import './process/production.ts';
import { createProgram } from './cli/program.ts';

// As in main.ts: what a command writes is for its own user alone.
process.umask(0o077);
await createProgram().parseAsync();
