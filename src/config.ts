import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import {
  addressRanges,
  apiKey,
  ConfigError,
  databaseUrl,
  emailAddress,
  existingFile,
  logLevel,
  ownPath,
  password,
  publicUrl,
  sender,
  smtpUrl,
  trustProxy,
  visible,
  whole,
} from './config-rules.ts';

/** What the README tells about a variable; a secret's value never stands in a message. */
type Description = { default: string; meaning: string; example: string; secret?: true };

const descriptions = z.registry<Description>();

/** Every variable there is: what it must look like, what it is without being set, and what operators read about it. */
const ENVIRONMENT = z.object({
  PORT: whole(0, 65_535).default(4000).register(descriptions, {
    default: '4000',
    meaning: 'The port to listen on; 0 takes a free one.',
    example: '8080',
  }),
  HOST: visible.default('127.0.0.1').register(descriptions, {
    default: '127.0.0.1',
    meaning: 'The address to listen on; 0.0.0.0 stands for every IPv4 address of the machine.',
    example: '0.0.0.0',
  }),
  BASE_URL: publicUrl.optional().register(descriptions, {
    default: 'http://localhost:PORT',
    meaning: 'The public address as browsers see it; may contain a path.',
    example: 'https://stats.example.com',
  }),
  DATABASE_URL: databaseUrl.optional().register(descriptions, {
    default: 'sqlite:DATA_DIR/footfall.db',
    meaning: 'The database: an SQLite file, or MySQL or MariaDB.',
    example: 'mysql://footfall:secret@127.0.0.1:3306/footfall',
    secret: true,
  }),
  DATA_DIR: z.string().default('data').register(descriptions, {
    default: './data',
    meaning: 'The directory of the spool, the embedded database and backups.',
    example: '/var/lib/footfall',
  }),
  ADMIN_EMAIL: emailAddress.optional().register(descriptions, {
    default: 'generated, printed once',
    meaning: 'Who signs in to the first account; used only on an empty database.',
    example: 'ada@example.com',
  }),
  ADMIN_PASSWORD: password.optional().register(descriptions, {
    default: 'generated, printed once',
    meaning: 'The password of the first account; used only on an empty database.',
    example: 'a-sentence-you-remember',
    secret: true,
  }),
  ADMIN_API_KEY: apiKey.optional().register(descriptions, {
    default: 'generated, printed once',
    meaning:
      'The API key of the first account: ff_ and 40 or more random letters and digits; used only on an empty database.',
    example: 'ff_0Qm7…',
    secret: true,
  }),
  SMTP_URL: smtpUrl.optional().register(descriptions, {
    default: 'none: reports are off and say so',
    meaning: 'The mail server that reports go through.',
    example: 'smtps://user:password@mail.example.com:465',
    secret: true,
  }),
  MAIL_FROM: sender.optional().register(descriptions, {
    default: 'footfall@ and the host of BASE_URL',
    meaning: 'The sender of reports.',
    example: 'Footfall <stats@example.com>',
  }),
  TRUST_PROXY: trustProxy.default(null).register(descriptions, {
    default: 'none',
    meaning: 'Whose X-Forwarded-For is believed: the number of proxies in front, or their ranges; `true` is refused.',
    example: '1',
  }),
  GEO_DB: existingFile.optional().register(descriptions, {
    default: 'the packaged DB-IP City Lite',
    meaning: 'A city database in MaxMind format.',
    example: '/usr/share/GeoIP/GeoLite2-City.mmdb',
  }),
  RETENTION_DAYS: whole(1, 36_500).default(400).register(descriptions, {
    default: '400',
    meaning: 'How many days hits and visits are kept; rollups, and with them unfiltered statistics, stay.',
    example: '90',
  }),
  RATE_LIMIT: whole(1, 1e9).default(600).register(descriptions, {
    default: '600',
    meaning: 'API requests a minute for each key.',
    example: '1200',
  }),
  COLLECT_RATE_LIMIT: whole(1, 1e9).default(6000).register(descriptions, {
    default: '6000',
    meaning: 'Hits a minute from each address.',
    example: '600',
  }),
  TRACKER_PATH: ownPath.default('/js/script.js').register(descriptions, {
    default: '/js/script.js',
    meaning: 'One more name for the tracker, against blocking by name.',
    example: '/assets/main.js',
  }),
  COLLECT_PATH: ownPath.default('/api/event').register(descriptions, {
    default: '/api/event',
    meaning: 'One more name for the collector, against blocking by name.',
    example: '/assets/note',
  }),
  WORKERS: whole(1, 64).default(1).register(descriptions, {
    default: '1',
    meaning: 'How many processes serve on this machine.',
    example: '2',
  }),
  LOG_LEVEL: logLevel.default('info').register(descriptions, {
    default: 'info',
    meaning: 'The least severe entries that are logged: trace, debug, info, warn, error, fatal or silent.',
    example: 'debug',
  }),
  METRICS_TOKEN: visible.optional().register(descriptions, {
    default: 'none: loopback only',
    meaning: 'The bearer token that opens /metrics to other machines.',
    example: 'a-long-random-text',
    secret: true,
  }),
  WEBHOOK_ALLOW: addressRanges.optional().register(descriptions, {
    default: 'none: public addresses only',
    meaning: 'Addresses and ranges that the webhooks of alerts may reach although they are not public.',
    example: '192.168.7.20,10.1.0.0/16',
  }),
  MAX_NEW_VALUES: whole(1, 1e9).default(20_000).register(descriptions, {
    default: '20000',
    meaning: 'New values for each website, statistic and day; the rest counts under `(other)`.',
    example: '5000',
  }),
});

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
  if (!found) throw new Error(`The variable ${name} has no description; register one in src/config.ts.`);
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
    workers: env.WORKERS,
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN ?? null,
    /** Addresses and CIDR ranges; empty lets webhooks reach public addresses alone. */
    webhookAllow: env.WEBHOOK_ALLOW ?? [],
    maxNewValues: env.MAX_NEW_VALUES,
  });
}
