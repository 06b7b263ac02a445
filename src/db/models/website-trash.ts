import { bigint, integer, key, model, type RowOf } from './columns.ts';

/** A deleted website that may still have rows to purge; `deletedAt` is milliseconds since 1970, UTC. */
export type WebsiteTrashRow = RowOf<typeof columns>;

const columns = () => ({ websiteId: key(integer()), deletedAt: bigint() });

export const defineWebsiteTrash = model<WebsiteTrashRow>('website_trash', columns);
