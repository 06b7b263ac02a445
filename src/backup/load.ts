import type { ColumnKind, Dialect, Param, TableShape } from '../db/dialect.ts';
import { retriedTransaction } from '../db/retry.ts';
import { blob, int } from '../db/sql.ts';

/** Rows on their way from the lines of a backup into tables that are empty. */
export interface Loader {
  /** What is added from here on goes into this table, or nowhere with null. Throws when the table has no such column. */
  begin(table: TableShape | null, columns: readonly string[]): void;
  /** A row as a line of JSON, an array in the order of the columns. Throws when a value is not of its column's kind. */
  add(line: string): void;
  /** Writes what has gathered once that is enough for a transaction. */
  settle(): Promise<void>;
  /** Writes what is left. */
  end(): Promise<void>;
  /** How many rows were added for the table. */
  rows(table: string): number;
}

interface Statement {
  readonly sql: string;
  readonly params: readonly Param[];
}

/** Both engines take much longer statements; past this they gain nothing. */
const STATEMENT = { rows: 1_000, bytes: 400_000, params: 20_000 };
const TRANSACTION = 8_000_000;

export function createLoader(dialect: Dialect): Loader {
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
    begin(shape, columns) {
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
    add(line) {
      if (table === '') return;
      const row = JSON.parse(line) as unknown[];
      if (row.length !== kinds.length) throw new Error(`A row of ${table} has ${row.length} values.`);
      const cells = kinds.map((kind, column) => literal(kind, row[column], params));
      values.push(`(${cells.join(',')})`);
      bytes += line.length;
      counts.set(table, (counts.get(table) ?? 0) + 1);
      if (values.length >= STATEMENT.rows || bytes >= STATEMENT.bytes || params.length >= STATEMENT.params) close();
    },
    async settle() {
      if (gathered >= TRANSACTION) await write();
    },
    async end() {
      close();
      await write();
    },
    rows: name => counts.get(name) ?? 0,
  };
}

/** The value as SQL; a text goes to the parameters. */
function literal(kind: ColumnKind, value: unknown, params: Param[]): string {
  if (value === null) return 'NULL';
  if (kind === 'number' && typeof value === 'number') return int(value);
  if (typeof value !== 'string') throw new Error(`A backup has ${JSON.stringify(value)} where a ${kind} belongs.`);
  if (kind === 'bytes') return value === '' ? "x''" : blob(value);
  if (kind !== 'text') throw new Error(`A backup has ${JSON.stringify(value)} where a ${kind} belongs.`);
  params.push(value);
  return '?';
}
