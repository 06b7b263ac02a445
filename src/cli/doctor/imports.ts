import type { Config } from '../../config.ts';
import type { ImportRow } from '../../db/models/import.ts';
import type { Database } from '../../db/open.ts';
import { unblocked } from '../../imports/begin.ts';
import { isHolderDead } from '../../imports/holder.ts';
import { importOf } from '../../imports/imports.ts';
import { unfinishedImports } from '../../imports/run.ts';
import { type Finding, findings } from './finding.ts';

/** Reports the imports that are not over, in their order. One that has begun is held by a process, unless it was interrupted or waits for another one. */
export async function checkImports(database: Database, { dataDir }: Config, now: number): Promise<Finding[]> {
  const { ok, warn } = findings('imports');
  const rows = await unfinishedImports(database);
  const websites = await database.websites.findAll({ attributes: ['id', 'domain'], raw: true });
  const domains = new Map(websites.map(({ id, domain }) => [id, domain]));
  const idle: ImportRow[] = [];
  for (const row of rows) if (row.heldUntil <= now || (await isHolderDead(dataDir, row))) idle.push(row);
  const left = (await unblocked(database, idle, now)).filter(({ state }) => state !== 'waiting');
  const found: Finding[] = [];
  for (const row of rows) {
    const domain = domains.get(row.websiteId);
    // What a deleted website has is removed with it.
    if (domain === undefined) continue;
    const text = `Import ${row.id} of ${domain}${row.dryRun === 1 ? ' (dry run)' : ''} ${placeOf(row)}`;
    if (!left.includes(row)) found.push(ok(`${text}.`));
    else
      found.push(
        warn(
          `${text}, but no process works on it.`,
          'Start the service, which continues it, or repeat the command that began it.',
        ),
      );
  }
  return found.length > 0 ? found : [ok('None is running or waiting.')];
}

function placeOf(row: ImportRow): string {
  if (row.state === 'waiting') return 'is waiting';
  if (row.state === 'undoing') return 'is being undone';
  return `is ${row.state}, ${Math.floor(importOf(row).progress * 100)} % done`;
}
