import type { ModelStatic, Sequelize } from 'sequelize';
import { bigint, type Instance, integer, key, OPTIONS } from './columns.ts';

/** A deleted website that may still have rows to purge; `deletedAt` is milliseconds since 1970, UTC. */
export interface WebsiteTrashRow {
  readonly websiteId: number;
  readonly deletedAt: number;
}

export type WebsiteTrash = ModelStatic<Instance<WebsiteTrashRow>>;

export function defineWebsiteTrash(sequelize: Sequelize): WebsiteTrash {
  return sequelize.define('website_trash', { websiteId: key(integer()), deletedAt: bigint() }, OPTIONS);
}
