import type { RestWebsiteFragment } from '../__generated__/operations.ts';
import type { Schema } from '../json-schema.ts';
import { object } from '../paging-schemas.ts';
import { SETTING_SCHEMAS, SETTINGS_EXAMPLE, settingsJson } from './website-settings.ts';

/** Returns a website as REST writes it. */
export function websiteJson(website: RestWebsiteFragment) {
  return {
    id: Number(website.id),
    domain: website.domain,
    ...settingsJson(website),
    created_at: withMicroseconds(website.createdAt),
    updated_at: withMicroseconds(website.updatedAt),
  };
}

const time: Schema = {
  type: 'string',
  format: 'date-time',
  description: 'The time in UTC as ISO 8601 with microseconds.',
};

/** The schema of websiteJson. */
export const WEBSITE_SCHEMA: Schema = {
  description: 'A registered website with its settings.',
  ...object({
    id: { type: 'integer', minimum: 1 },
    domain: {
      type: 'string',
      maxLength: 255,
      description: 'The domain in lower case, without a leading `www.`; internationalised names as punycode.',
    },
    ...SETTING_SCHEMAS,
    created_at: time,
    updated_at: time,
  }),
};

/** An example website. */
export const WEBSITE_EXAMPLE: ReturnType<typeof websiteJson> = {
  id: 12,
  domain: 'example.com',
  ...SETTINGS_EXAMPLE,
  created_at: '2026-01-02T03:04:05.000000Z',
  updated_at: '2026-01-02T03:04:05.000000Z',
};

/** Pads GraphQL's milliseconds to microseconds, because clients of the older API parse six digits. */
function withMicroseconds(time: string): string {
  return time.replace(/Z$/, '000Z');
}
