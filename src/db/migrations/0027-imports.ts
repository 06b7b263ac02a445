import type { Dialect } from '../dialect.ts';
import { addColumn } from './add-column.ts';

/**
 * Creates imports: their sums by day and month, packed, and before that what each batch of rows adds to a month; the
 * hashes of their rows by day, and what their hits added, batch by batch. `website_fold.imports` lists the imports whose sums count; hits and visits of an import have its number.
 */
export async function up(dialect: Dialect): Promise<void> {
  const { autoId, tiny, medium, integer, bigint, blob, text, longText } = dialect.types;
  const create = (name: string, columns: readonly string[], clustered: boolean) =>
    dialect.run(`CREATE TABLE IF NOT EXISTS ${name} (${columns.join(', ')})${dialect.tableOptions(clustered)}`);
  await create(
    'import',
    [
      `id ${autoId}`,
      `website_id ${integer} NOT NULL`,
      `account_id ${integer}`,
      `source ${text(20)}`,
      `version ${text(40)}`,
      `kind ${text(8)}`,
      `state ${text(10)} NOT NULL`,
      `dry_run ${integer} NOT NULL`,
      `files ${longText} NOT NULL`,
      `options ${longText} NOT NULL`,
      `digest ${text(64)}`,
      `row_count ${bigint} NOT NULL`,
      `counted ${bigint} NOT NULL`,
      `left_out ${bigint} NOT NULL`,
      `position ${bigint} NOT NULL`,
      `batches ${integer} NOT NULL`,
      `first_day ${medium}`,
      `last_day ${medium}`,
      `own_from ${medium}`,
      `report ${longText} NOT NULL`,
      `bad_rows ${longText} NOT NULL`,
      `left_out_for ${longText} NOT NULL`,
      `error ${longText}`,
      `holder ${text(36)}`,
      `held_until ${bigint} NOT NULL`,
      `created_at ${bigint} NOT NULL`,
      `finished_at ${bigint}`,
    ],
    false,
  );
  await create(
    'import_block',
    [
      `website_id ${integer} NOT NULL`,
      `import_id ${integer} NOT NULL`,
      `name ${integer} NOT NULL`,
      `period ${tiny} NOT NULL`,
      `at ${integer} NOT NULL`,
      `part ${integer} NOT NULL`,
      `body ${blob} NOT NULL`,
      'PRIMARY KEY (website_id, import_id, name, period, at, part)',
    ],
    true,
  );
  await create(
    'import_run',
    [
      `website_id ${integer} NOT NULL`,
      `import_id ${integer} NOT NULL`,
      `name ${integer} NOT NULL`,
      `month ${integer} NOT NULL`,
      `part ${integer} NOT NULL`,
      `batch ${integer} NOT NULL`,
      `body ${blob} NOT NULL`,
      'PRIMARY KEY (website_id, import_id, name, month, part, batch)',
    ],
    true,
  );
  await create(
    'import_row',
    [
      `website_id ${integer} NOT NULL`,
      `import_id ${integer} NOT NULL`,
      `day ${medium} NOT NULL`,
      `batch ${integer} NOT NULL`,
      `body ${blob} NOT NULL`,
      'PRIMARY KEY (website_id, import_id, day, batch)',
    ],
    true,
  );
  await create(
    'import_undo',
    [
      `website_id ${integer} NOT NULL`,
      `import_id ${integer} NOT NULL`,
      `batch ${integer} NOT NULL`,
      `body ${blob} NOT NULL`,
      'PRIMARY KEY (website_id, import_id, batch)',
    ],
    true,
  );
  await addColumn(dialect, 'website_fold', 'imports', longText);
  await addColumn(dialect, 'visit', 'import_id', integer);
  await addColumn(dialect, 'hit', 'import_id', integer);
}
