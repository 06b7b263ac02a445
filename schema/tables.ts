import { TABLES, type Table } from '../src/db/tables.ts';

/** Returns the table of docs/backup.md, generated from the registry of tables. */
export function tablesTable(): string {
  const rows = TABLES.map(table => `| \`${table.name}\` | ${keptOf(table)} | ${backupOf(table)} |`);
  return ['| Table | Rows are kept | In a backup |', '|---|---|---|', ...rows].join('\n');
}

function keptOf({ kept, of }: Table): string {
  if (kept === 'always') return of === 'website' ? 'as long as their website' : 'for good';
  if (typeof kept === 'string') return kept;
  if (kept.days === 'RETENTION_DAYS') return '`RETENTION_DAYS`';
  return kept.days === 0 ? 'until they expire' : `${kept.days} days`;
}

function backupOf({ backup }: Table): string {
  if (typeof backup === 'string') return { all: 'yes', none: 'no' }[backup];
  return `those with \`${backup.where}\``;
}
