import type { Dialect } from '../dialect.ts';
import { knownFromNow } from './add-values.ts';

/** The numbers of the statistics that a database can have counted nothing of before this release. */
const ADDED = [16, 17, 18, 19, 20, 21, 22, 23, 24, 26, 27];

/**
 * Creates the days from which statistics are known that were added after a website's first hit: `known_from` is the
 * first of them, and days from `filled_from` on are counted; 0 once all that can be counted are.
 */
export async function up(dialect: Dialect): Promise<void> {
  const { tiny, medium, integer } = dialect.types;
  await dialect.run(
    `CREATE TABLE IF NOT EXISTS value_since (website_id ${integer} NOT NULL, name ${tiny} NOT NULL, known_from ${medium} NOT NULL, filled_from ${medium} NOT NULL, PRIMARY KEY (website_id, name))${dialect.tableOptions(true)}`,
  );
  await knownFromNow(dialect, ADDED);
}
