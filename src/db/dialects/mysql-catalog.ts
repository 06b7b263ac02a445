import type { Catalog, ColumnKind, Param, TableShape } from '../dialect.ts';

const NUMBERS = /int$/;
const BYTES = /(binary|blob)$/;

/** The catalog of MySQL and MariaDB. It is outside of transactions: it always shows the current state. */
export const mysqlCatalog: Catalog = {
  async tables(executor) {
    const columns = await executor.all<{ t: string; name: string; type: string; nullable: string; extra: string }>(
      `SELECT c.table_name AS t, c.column_name AS name, c.data_type AS type, c.is_nullable AS nullable, c.extra AS extra FROM information_schema.columns c
         JOIN information_schema.tables b ON b.table_schema = c.table_schema AND b.table_name = c.table_name AND b.table_type = 'BASE TABLE'
        WHERE c.table_schema = DATABASE() ORDER BY c.table_name, c.ordinal_position`,
    );
    const keys = await executor.all<{ t: string; name: string }>(
      `SELECT table_name AS t, column_name AS name FROM information_schema.key_column_usage
        WHERE table_schema = DATABASE() AND constraint_name = 'PRIMARY' ORDER BY table_name, ordinal_position`,
    );
    const tables: TableShape[] = [];
    for (const name of new Set(columns.map(({ t }) => t))) {
      const own = columns.filter(({ t }) => t === name);
      tables.push({
        name,
        columns: own.map(column => ({
          name: column.name,
          kind: kindOf(column.type),
          isNullable: column.nullable === 'YES',
        })),
        key: keys.filter(({ t }) => t === name).map(column => column.name),
        numbered: own.some(({ extra }) => /auto_increment/i.test(extra)),
      });
    }
    return tables;
  },
  // The engine can use an index for comparisons of columns, but not for comparisons of whole rows.
  beyond(key, after) {
    const params: Param[] = [];
    const ways = key.map((column, last) => {
      params.push(...after.slice(0, last + 1));
      return `(${[...key.slice(0, last).map(before => `${before}=?`), `${column}>?`].join(' AND ')})`;
    });
    return { sql: `(${ways.join(' OR ')})`, params };
  },
  async lastNumber(executor, table) {
    // MySQL caches this value in information_schema for a day.
    const [row] = await executor.all<Record<string, string>>(`SHOW CREATE TABLE ${table}`);
    return Number(/\bAUTO_INCREMENT=(\d+)/.exec(row?.['Create Table'] ?? '')?.[1] ?? 1) - 1;
  },
  async numberFrom(executor, table, last) {
    await executor.run(`ALTER TABLE ${table} AUTO_INCREMENT = ${Math.trunc(last) + 1}`);
  },
  async clear(executor, table) {
    await executor.run(`TRUNCATE TABLE ${table}`);
  },
  async allowNull(dialect, table, columns) {
    const shape = (await this.tables(dialect)).find(({ name }) => name === table);
    if (
      Object.keys(columns).every(column => shape?.columns.some(({ name, isNullable }) => name === column && isNullable))
    )
      return;
    const changes = Object.entries(columns).map(([name, type]) => `MODIFY ${name} ${type} NULL`);
    await dialect.run(`ALTER TABLE ${table} ${changes.join(', ')}`);
  },
  async facts(executor) {
    const [row] = await executor.all<Record<string, string | number>>(
      'SELECT VERSION() AS version, @@max_allowed_packet AS longest, @@global.read_only AS locked, @@global.innodb_flush_log_at_trx_commit AS flush',
    );
    const wrong = await executor.all<{ t: string }>(
      `SELECT DISTINCT table_name AS t FROM information_schema.columns
        WHERE table_schema = DATABASE() AND collation_name IS NOT NULL AND collation_name <> 'utf8mb4_bin'
       UNION SELECT table_name FROM information_schema.tables
        WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' AND engine NOT IN ('InnoDB', 'SPIDER') ORDER BY t`,
    );
    const version = String(row?.version ?? '');
    return {
      version,
      isSupported: supports(version),
      longest: Number(row?.longest),
      isReadOnly: Number(row?.locked) === 1,
      isDurable: Number(row?.flush) === 1,
      wrongTables: wrong.map(({ t }) => t),
    };
  },
  async clock(executor) {
    // Unlike UNIX_TIMESTAMP(), this does not depend on the time zone of the session.
    const [row] = await executor.all<{ ms: number }>(
      "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000 AS ms",
    );
    return Number(row?.ms);
  },
  async bytes(executor) {
    const [row] = await executor.all<{ bytes: number | null }>(
      'SELECT SUM(data_length + index_length) AS bytes FROM information_schema.tables WHERE table_schema = DATABASE()',
    );
    return row?.bytes ?? 0;
  },
  folder: null,
  copyTo: null,
};

function kindOf(type: string): ColumnKind {
  if (NUMBERS.test(type)) return 'number';
  return BYTES.test(type) ? 'bytes' : 'text';
}

/** The oldest versions whose SQL has what is used here. */
const OLDEST = { mariadb: [10, 6], mysql: [8, 0, 19] };

function supports(version: string): boolean {
  const parts = version.split('.').map(Number.parseFloat);
  const oldest = /mariadb/i.test(version) ? OLDEST.mariadb : OLDEST.mysql;
  const differs = oldest.findIndex((part, at) => part !== parts[at]);
  return differs < 0 || (parts[differs] ?? 0) > (oldest[differs] as number);
}
