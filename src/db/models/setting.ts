import type { ModelStatic, Sequelize } from 'sequelize';
import { type Instance, key, longText, OPTIONS, text } from './columns.ts';

/** A value that the instance stores: a secret it generated, or a mark that its processes share. */
export interface SettingRow {
  readonly name: string;
  readonly value: string;
}

export type Settings = ModelStatic<Instance<SettingRow>>;

export function defineSetting(sequelize: Sequelize): Settings {
  return sequelize.define('setting', { name: key(text(64)), value: longText() }, OPTIONS);
}

/** Returns the model on the engine of `sequelize`, for code that has no Database. */
export function settingsOn(sequelize: Sequelize): Settings {
  return sequelize.model('setting') as Settings;
}
