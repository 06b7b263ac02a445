import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, type ErrorOptions, type Help, type ParseOptionsResult } from 'commander';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { AppError } from '../errors.ts';
import { isMissing, obstacleOf } from './obstacle.ts';

const AWAY = 'The database does not respond; start it or correct DATABASE_URL.';
export const DAMAGED = 'The database, or a table in it, cannot be read. Run "footfall doctor" to find out more.';

const HELP = ['help', '--help', '-h'];

/** The output of a command: `json` for programs, `text` for people. */
export interface Answer {
  readonly json: unknown;
  readonly text: string;
}

/** The program, or a command of it. */
export class Program extends Command {
  override createCommand(name?: string): Program {
    return new Program(name);
  }

  /** Reads `help --help` as `help`, where commander looks for a command named `--help`. */
  override parseOptions(words: string[]): ParseOptionsResult {
    const { operands, unknown } = super.parseOptions(words);
    const [first, ...others] = operands;
    const asksForHelp = this.commands.length > 0 && first === 'help';
    return { operands: asksForHelp ? [first, ...others.filter(word => !HELP.includes(word))] : operands, unknown };
  }

  /** Help says which options a command needs, which commander does not. */
  override createHelp(): Help {
    const help = super.createHelp();
    const describe = help.optionDescription.bind(help);
    help.optionDescription = option => `${describe(option)}${option.mandatory ? ' (required)' : ''}`;
    return help;
  }

  /** Errors of usage are JSON, too, where that was asked for. */
  override error(message: string, options?: ErrorOptions): never {
    let root: Command = this;
    while (root.parent) root = root.parent;
    const isAsked = (root as unknown as { readonly rawArgs: readonly string[] }).rawArgs.includes('--json');
    if (isAsked) {
      const sentence = `${message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')}.`.replace(/([.)])\.$/, '$1');
      const text = JSON.stringify({ error: { code: 'BAD_USER_INPUT', message: sentence } });
      this.showHelpAfterError(false).configureOutput({ outputError: (_, write) => write(`${text}\n`) });
    }
    return super.error(message, options);
  }

  /** Prints what `work` returns, unless that is null; it gets the options, then the arguments in the command's name. */
  answers<Options extends object>(work: (options: Options, ...given: string[]) => Promise<Answer | null>): void {
    this.action(async (...all: unknown[]) => {
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
}

/** Declares a command; `name` can declare arguments, as in `import <file>`. */
export function command(parent: Program, name: string, description: string): Program {
  return parent.command(name).description(description).option('--json', 'print JSON');
}

/**
 * Upgrades the configured database to this release and runs `work` on it. Throws UNAVAILABLE, and BAD_USER_INPUT for an
 * SQLite file that does not exist, unless it `mayCreate` one.
 */
export function withDatabase<T>(
  work: (database: Database, config: Config) => Promise<T>,
  { mayCreate = false }: { readonly mayCreate?: boolean } = {},
): Promise<T> {
  return withOpenDatabase(
    async (database, config) => {
      await upgradeDatabase(database, config);
      return work(database, config);
    },
    { existing: !mayCreate },
  );
}

/** Does the same, but throws BAD_USER_INPUT if the service was started with other settings. */
export function withServiceSettings<T>(work: (database: Database, config: Config) => Promise<T>): Promise<T> {
  return withDatabase(async (database, config) => {
    const { refuseOtherSettings } = await import('../service/settings.ts');
    await refuseOtherSettings(database, config);
    return work(database, config);
  });
}

/** Migrates the database, describes that on standard error, and returns the names of the migrations. */
export async function upgradeDatabase(
  database: Database,
  config: Config,
  { copy = true, backup }: { readonly copy?: boolean; readonly backup?: string | undefined } = {},
): Promise<string[]> {
  const { bringUp } = await import('../backup/bring-up.ts');
  const copies = copy ? join(config.dataDir, 'backups') : null;
  return bringUp(database, config.databaseUrl, { copies, backup, say: text => console.error(text) });
}

/** Runs `work` on the database as it is. Throws BAD_USER_INPUT without an `existing` SQLite file, and UNAVAILABLE. */
export async function withOpenDatabase<T>(
  work: (database: Database, config: Config) => Promise<T>,
  { existing, ...options }: { readonly timeout?: number; readonly existing?: boolean } = {},
): Promise<T> {
  const [{ readConfig }, { openDatabase }] = await Promise.all([import('../config.ts'), import('../db/open.ts')]);
  const config = readConfig();
  const file = /^sqlite:(.*)$/.exec(config.databaseUrl)?.[1];
  if (existing && file !== undefined && isMissing(file))
    throw new AppError('BAD_USER_INPUT', `The database file ${file} does not exist; correct DATABASE_URL or DATA_DIR.`);
  let database: Database | undefined;
  try {
    database = openDatabase(config.databaseUrl, { ...options, folder: config.dataDir });
    return await work(database, config);
  } catch (error) {
    throw unavailableFor(error, database, file) ?? error;
  } finally {
    await database?.close().catch(() => undefined);
  }
}

/**
 * Returns UNAVAILABLE for an error of the database, or of a file that this user or the disk refuses; null for every other
 * error. `file` is that of an SQLite database.
 */
function unavailableFor(error: unknown, database: Database | undefined, file: string | undefined): AppError | null {
  // Contexts mask it as `reachable` does, for callers who must not see the reason.
  const isMasked = error instanceof AppError && error.code === 'UNAVAILABLE';
  const cause = isMasked ? error.cause : error;
  const fault = database?.dialect.fault(cause) ?? 'other';
  if (cause instanceof AppError || (isMasked && fault === 'other')) return null;
  const path = fault === 'away' ? file : (cause as NodeJS.ErrnoException | undefined)?.path;
  const obstacle = path === undefined ? null : obstacleOf(cause, path);
  if (obstacle) return new AppError('UNAVAILABLE', `${obstacle.text} ${obstacle.fix}`, { cause });
  if (isMasked || !['away', 'damaged', 'retry'].includes(fault)) return null;
  return new AppError('UNAVAILABLE', fault === 'damaged' ? DAMAGED : AWAY, { cause });
}

/** Shows progress on standard error: on a terminal one line that changes, elsewhere a line every five seconds. */
export function startProgress(): { tell(text: string): void; clear(): void } {
  const { stderr } = process;
  let toldAt = performance.now();
  return {
    tell(text) {
      const now = performance.now();
      if (now - toldAt < (stderr.isTTY ? 100 : 5_000)) return;
      toldAt = now;
      stderr.write(stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
    },
    /** Clears the line, so that something else can be printed. */
    clear() {
      if (stderr.isTTY) stderr.write('\r\x1b[K');
    },
  };
}

/** Calls `stop` at a SIGINT or SIGTERM during `work`, which can then clean up; a second one ends the process at once. */
export async function stoppable<T>(stop: () => void, work: () => Promise<T>): Promise<T> {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, stop);
  try {
    return await work();
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

/** Reads the first line of standard input for `-`, so that a secret need not appear in the list of processes. */
export function secretOption(given: string): string {
  return given === '-' ? (readFileSync(0, 'utf8').split(/\r?\n/)[0] ?? '') : given;
}

/** Formats rows as aligned columns under their names; returns `empty` if there are none. */
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

/** Formats a time (milliseconds since 1970) in UTC as ISO 8601 to the second, for lists; null becomes `without`. */
export function timeText(time: number | null, without = ''): string {
  return time === null ? without : new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Formats a time (milliseconds since 1970) in UTC as ISO 8601 to the millisecond, for JSON; null stays null. */
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

/** Returns the innermost error's message, which operators may see although visitors may not. */
function causeOf(error: Error): string | undefined {
  let cause: unknown = error.cause;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : undefined;
}
