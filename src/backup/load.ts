import type { ColumnKind, Dialect, Param, TableShape } from '../db/dialect.ts';
import { blob, int } from '../db/sql.ts';
import { retriedTransaction } from '../db/transaction.ts';

interface Statement {
  readonly sql: string;
  readonly params: readonly Param[];
}

/** Both engines accept much longer statements, but gain nothing beyond this. */
const STATEMENT = { rows: 1_000, bytes: 400_000, params: 20_000 };
const TRANSACTION = 8_000_000;

/** Loads rows from the lines of a backup into empty tables. */
export function createLoader(dialect: Dialect) {
  const counts = new Map<string, number>();
  let table = '';
  let kinds: readonly ColumnKind[] = [];
  let insert = '';
  let values: string[] = [];
  let params: Param[] = [];
  let bytes = 0;
  let statements: Statement[] = [];
  let gathered = 0;

  function close(): void {
    if (values.length > 0) statements.push({ sql: `${insert}${values.join(',')}`, params });
    gathered += bytes;
    values = [];
    params = [];
    bytes = 0;
  }

  async function write(): Promise<void> {
    const some = statements;
    statements = [];
    gathered = 0;
    if (some.length > 0)
      await retriedTransaction(dialect, async tx => {
        for (const { sql, params } of some) await tx.run(sql, params);
      });
  }

  return {
    /** Following rows go into this table, or nowhere when it is null. Throws when the table lacks a column. */
    begin(shape: TableShape | null, columns: readonly string[]): void {
      close();
      table = shape?.name ?? '';
      if (!shape) return;
      const known = new Map(shape.columns.map(({ name, kind }) => [name, kind]));
      kinds = columns.map(column => {
        const kind = known.get(column);
        if (!kind) throw new Error(`The table ${shape.name} has no column ${column}.`);
        return kind;
      });
      insert = `INSERT INTO ${shape.name} (${columns.join(',')}) VALUES `;
    },
    /** Adds a row: a JSON array in the order of the columns. Throws when a value does not fit its column. */
    add(line: string): void {
      if (table === '') return;
      const row = JSON.parse(line) as unknown[];
      if (row.length !== kinds.length)
        throw new Error(`A row of ${table} has ${row.length} values, which is not one for each column.`);
      const cells = kinds.map((kind, column) => literal(kind, row[column], params));
      values.push(`(${cells.join(',')})`);
      bytes += line.length;
      counts.set(table, (counts.get(table) ?? 0) + 1);
      if (values.length >= STATEMENT.rows || bytes >= STATEMENT.bytes || params.length >= STATEMENT.params) close();
    },
    /** Writes the collected rows once they are enough for a transaction. */
    async settle(): Promise<void> {
      if (gathered >= TRANSACTION) await write();
    },
    /** Writes the remaining rows. */
    async end(): Promise<void> {
      close();
      await write();
    },
    /** Returns how many rows were added to the table. */
    rows: (name: string) => counts.get(name) ?? 0,
  };
}

function literal(kind: ColumnKind, value: unknown, params: Param[]): string {
  if (value === null) return 'NULL';
  if (kind === 'number' && typeof value === 'number') return int(value);
  if (typeof value !== 'string')
    throw new Error(`The backup has ${JSON.stringify(value)} where a ${kind} value belongs.`);
  if (kind === 'bytes') return value === '' ? "x''" : blob(value);
  if (kind !== 'text') throw new Error(`The backup has ${JSON.stringify(value)} where a ${kind} value belongs.`);
  params.push(value);
  return '?';
}
