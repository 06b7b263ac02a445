import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { ConfigError } from './config-rules.ts';
import { type Description, descriptions, ENVIRONMENT } from './config-variables.ts';

type Name = keyof typeof ENVIRONMENT.shape;
const NAMES = Object.keys(ENVIRONMENT.shape) as Name[];

/** The settled configuration: paths are absolute, URLs do not end in a slash, null is what was not given. */
export type Config = ReturnType<typeof settle>;

/**
 * Reads every variable, also from the file named by NAME_FILE; throws ConfigError with all faults together. `instead` stands
 * in for variables that are not set, where a command has defaults of its own.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env, instead: Partial<Record<Name, string>> = {}): Config {
  const faults: string[] = [];
  const given: Partial<Record<Name, string>> = {};
  for (const name of NAMES) {
    const value = readVariable(env, name, faults) ?? instead[name];
    if (value !== undefined) given[name] = value;
  }
  const parsed = ENVIRONMENT.safeParse(given);
  const told = new Set<Name>();
  for (const issue of parsed.error?.issues ?? []) {
    const name = issue.path[0] as Name;
    if (!told.has(name)) faults.push(explain(name, given[name], issue.message));
    told.add(name);
  }
  const { TRACKER_PATH, COLLECT_PATH } = given;
  if (TRACKER_PATH !== undefined && TRACKER_PATH === COLLECT_PATH)
    faults.push('TRACKER_PATH and COLLECT_PATH are the same; give each a path of its own.');
  if (faults.length > 0 || !parsed.success) throw new ConfigError(faults);
  return settle(parsed.data);
}

/** The table of all variables in Markdown, as it stands in the README. */
export function configTable(): string {
  const rows = NAMES.map(name => {
    const { default: without, meaning, example } = description(name);
    return `| ${name} | ${without} | ${meaning} | \`${example}\` |`;
  });
  return ['| Variable | Default | Meaning | Example |', '|---|---|---|---|', ...rows].join('\n');
}

function description(name: Name): Description {
  const found = descriptions.get(ENVIRONMENT.shape[name]);
  if (!found) throw new Error(`The variable ${name} has no description; register one in src/config-variables.ts.`);
  return found;
}

/** An empty variable counts as not set, since that is how container tools pass on what they were not given. */
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

function settle(env: z.output<typeof ENVIRONMENT>) {
  const dataDir = resolve(env.DATA_DIR);
  const baseUrl = env.BASE_URL ?? `http://localhost:${env.PORT}`;
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    baseUrl,
    /** `sqlite:/absolute/path` or `mysql://user:password@host:port/name`. */
    databaseUrl: env.DATABASE_URL ?? `sqlite:${join(dataDir, 'footfall.db')}`,
    dataDir,
    adminEmail: env.ADMIN_EMAIL ?? null,
    adminPassword: env.ADMIN_PASSWORD ?? null,
    adminApiKey: env.ADMIN_API_KEY ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? `footfall@${new URL(baseUrl).hostname}`,
    trustProxy: env.TRUST_PROXY,
    /** null means the packaged database. */
    geoDb: env.GEO_DB ? resolve(env.GEO_DB) : null,
    retentionDays: env.RETENTION_DAYS,
    rateLimit: env.RATE_LIMIT,
    collectRateLimit: env.COLLECT_RATE_LIMIT,
    trackerPath: env.TRACKER_PATH,
    collectPath: env.COLLECT_PATH,
    backupDays: env.BACKUP_DAYS,
    backupKeep: env.BACKUP_KEEP,
    workers: env.WORKERS,
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN ?? null,
    graphiql: env.GRAPHIQL,
    introspection: env.INTROSPECTION,
    /** Addresses and CIDR ranges; empty lets webhooks reach public addresses alone. */
    webhookAllow: env.WEBHOOK_ALLOW ?? [],
    maxNewValues: env.MAX_NEW_VALUES,
  });
}
