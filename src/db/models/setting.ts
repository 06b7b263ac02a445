import type { Sequelize } from 'sequelize';
import { key, longText, type ModelOf, model, type RowOf, text } from './columns.ts';

/** A value that the instance stores: a secret it generated, or a mark that its processes share. */
export type SettingRow = RowOf<typeof columns>;

const columns = () => ({ name: key(text(64)), value: longText() });

export type Settings = ModelOf<SettingRow>;

export const defineSetting = model<SettingRow>('setting', columns);

/** Returns the model on the engine of `sequelize`, for code that has no Database. */
export function settingsOn(sequelize: Sequelize): Settings {
  return sequelize.model('setting') as Settings;
}

type WithSettings = { readonly settings: Settings };

/** Returns the value stored under this name, or null. */
export async function readSetting({ settings }: WithSettings, name: string): Promise<string | null> {
  const row = await settings.findByPk(name, { raw: true });
  return row?.value ?? null;
}

/** Stores the value, replacing an earlier one. */
export async function writeSetting({ settings }: WithSettings, name: string, value: string): Promise<void> {
  await settings.upsert({ name, value });
}

/** Stores `value` unless one exists, and returns the value that is stored: all processes that try get the same one. */
export async function settleSetting(database: WithSettings, name: string, value: string): Promise<string> {
  // If the row exists, this only overwrites the name with the same name.
  await database.settings.upsert({ name, value }, { fields: ['name'] });
  return (await readSetting(database, name)) ?? value;
}

/** Returns true when a value can be written to the database and read back. */
export async function writesWork(database: WithSettings): Promise<boolean> {
  await writeSetting(database, 'readiness', String(Date.now()));
  return (await readSetting(database, 'readiness')) !== null;
}
