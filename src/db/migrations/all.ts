import type { Dialect } from '../dialect.ts';
import { FENCE } from './0029-fence.ts';
import type { Fence } from './fences.ts';

export interface Migration {
  readonly name: string;
  /** Can be repeated after an interruption at any point: every statement in it is repeatable. */
  readonly up: (dialect: Dialect) => Promise<void>;
  /** What keeps processes of the releases before from folding; such a migration comes first of those of its release. */
  readonly fence?: Fence;
}

/** Loads a migration when it is applied: hardly any start has one to apply. */
const later =
  (load: () => Promise<Pick<Migration, 'up'>>): Migration['up'] =>
  async dialect =>
    (await load()).up(dialect);

/** In the order in which they are applied; a released name never changes. */
export const migrations: readonly Migration[] = [
  { name: '0001-first-tables', up: later(() => import('./0001-first-tables.ts')) },
  { name: '0002-settings-of-the-instance', up: later(() => import('./0002-settings-of-the-instance.ts')) },
  { name: '0003-background-work', up: later(() => import('./0003-background-work.ts')) },
  { name: '0004-reports', up: later(() => import('./0004-reports.ts')) },
  { name: '0005-embedding', up: later(() => import('./0005-embedding.ts')) },
  { name: '0006-goals-and-notes', up: later(() => import('./0006-goals-and-notes.ts')) },
  { name: '0007-rollup-blocks', up: later(() => import('./0007-rollup-blocks.ts')) },
  { name: '0008-alerts', up: later(() => import('./0008-alerts.ts')) },
  { name: '0009-privacy-since', up: later(() => import('./0009-privacy-since.ts')) },
  { name: '0010-sparse-sums', up: later(() => import('./0010-sparse-sums.ts')) },
  { name: '0011-packed-weeks', up: later(() => import('./0011-packed-weeks.ts')) },
  // The first release ends with the migration above, and its processes may go on collecting.
  { name: '0029-fence', up: later(() => import('./0029-fence.ts')), fence: FENCE },
  { name: '0012-kept-from', up: later(() => import('./0012-kept-from.ts')) },
  { name: '0013-removed-spools', up: later(() => import('./0013-removed-spools.ts')) },
  { name: '0014-shares', up: later(() => import('./0014-shares.ts')) },
  { name: '0015-late-days', up: later(() => import('./0015-late-days.ts')) },
  { name: '0016-more-values', up: later(() => import('./0016-more-values.ts')) },
  { name: '0017-properties', up: later(() => import('./0017-properties.ts')) },
  { name: '0018-hosts', up: later(() => import('./0018-hosts.ts')) },
  { name: '0019-funnels', up: later(() => import('./0019-funnels.ts')) },
  { name: '0020-attention', up: later(() => import('./0020-attention.ts')) },
  { name: '0021-open-changes', up: later(() => import('./0021-open-changes.ts')) },
  { name: '0022-unknown-hosts', up: later(() => import('./0022-unknown-hosts.ts')) },
  { name: '0023-value-since', up: later(() => import('./0023-value-since.ts')) },
  { name: '0024-goal-conditions', up: later(() => import('./0024-goal-conditions.ts')) },
  { name: '0025-page-groups', up: later(() => import('./0025-page-groups.ts')) },
  { name: '0026-refused-properties', up: later(() => import('./0026-refused-properties.ts')) },
  { name: '0027-imports', up: later(() => import('./0027-imports.ts')) },
  { name: '0028-followed-logs', up: later(() => import('./0028-followed-logs.ts')) },
  { name: '0030-shields', up: later(() => import('./0030-shields.ts')) },
  { name: '0031-forget', up: later(() => import('./0031-forget.ts')) },
  { name: '0032-networks', up: later(() => import('./0032-networks.ts')) },
  { name: '0033-amounts-by-unit', up: later(() => import('./0033-amounts-by-unit.ts')) },
  { name: '0034-languages', up: later(() => import('./0034-languages.ts')) },
  { name: '0035-followed-from', up: later(() => import('./0035-followed-from.ts')) },
  { name: '0036-no-month-rows', up: later(() => import('./0036-no-month-rows.ts')) },
  { name: '0037-voided-days', up: later(() => import('./0037-voided-days.ts')) },
];
