import type { WebsiteColumns } from '../db/website-rows.ts';
import { PRIVACIES } from '../domain/settings.ts';
import type { Website } from './website.ts';

/** The plain website of a row; the password's hash stays behind. */
export function websiteOfRow(row: WebsiteColumns): Website {
  return {
    id: row.id,
    accountId: row.account_id,
    domain: row.domain,
    privacy: PRIVACIES[row.privacy] ?? 'PRIVATE',
    hasPassword: row.password_hash !== null,
    emailReports: row.email === 1,
    excludeBots: row.exclude_bots === 1,
    excludeParams: linesOf(row.exclude_params),
    excludeIps: linesOf(row.exclude_ips),
    honorGpc: row.honor_gpc === 1,
    embedOrigins: linesOf(row.embed_origins),
    timezone: row.timezone,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A list as its column keeps it: one entry a line, null for an empty one. */
export function textOfLines(lines: readonly string[]): string | null {
  return lines.length === 0 ? null : lines.join('\n');
}

function linesOf(text: string | null): readonly string[] {
  return text === null || text === '' ? [] : text.split('\n');
}
