import type { Sequelize } from 'sequelize';
import { bigint, integer, key, type ModelOf, OPTIONS, type RowOf } from './columns.ts';

/** A deleted website that may still have rows to purge; `deletedAt` is milliseconds since 1970, UTC. */
export type WebsiteTrashRow = RowOf<typeof columns>;

const columns = () => ({ websiteId: key(integer()), deletedAt: bigint() });

export function defineWebsiteTrash(sequelize: Sequelize): ModelOf<WebsiteTrashRow> {
  return sequelize.define('website_trash', columns(), OPTIONS);
}
