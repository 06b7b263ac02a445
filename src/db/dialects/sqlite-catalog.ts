import { dirname } from 'node:path';
import type { Catalog, ColumnKind } from '../dialect.ts';

const KINDS: Readonly<Record<string, ColumnKind>> = { INTEGER: 'number', TEXT: 'text', BLOB: 'bytes' };

/** The catalog of the SQLite file at `path`; `copyTo` makes a copy of it. */
export function sqliteCatalog(path: string, copyTo: (file: string) => Promise<void>): Catalog {
  return {
    async tables(executor) {
      const names = await executor.all<{ name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
      );
      const tables = [];
      for (const { name, sql } of names) {
        const columns = await executor.all<{ name: string; type: string; required: number; pk: number }>(
          'SELECT name, type, "notnull" AS required, pk FROM pragma_table_info(?) ORDER BY cid',
          [name],
        );
        tables.push({
          name,
          columns: columns.map(column => ({
            name: column.name,
            kind: KINDS[column.type.toUpperCase()] ?? 'text',
            isNullable: column.required === 0,
          })),
          key: columns
            .filter(({ pk }) => pk > 0)
            .sort((a, b) => a.pk - b.pk)
            .map(column => column.name),
          numbered: /\bAUTOINCREMENT\b/i.test(sql),
        });
      }
      return tables;
    },
    beyond: (key, after) => ({ sql: `(${key.join(',')}) > (${key.map(() => '?').join(',')})`, params: after }),
    async lastNumber(executor, table) {
      const [row] = await executor.all<{ seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?', [table]);
      return row?.seq ?? 0;
    },
    async numberFrom(executor, table, last) {
      const changed = await executor.run('UPDATE sqlite_sequence SET seq = MAX(seq, ?) WHERE name = ?', [last, table]);
      if (changed === 0) await executor.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [table, last]);
    },
    async clear(executor, table) {
      await executor.run(`DELETE FROM ${table}`);
    },
    // SQLite cannot change a column, so the table is recreated; its definition is part of the transaction.
    allowNull: (dialect, table, columns) =>
      dialect.transaction(async tx => {
        const [row] = await tx.all<{ sql: string }>('SELECT sql FROM sqlite_master WHERE name = ?', [table]);
        const old = row?.sql ?? '';
        const required = new RegExp(`\\b(${Object.keys(columns).join('|')})( \\w+) NOT NULL`, 'g');
        const definition = old.slice(old.indexOf('(')).replace(required, '$1$2');
        if (old.endsWith(definition)) return;
        await tx.run(`CREATE TABLE ${table}_anew ${definition}`);
        await tx.run(`INSERT INTO ${table}_anew SELECT * FROM ${table}`);
        await tx.run(`DROP TABLE ${table}`);
        await tx.run(`ALTER TABLE ${table}_anew RENAME TO ${table}`);
      }),
    async facts(executor) {
      const [row] = await executor.all<{ version: string }>('SELECT sqlite_version() AS version');
      return {
        version: `SQLite ${row?.version ?? ''}`,
        isSupported: true,
        longest: null,
        isReadOnly: false,
        isDurable: true,
        wrongTables: [],
      };
    },
    clock: null,
    async bytes(executor) {
      const [row] = await executor.all<{ bytes: number }>(
        'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
      );
      return row?.bytes ?? 0;
    },
    folder: dirname(path),
    copyTo,
  };
}
