import type { Dialect } from '../dialect.ts';
import { type Fence, rename } from './fences.ts';

/** Without its position, a fold of an earlier release can neither store hits nor set them aside: they stay in the spool. */
export const FENCE: Fence = { table: 'checkpoint', from: 'position', to: 'last_hit' };

/** Stops the folds, the packing and the jobs of earlier releases, whose processes may go on collecting. */
export async function up(dialect: Dialect): Promise<void> {
  await rename(dialect, FENCE);
  await rename(dialect, { table: 'website_fold', from: 'next_hit', to: 'next_hit_id' });
  await rename(dialect, { table: 'job', from: 'run', to: 'holder' });
}
