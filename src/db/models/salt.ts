import { bigint, bytes, key, medium, model, type RowOf } from './columns.ts';

/** The random salt of a calendar day (days since 1970-01-01); `createdAt` is milliseconds since 1970, UTC. */
export type SaltRow = RowOf<typeof columns>;

const columns = () => ({ day: key(medium()), salt: bytes(16), createdAt: bigint() });

export const defineSalt = model<SaltRow>('salt', columns);
