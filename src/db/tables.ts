/** The lifetime of rows that are not kept forever: `days` after their time, or after the day they belong to. */
export interface Lifetime {
  /** The column to measure from: a time in milliseconds since 1970 (UTC), or `day`. */
  readonly column: string;
  readonly days: number | 'RETENTION_DAYS';
}

/** A table as backups, restores, purges, retention, `doctor` and the documentation use it. */
export interface Table {
  readonly name: string;
  /** The columns of its primary key, in their order. */
  readonly key: readonly string[];
  /** `website`: rows have a website_id and are deleted with that website; `instance`: they do not. */
  readonly of: 'website' | 'instance';
  /** `model`: its model reads and writes it; `sql`: SQL does, because it is on the path of a hit or of a statistic. */
  readonly by: 'model' | 'sql';
  /** `always`: as long as its website, or the instance; `two days` and `a week`: a separate job removes rows. */
  readonly kept: 'always' | 'two days' | 'a week' | Lifetime;
  /** The rows that go into a backup, and that a restore replaces: all, none, or those matching a condition. */
  readonly backup: 'all' | 'none' | { readonly where: string };
  /** `refused`: a restore refuses a database with rows in it; `kept`: a restore that starts over keeps it. */
  readonly restore?: 'refused' | 'kept';
}

/** The record that keeps a report from being sent twice must outlast its period, even with a wrong clock. */
const SENT: Lifetime = { column: 'changed_at', days: 400 };

const hot = { by: 'sql', kept: 'always', backup: 'all' } as const;
const plain = { by: 'model', kept: 'always', backup: 'all' } as const;

/**
 * Every table; this is the only list. When a website is deleted, its rows are removed in this order: the tables that
 * the fold depends on while writing come last. A test compares the list with the tables that the migrations create, on
 * every engine.
 */
export const TABLES: readonly Table[] = [
  { ...plain, name: 'account', key: ['id'], of: 'instance', restore: 'refused' },
  { ...plain, name: 'api_key', key: ['id'], of: 'instance' },
  {
    ...plain,
    name: 'session',
    key: ['id'],
    of: 'instance',
    kept: { column: 'expires_at', days: 0 },
    // A session grants access; users sign in again instead.
    backup: 'none',
  },
  { ...plain, name: 'website', key: ['id'], of: 'instance', restore: 'refused' },
  { ...plain, name: 'website_trash', key: ['website_id'], of: 'instance', kept: 'a week' },
  // Salts are meant to be destroyed, and a backup kept for years would preserve them.
  { ...plain, name: 'salt', key: ['day'], of: 'instance', kept: 'two days', backup: 'none' },
  {
    ...plain,
    name: 'setting',
    key: ['name'],
    of: 'instance',
    // The secret that signs the unlocking of pages grants access, and the others belong to the running instance.
    backup: { where: "name NOT IN ('unlock_secret', 'readiness', 'service_settings', 'clock', 'columns')" },
    restore: 'kept',
  },
  { ...plain, name: 'migration', key: ['name'], of: 'instance', backup: 'none', restore: 'kept' },

  {
    ...hot,
    name: 'hit',
    key: ['website_id', 'day', 'visitor', 'id'],
    of: 'website',
    kept: { column: 'day', days: 'RETENTION_DAYS' },
  },
  {
    ...hot,
    name: 'visit',
    key: ['website_id', 'day', 'visitor', 'no'],
    of: 'website',
    kept: { column: 'day', days: 'RETENTION_DAYS' },
  },
  { ...hot, name: 'rollup_day', key: ['website_id', 'name', 'day', 'value_id'], of: 'website' },
  // Blocks are copies of other rows.
  { ...hot, name: 'rollup_block', key: ['website_id', 'name', 'period', 'at'], of: 'website', backup: 'none' },
  { ...hot, name: 'rollup_block_state', key: ['website_id'], of: 'website', backup: 'none' },
  // Only files in DATA_DIR need the versions, and a restored database starts with none.
  { ...hot, name: 'late_day', key: ['website_id', 'day'], of: 'website', backup: 'none' },
  { ...hot, name: 'value_since', key: ['website_id', 'name'], of: 'website' },
  { ...hot, name: 'rollup_amount', key: ['website_id', 'value_id', 'day', 'unit_id'], of: 'website' },
  {
    ...hot,
    name: 'rollup_property',
    key: ['website_id', 'event_id', 'key_id', 'period', 'at', 'value_id'],
    of: 'website',
  },
  { ...hot, name: 'import_block', key: ['website_id', 'import_id', 'name', 'period', 'at', 'part'], of: 'website' },
  { ...hot, name: 'import_run', key: ['website_id', 'import_id', 'name', 'month', 'part', 'batch'], of: 'website' },
  { ...hot, name: 'import_row', key: ['website_id', 'import_id', 'day', 'batch'], of: 'website' },
  { ...hot, name: 'import_undo', key: ['website_id', 'import_id', 'batch'], of: 'website' },
  { ...hot, name: 'followed_log', key: ['website_id', 'fingerprint'], of: 'website' },
  { ...hot, name: 'new_property', key: ['website_id', 'day', 'key_id'], of: 'website' },
  { ...hot, name: 'new_value', key: ['website_id', 'day', 'name'], of: 'website' },
  { ...hot, name: 'hit_id', key: ['website_id', 'id_hash'], of: 'website', kept: 'two days' },
  { ...hot, name: 'dropped', key: ['website_id', 'day', 'reason'], of: 'website' },
  {
    ...hot,
    name: 'bad_hit',
    key: ['id'],
    of: 'website',
    kept: { column: 'seen_at', days: 'RETENTION_DAYS' },
  },
  {
    ...plain,
    name: 'report',
    key: ['website_id', 'recipient_id', 'frequency', 'day'],
    of: 'website',
    kept: SENT,
  },
  { ...plain, name: 'report_recipient', key: ['id'], of: 'website' },
  { ...plain, name: 'report_switch', key: ['website_id'], of: 'website' },
  { ...plain, name: 'alert_delivery', key: ['id'], of: 'website', kept: SENT },
  { ...plain, name: 'alert', key: ['website_id', 'kind', 'slot'], of: 'website' },
  { ...plain, name: 'alert_setting', key: ['website_id'], of: 'website' },
  { ...plain, name: 'import', key: ['id'], of: 'website' },
  { ...plain, name: 'forget', key: ['id'], of: 'website' },
  {
    ...plain,
    name: 'audit',
    key: ['id'],
    of: 'website',
    kept: { column: 'at', days: 365 },
  },
  { ...plain, name: 'goal', key: ['website_id', 'id'], of: 'website' },
  { ...plain, name: 'funnel', key: ['website_id', 'id'], of: 'website' },
  { ...plain, name: 'annotation', key: ['website_id', 'id'], of: 'website' },
  { ...plain, name: 'segment', key: ['website_id', 'id'], of: 'website' },
  {
    ...plain,
    name: 'share',
    key: ['website_id', 'id'],
    of: 'website',
    kept: { column: 'deleted_at', days: 35 },
  },
  { ...hot, name: 'stat_value', key: ['website_id', 'id'], of: 'website' },
  {
    ...hot,
    name: 'checkpoint',
    key: ['website_id', 'spool'],
    of: 'website',
    // A snapshot of DATA_DIR can bring a spool back, and without its position its hits would count again.
    kept: { column: 'removed_at', days: 35 },
  },
  { ...hot, name: 'website_fold', key: ['website_id'], of: 'website', restore: 'refused' },

  {
    ...hot,
    name: 'unknown_host',
    key: ['day', 'host'],
    of: 'instance',
    kept: { column: 'seen_at', days: 35 },
    backup: 'none',
  },
  { ...plain, name: 'job', key: ['name'], of: 'instance' },
  {
    ...plain,
    name: 'job_run',
    key: ['id'],
    of: 'instance',
    kept: { column: 'started_at', days: 35 },
  },
];

/** Returns undefined for a table that does not belong to Footfall. */
export function tableNamed(name: string): Table | undefined {
  return TABLES.find(table => table.name === name);
}

/** The tables with rows that are deleted with their website, in the order of deletion. */
export const WEBSITE_TABLES: readonly Table[] = TABLES.filter(table => table.of === 'website');

/** A table with rows that are removed after a time. */
export type KeptTable = Table & { readonly kept: Lifetime };

/** Returns the tables with rows that are removed after RETENTION_DAYS, or after a fixed number of days. */
export function tablesKept(days: 'RETENTION_DAYS' | 'days'): readonly KeptTable[] {
  const isLimited = (table: Table): table is KeptTable => typeof table.kept === 'object';
  return TABLES.filter(isLimited).filter(({ kept }) => (typeof kept.days === 'number' ? 'days' : kept.days) === days);
}
