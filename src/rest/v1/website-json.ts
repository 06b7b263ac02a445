import { PRIVACIES } from '../../domain/settings.ts';
import type { RestWebsiteFragment } from '../__generated__/operations.ts';
import type { Schema } from '../fields.ts';
import { object } from '../page-schemas.ts';

/** A website as REST writes it: switches are 0 and 1, lists are texts with one entry a line or null. */
export function websiteJson(website: RestWebsiteFragment) {
  return {
    id: Number(website.id),
    domain: website.domain,
    privacy: PRIVACIES.indexOf(website.privacy),
    email: Number(website.emailReports),
    exclude_bots: Number(website.excludeBots),
    exclude_params: textOf(website.excludeParams),
    exclude_ips: textOf(website.excludeIps),
    honor_gpc: Number(website.honorGpc),
    has_password: website.hasPassword,
    timezone: website.timezone,
    created_at: withMicroseconds(website.createdAt),
    updated_at: withMicroseconds(website.updatedAt),
  };
}

const flag: Schema = { type: 'integer', enum: [0, 1] };
const list: Schema = { type: ['string', 'null'] };
const time: Schema = { type: 'string', format: 'date-time', description: 'ISO 8601 in UTC, with microseconds.' };

/** Describes what websiteJson makes. */
export const WEBSITE_SCHEMA: Schema = {
  description: 'A registered website with its settings.',
  ...object({
    id: { type: 'integer', minimum: 1 },
    domain: { type: 'string', maxLength: 255, description: 'Lower case, without a leading `www.`, IDN as punycode.' },
    privacy: {
      type: 'integer',
      enum: [0, 1, 2],
      description: 'Who sees the statistics page: 0 public, 1 private, 2 password.',
    },
    email: { ...flag, description: 'Periodic reports by e-mail.' },
    exclude_bots: { ...flag, description: 'Whether hits of known bots are dropped.' },
    exclude_params: { ...list, description: 'Query parameters that are taken off pages, one a line.' },
    exclude_ips: { ...list, description: 'Addresses and CIDR blocks whose hits are dropped, one a line.' },
    honor_gpc: { ...flag, description: 'Whether hits with `Sec-GPC: 1` or `DNT: 1` identify nobody.' },
    has_password: { type: 'boolean', description: 'Whether a password is set; the password itself never leaves.' },
    timezone: { type: 'string', description: 'IANA time zone of its days and hours.' },
    created_at: time,
    updated_at: time,
  }),
};

/** A website for examples. */
export const WEBSITE_EXAMPLE: ReturnType<typeof websiteJson> = {
  id: 12,
  domain: 'example.com',
  privacy: 1,
  email: 0,
  exclude_bots: 1,
  exclude_params: 'utm_source\nfbclid',
  exclude_ips: null,
  honor_gpc: 0,
  has_password: false,
  timezone: 'Europe/Berlin',
  created_at: '2026-01-02T03:04:05.000000Z',
  updated_at: '2026-01-02T03:04:05.000000Z',
};

function textOf(lines: readonly string[]): string | null {
  return lines.length > 0 ? lines.join('\n') : null;
}

/** GraphQL answers milliseconds; clients of the older API parse six digits. */
function withMicroseconds(time: string): string {
  return time.replace(/Z$/, '000Z');
}
