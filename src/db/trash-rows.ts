import type { Dialect } from './dialect.ts';

/** Every table that holds something of a website, with its primary key. What the fold leans on while it writes comes last. */
export const GROWING_TABLES: readonly { readonly table: string; readonly key: readonly string[] }[] = [
  { table: 'hit', key: ['website_id', 'day', 'visitor', 'id'] },
  { table: 'visit', key: ['website_id', 'day', 'visitor', 'no'] },
  { table: 'rollup_day', key: ['website_id', 'name', 'day', 'value_id'] },
  { table: 'rollup_month', key: ['website_id', 'name', 'month', 'value_id'] },
  { table: 'rollup_block', key: ['website_id', 'name', 'period', 'at'] },
  { table: 'rollup_block_state', key: ['website_id'] },
  { table: 'rollup_amount', key: ['website_id', 'value_id', 'day', 'unit_id'] },
  { table: 'new_value', key: ['website_id', 'day', 'name'] },
  { table: 'hit_id', key: ['website_id', 'id_hash'] },
  { table: 'dropped', key: ['website_id', 'day', 'reason'] },
  { table: 'bad_hit', key: ['id'] },
  { table: 'report', key: ['website_id', 'recipient_id', 'frequency', 'day'] },
  { table: 'report_recipient', key: ['id'] },
  { table: 'report_switch', key: ['website_id'] },
  { table: 'alert_delivery', key: ['id'] },
  { table: 'alert', key: ['website_id', 'kind', 'slot'] },
  { table: 'alert_setting', key: ['website_id'] },
  { table: 'goal', key: ['website_id', 'id'] },
  { table: 'annotation', key: ['website_id', 'id'] },
  { table: 'segment', key: ['website_id', 'id'] },
  { table: 'stat_value', key: ['website_id', 'id'] },
  { table: 'checkpoint', key: ['website_id', 'spool'] },
  { table: 'website_fold', key: ['website_id'] },
];

/** Websites that were deleted and are not forgotten yet, the longest deleted first; `deletedAt` is milliseconds, UTC. */
export function readTrash(dialect: Dialect): Promise<{ id: number; deletedAt: number }[]> {
  return dialect.all(
    'SELECT website_id AS id, deleted_at AS deletedAt FROM website_trash ORDER BY deleted_at, website_id',
  );
}

/** Forgets that the website ever was. */
export async function dropTrash(dialect: Dialect, website: number): Promise<void> {
  await dialect.run('DELETE FROM website_trash WHERE website_id = ?', [website]);
}
