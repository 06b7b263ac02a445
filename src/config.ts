import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { type Description, descriptions, ENVIRONMENT } from './config/variables.ts';

type Name = keyof typeof ENVIRONMENT.shape;
const NAMES = Object.keys(ENVIRONMENT.shape) as Name[];

/** The variables, with the rules that involve several of them. */
const SETTINGS = ENVIRONMENT.refine(({ TRACKER_PATH, COLLECT_PATH }) => TRACKER_PATH !== COLLECT_PATH, {
  error: 'TRACKER_PATH and COLLECT_PATH are the same; give each its own path.',
  when: bothAreRight('TRACKER_PATH', 'COLLECT_PATH'),
}).refine(({ PORT, SHARED_PORT }) => PORT !== SHARED_PORT, {
  error: 'PORT and SHARED_PORT are the same; give each gateway a PORT of its own beside the one it shares.',
  when: bothAreRight('PORT', 'SHARED_PORT'),
});

const NO_WORKERS =
  'WORKERS is no longer supported; leave it out and start one gateway per core, each with its own PORT and DATA_DIR and all with the same SHARED_PORT (docs/scaling.md shows how).';

/** The validated configuration: paths are absolute, URLs have no trailing slash, and null means not set. */
export type Config = ReturnType<typeof settle>;

/** Reports everything that is wrong with the environment at once; each fault is a sentence that includes the fix. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'an error' : `${faults.length} errors`}:\n- ${faults.join('\n- ')}`,
    );
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/**
 * Reads every variable, or the file that NAME_FILE names. `instead` replaces variables that are not set, for commands
 * with their own defaults. Throws ConfigError with all faults together.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env, instead: Partial<Record<Name, string>> = {}): Config {
  const faults: string[] = [];
  if ((env.WORKERS && env.WORKERS !== '1') || env.WORKERS_FILE) faults.push(NO_WORKERS);
  const given: Partial<Record<Name, string>> = {};
  for (const name of NAMES) {
    const value = readVariable(env, name, faults) ?? instead[name];
    if (value !== undefined) given[name] = value;
  }
  const parsed = SETTINGS.safeParse(given);
  const byName = Map.groupBy(parsed.error?.issues ?? [], ({ path }) => path[0] as Name | undefined);
  for (const [name, [issue]] of byName) {
    const text = issue?.message ?? '';
    // A fault that involves several variables is already a whole sentence.
    faults.push(name === undefined ? text : explain(name, given[name], text));
  }
  if (faults.length > 0 || !parsed.success) throw new ConfigError(faults);
  return settle(parsed.data);
}

/** Returns the table of all variables in Markdown, as printed in the README. */
export function configTable(): string {
  const rows = NAMES.map(name => {
    const { default: without, meaning, example } = description(name);
    return `| ${name} | ${without} | ${meaning} | \`${example}\` |`;
  });
  return ['| Variable | Default | Meaning | Example |', '|---|---|---|---|', ...rows].join('\n');
}

function description(name: Name): Description {
  const found = descriptions.get(ENVIRONMENT.shape[name]);
  if (!found) throw new Error(`The variable ${name} has no description; register one in src/config/variables.ts.`);
  return found;
}

/** An empty variable counts as not set, because container tools pass unset variables on as empty ones. */
function readVariable(env: NodeJS.ProcessEnv, name: Name, faults: string[]): string | undefined {
  const value = env[name] || undefined;
  const file = env[`${name}_FILE`];
  if (!file) return value;
  if (value !== undefined) {
    faults.push(`${name} and ${name}_FILE are both set; keep one of them.`);
    return undefined;
  }
  try {
    const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (content === '') faults.push(`${name}_FILE names ${file}, which is empty; write the value into it.`);
    return content || undefined;
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? 'unknown reason';
    faults.push(`${name}_FILE names ${file}, which cannot be read (${reason}); give the path of a readable file.`);
    return undefined;
  }
}

function explain(name: Name, given: string | undefined, rule: string): string {
  const { secret, example } = description(name);
  return `${name}${secret ? '' : ` is ${JSON.stringify(given)} but`} ${rule} (for example ${name}=${example}).`;
}

/** `dataDir` for `DATA_DIR`. */
type FieldName<Variable extends string> = Variable extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<FieldName<Rest>>}`
  : Lowercase<Variable>;

type Environment = z.output<typeof ENVIRONMENT>;
type Fields = { readonly [V in Name as FieldName<V>]-?: Exclude<Environment[V], undefined> | OrNull<Environment[V]> };
type OrNull<Value> = undefined extends Value ? null : never;

function settle(env: Environment) {
  const baseUrl = env.BASE_URL ?? `http://localhost:${env.SHARED_PORT ?? env.PORT}`;
  return Object.freeze({
    ...fieldsOf(env),
    baseUrl,
    /** `sqlite:/absolute/path` or `mysql://user:password@host:port/name`. */
    databaseUrl: env.DATABASE_URL ?? `sqlite:${join(env.DATA_DIR, 'footfall.db')}`,
    language: env.LANGUAGE ?? 'en',
    /** False if LANGUAGE, perhaps meant for other programs, names only languages in which there are no texts. */
    knowsLanguage: env.LANGUAGE !== null,
    mailFrom: env.MAIL_FROM ?? `footfall@${new URL(baseUrl).hostname}`,
  });
}

/** Skips a rule about two variables while one of them is wrong. */
function bothAreRight(...names: readonly Name[]) {
  return ({ issues }: { readonly issues: readonly { readonly path?: readonly PropertyKey[] | undefined }[] }) =>
    !issues.some(({ path }) => names.includes(path?.[0] as Name));
}

function fieldsOf(env: Environment): Fields {
  const fieldName = (name: Name) => name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(NAMES.map(name => [fieldName(name), env[name] ?? null])) as unknown as Fields;
}
