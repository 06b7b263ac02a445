import type { Dialect } from '../dialect.ts';

/**
 * Creates the values that the instance as a whole stores, one text per name: secrets it generated and marks that its
 * processes share.
 */
export async function up(dialect: Dialect): Promise<void> {
  const { text, longText } = dialect.types;
  await dialect.run(
    `CREATE TABLE IF NOT EXISTS setting (name ${text(64)} NOT NULL PRIMARY KEY, value ${longText} NOT NULL)${dialect.tableOptions(false)}`,
  );
}
