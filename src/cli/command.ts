import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { AppError } from '../errors.ts';

/** What a command says: `json` for programs, `text` for people. */
export interface Answer {
  readonly json: unknown;
  readonly text: string;
}

/**
 * Declares a command whose work answers once, or null when it has written all there is to say; an error is printed with exit
 * code 1. `name` may declare arguments, as in `import <file>`, which come after the options.
 */
export function command<Options extends object>(
  parent: Command,
  name: string,
  description: string,
  declare: (command: Command) => Command,
  work: (options: Options, ...given: string[]) => Promise<Answer | null>,
): void {
  const declared = parent.command(name).description(description).option('--json', 'print JSON');
  declare(declared).action(async (...all: unknown[]) => {
    const given = all.slice(0, -2) as string[];
    const options = all.at(-2) as Options & { readonly json?: true };
    try {
      const answer = await work(options, ...given);
      if (answer) console.log(options.json ? JSON.stringify(answer.json) : answer.text);
    } catch (error) {
      console.error(options.json ? JSON.stringify({ error: errorJson(error) }) : errorText(error));
      process.exitCode = 1;
    }
  });
}

/** Runs `work` on the database of the environment, brought up to this release. Throws UNAVAILABLE when it is away. */
export function withDatabase<T>(work: (database: Database, config: Config) => Promise<T>): Promise<T> {
  return withOpenDatabase(async (database, config) => {
    await upgradeDatabase(database, config, true);
    return work(database, config);
  });
}

/** Migrates, and tells on the standard error what that means; answers what was applied. */
export async function upgradeDatabase(database: Database, config: Config, copy: boolean): Promise<string[]> {
  const { bringUp } = await import('../backup/upgrade.ts');
  const copies = copy ? join(config.dataDir, 'backups') : null;
  return bringUp(database, config.databaseUrl, { copies, say: text => console.error(text) });
}

/**
 * The same on the database as it is; its statements may take `timeout` milliseconds. With `existing` an SQLite file that is not
 * there is not made: BAD_USER_INPUT.
 */
export async function withOpenDatabase<T>(
  work: (database: Database, config: Config) => Promise<T>,
  { existing, ...options }: { readonly timeout?: number; readonly existing?: true } = {},
): Promise<T> {
  const [{ readConfig }, { openDatabase }] = await Promise.all([import('../config.ts'), import('../db/open.ts')]);
  const config = readConfig();
  const file = /^sqlite:(.*)$/.exec(config.databaseUrl)?.[1];
  if (existing && file !== undefined && !existsSync(file))
    throw new AppError('BAD_USER_INPUT', `There is no file ${file}. Correct DATABASE_URL or DATA_DIR.`);
  const database = openDatabase(config.databaseUrl, options);
  try {
    return await work(database, config);
  } catch (error) {
    if (error instanceof AppError || !['away', 'retry'].includes(database.dialect.fault(error))) throw error;
    const message = 'The database does not answer; start it or correct DATABASE_URL.';
    throw new AppError('UNAVAILABLE', message, { cause: error });
  } finally {
    await database.close().catch(() => undefined);
  }
}

/** `-` stands for the first line of the standard input, so that a secret need not stand in the list of processes. */
export function secretOption(given: string): string {
  return given === '-' ? (readFileSync(0, 'utf8').split(/\r?\n/)[0] ?? '') : given;
}

/** Rows as aligned columns under their names; `empty` is said when there are none. */
export function table(rows: readonly Readonly<Record<string, string | number>>[], empty: string): string {
  const [first] = rows;
  if (!first) return empty;
  const names = Object.keys(first);
  const lines = [names, ...rows.map(row => names.map(name => String(row[name] ?? '')))];
  const widths = names.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)));
  return lines
    .map(line =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** ISO 8601 in UTC to the second, as people read it in a list; `without` when there is no time. */
export function timeText(time: number | null, without = ''): string {
  return time === null ? without : new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** ISO 8601 in UTC, as programs read it. */
export function timeJson(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const lines =
    error instanceof AppError && error.fields
      ? Object.entries(error.fields).flatMap(([field, texts]) => texts.map(text => `${field}: ${text}`))
      : [error.message || error.name];
  const reason = causeOf(error);
  return [...lines, ...(reason ? [`(${reason})`] : [])].join('\n');
}

function errorJson(error: unknown): Record<string, unknown> {
  if (error instanceof AppError) {
    const next = 'next' in error ? { next: error.next } : {};
    return { code: error.code, message: error.message, ...(error.fields && { fields: error.fields }), ...next };
  }
  const faults = error instanceof Error && 'faults' in error ? { faults: error.faults } : {};
  return { code: error instanceof Error ? error.name : 'Error', message: errorText(error), ...faults };
}

/** The innermost error's words: an operator may see what a visitor may not. */
function causeOf(error: Error): string | undefined {
  let cause: unknown = error.cause;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : undefined;
}
