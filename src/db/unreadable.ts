import type { Executor } from './dialect.ts';
import { TABLES } from './tables.ts';

/** Returns the tables whose first or last row cannot be read, each with the error. All rows would take minutes. */
export async function unreadableTables(executor: Executor): Promise<{ name: string; error: unknown }[]> {
  const found: { name: string; error: unknown }[] = [];
  for (const { name, key } of TABLES)
    try {
      for (const order of ['ASC', 'DESC'])
        await executor.all(
          `SELECT * FROM ${name} ORDER BY ${key.map(column => `${column} ${order}`).join(',')} LIMIT 1`,
        );
    } catch (error) {
      found.push({ name, error });
    }
  return found;
}
