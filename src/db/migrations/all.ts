import type { Dialect } from '../dialect.ts';
import { up as firstTables } from './0001-first-tables.ts';
import { up as settingsOfTheInstance } from './0002-settings-of-the-instance.ts';
import { up as backgroundWork } from './0003-background-work.ts';
import { up as reports } from './0004-reports.ts';
import { up as embedding } from './0005-embedding.ts';
import { up as goalsAndNotes } from './0006-goals-and-notes.ts';
import { up as rollupBlocks } from './0007-rollup-blocks.ts';
import { up as alerts } from './0008-alerts.ts';
import { up as privacySince } from './0009-privacy-since.ts';
import { up as sparseSums } from './0010-sparse-sums.ts';
import { up as packedWeeks } from './0011-packed-weeks.ts';
import { up as keptFrom } from './0012-kept-from.ts';
import { up as removedSpools } from './0013-removed-spools.ts';
import { up as shares } from './0014-shares.ts';
import { up as lateDays } from './0015-late-days.ts';
import { up as moreValues } from './0016-more-values.ts';
import { up as properties } from './0017-properties.ts';
import { up as hosts } from './0018-hosts.ts';
import { up as funnels } from './0019-funnels.ts';
import { up as attention } from './0020-attention.ts';
import { up as openChanges } from './0021-open-changes.ts';
import { up as unknownHosts } from './0022-unknown-hosts.ts';
import { up as valueSince } from './0023-value-since.ts';
import { up as goalConditions } from './0024-goal-conditions.ts';
import { up as pageGroups } from './0025-page-groups.ts';
import { up as refusedProperties } from './0026-refused-properties.ts';
import { up as imports } from './0027-imports.ts';
import { up as followedLogs } from './0028-followed-logs.ts';
import { FENCE, up as fence } from './0029-fence.ts';
import { up as shields } from './0030-shields.ts';
import { up as forget } from './0031-forget.ts';
import { up as networks } from './0032-networks.ts';
import { up as amountsByUnit } from './0033-amounts-by-unit.ts';
import { up as languages } from './0034-languages.ts';
import { up as followedFrom } from './0035-followed-from.ts';
import type { Fence } from './fences.ts';

export interface Migration {
  readonly name: string;
  /** Can be repeated after an interruption at any point: every statement in it is repeatable. */
  readonly up: (dialect: Dialect) => Promise<void>;
  /** What keeps processes of the releases before from folding; such a migration comes first of those of its release. */
  readonly fence?: Fence;
}

/** In the order in which they are applied; a released name never changes. */
export const migrations: readonly Migration[] = [
  { name: '0001-first-tables', up: firstTables },
  { name: '0002-settings-of-the-instance', up: settingsOfTheInstance },
  { name: '0003-background-work', up: backgroundWork },
  { name: '0004-reports', up: reports },
  { name: '0005-embedding', up: embedding },
  { name: '0006-goals-and-notes', up: goalsAndNotes },
  { name: '0007-rollup-blocks', up: rollupBlocks },
  { name: '0008-alerts', up: alerts },
  { name: '0009-privacy-since', up: privacySince },
  { name: '0010-sparse-sums', up: sparseSums },
  { name: '0011-packed-weeks', up: packedWeeks },
  // The first release ends with the migration above, and its processes may go on collecting.
  { name: '0029-fence', up: fence, fence: FENCE },
  { name: '0012-kept-from', up: keptFrom },
  { name: '0013-removed-spools', up: removedSpools },
  { name: '0014-shares', up: shares },
  { name: '0015-late-days', up: lateDays },
  { name: '0016-more-values', up: moreValues },
  { name: '0017-properties', up: properties },
  { name: '0018-hosts', up: hosts },
  { name: '0019-funnels', up: funnels },
  { name: '0020-attention', up: attention },
  { name: '0021-open-changes', up: openChanges },
  { name: '0022-unknown-hosts', up: unknownHosts },
  { name: '0023-value-since', up: valueSince },
  { name: '0024-goal-conditions', up: goalConditions },
  { name: '0025-page-groups', up: pageGroups },
  { name: '0026-refused-properties', up: refusedProperties },
  { name: '0027-imports', up: imports },
  { name: '0028-followed-logs', up: followedLogs },
  { name: '0030-shields', up: shields },
  { name: '0031-forget', up: forget },
  { name: '0032-networks', up: networks },
  { name: '0033-amounts-by-unit', up: amountsByUnit },
  { name: '0034-languages', up: languages },
  { name: '0035-followed-from', up: followedFrom },
];
