import { randomUUID } from 'node:crypto';
import { literal, type ModelAttributeColumnOptions, type Sequelize, type Transaction } from 'sequelize';
import { attributeOf, type StoredSettings } from '../../domain/stored-settings.ts';
import type { WebsiteSetting } from '../../domain/website-setting.ts';
import { WEBSITE_SETTINGS } from '../../domain/website-settings.ts';
import { bigint, id, integer, longText, type ModelOf, OPTIONS, orNull, text } from './columns.ts';
import type { Settings } from './setting.ts';

/** A registered website; times are milliseconds since 1970, UTC. */
export interface WebsiteRow extends StoredSettings {
  readonly id: number;
  readonly accountId: number;
  readonly domain: string;
  /** When `privacy` was last changed; null if it never was. */
  readonly privacySince: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** How each kind of setting is stored: lists have one entry per line, choices are numbered from 0. */
const COLUMNS: Readonly<Record<WebsiteSetting['kind'], () => ModelAttributeColumnOptions>> = {
  flag: integer,
  number: integer,
  choice: integer,
  text: () => text(64),
  lines: () => orNull(longText()),
  secret: () => orNull(text(255)),
};

/** The name of the setting that takes a new value with each change of any website. */
export const WEBSITES_VERSION = 'websites_version';

export type Websites = ModelOf<WebsiteRow, 'id'>;

/** Reads all websites; settings whose upgrade is pending in the database are missing in the rows. */
export async function readWebsites(websites: Websites): Promise<readonly WebsiteRow[]> {
  // Selects all existing columns instead of those that the model names; Sequelize then maps them only on request.
  const options = { attributes: [literal('*') as unknown as string], mapToModel: true, raw: true };
  return websites.findAll(options);
}

/** Makes every other transaction that writes a website wait until this one ends. */
export async function lockWebsites(settings: Settings, transaction: Transaction): Promise<void> {
  await settings.upsert({ name: WEBSITES_VERSION, value: randomUUID() }, { transaction });
}

export function defineWebsite(sequelize: Sequelize, settings: Settings): Websites {
  const columns = WEBSITE_SETTINGS.map(setting => {
    return [attributeOf(setting), { ...COLUMNS[setting.kind](), field: setting.column }] as const;
  });
  const websites: Websites = sequelize.define(
    'website',
    {
      id: id(),
      accountId: integer(),
      domain: { ...text(255), unique: true },
      ...(Object.fromEntries(columns) as Record<keyof StoredSettings, ModelAttributeColumnOptions>),
      privacySince: orNull(bigint()),
      createdAt: bigint(),
      updatedAt: bigint(),
    },
    OPTIONS,
  );
  // The hooks record every write to a website in the write's own transaction, so that no caller can forget to.
  const note = async ({ transaction }: { readonly transaction?: Transaction | null }) => {
    await settings.upsert({ name: WEBSITES_VERSION, value: randomUUID() }, { transaction: transaction ?? null });
  };
  websites.addHook('afterCreate', (_, options) => note(options));
  websites.addHook('afterBulkUpdate', note);
  websites.addHook('afterBulkDestroy', note);
  return websites;
}
