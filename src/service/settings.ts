import type { Config } from '../config.ts';
import { readSetting, writeSetting } from '../db/models/setting.ts';
import type { Database } from '../db/open.ts';
import { AppError } from '../errors.ts';

const NAME = 'service_settings';

/** The variables that decide what is counted and kept; every process on a database must have the same. */
const SHARED = {
  RETENTION_DAYS: ({ retentionDays }) => retentionDays,
  MAX_NEW_VALUES: ({ maxNewValues }) => maxNewValues,
} as const satisfies Record<string, (config: Config) => number>;

/** Records the settings of the service, for commands to compare theirs with. */
export async function recordSettings(database: Database, config: Config): Promise<void> {
  const values = Object.entries(SHARED).map(([name, read]) => [name, read(config)]);
  await writeSetting(database, NAME, JSON.stringify(Object.fromEntries(values)));
}

/** Returns a sentence for each setting that differs from the service's, if the service was ever started. */
export async function differingSettings(database: Database, config: Config): Promise<string[]> {
  const recorded = JSON.parse((await readSetting(database, NAME)) ?? '{}') as Readonly<Record<string, number>>;
  return Object.entries(SHARED).flatMap(([name, read]) => {
    const service = recorded[name];
    if (service === undefined || service === read(config)) return [];
    return [`${name} is ${read(config)} here, but the service was last started with ${service}.`];
  });
}

/** Throws BAD_USER_INPUT if a setting differs from the service's. */
export async function refuseOtherSettings(database: Database, config: Config): Promise<void> {
  const found = await differingSettings(database, config);
  if (found.length === 0) return;
  const fix =
    'Run the command with the environment of the service; to change a setting, restart the service with it first.';
  throw new AppError('BAD_USER_INPUT', `${found.join(' ')} ${fix}`);
}
