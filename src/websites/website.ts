import type { WebsiteRow } from '../db/models/website.ts';
import { attributeOf, type StoredSettings } from '../domain/stored-settings.ts';
import type { WebsiteSetting } from '../domain/website-setting.ts';
import { type SettingValues, WEBSITE_SETTINGS } from '../domain/website-settings.ts';

/** A registered website with its settings. The password itself is never here. */
export interface Website extends SettingValues {
  readonly id: number;
  readonly accountId: number;
  readonly domain: string;
  /** Milliseconds since 1970, UTC. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

type Stored = string | number | null;

/** Returns the plain website of a row, without the password's hash. */
export function websiteOfRow(row: WebsiteRow): Website {
  const { id, accountId, domain, createdAt, updatedAt } = row;
  const website: Record<string, unknown> = { id, accountId, domain };
  for (const { attribute, name, read } of READERS) website[name] = read(row[attribute]);
  website.createdAt = createdAt;
  website.updatedAt = updatedAt;
  return website as unknown as Website;
}

interface Reader {
  readonly attribute: keyof StoredSettings;
  readonly name: string;
  readonly read: (stored: Stored | undefined) => unknown;
}

// Prepared once, because large pages of websites are read.
const READERS: readonly Reader[] = WEBSITE_SETTINGS.map(setting => ({
  attribute: attributeOf(setting),
  name: setting.kind === 'secret' ? setting.shown : setting.name,
  read: readerOf(setting),
}));

function readerOf(setting: WebsiteSetting): Reader['read'] {
  // Undefined means that the database lacks the column until it is upgraded.
  const { preset } = setting;
  switch (setting.kind) {
    case 'flag':
      return stored => (stored === undefined ? preset : stored === 1);
    case 'choice':
      return stored => setting.options[stored as number]?.value ?? preset;
    case 'lines':
      return stored => (stored ? (stored as string).split('\n') : preset);
    case 'secret':
      return stored => typeof stored === 'string';
    default:
      return stored => stored ?? preset;
  }
}
