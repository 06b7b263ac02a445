import type { Sequelize } from 'sequelize';
import { bigint, integer, key, type ModelOf, OPTIONS } from './columns.ts';

/** A deleted website that may still have rows to purge; `deletedAt` is milliseconds since 1970, UTC. */
export interface WebsiteTrashRow {
  readonly websiteId: number;
  readonly deletedAt: number;
}

export function defineWebsiteTrash(sequelize: Sequelize): ModelOf<WebsiteTrashRow> {
  return sequelize.define('website_trash', { websiteId: key(integer()), deletedAt: bigint() }, OPTIONS);
}
