import type { Database } from './open.ts';

/** What the instance remembers under this name; null when it remembers nothing. */
export async function readSetting(database: Database, name: string): Promise<string | null> {
  const row = await database.settings.findByPk(name, { raw: true });
  return row?.value ?? null;
}

/** Remembers the value in place of an earlier one. */
export async function writeSetting(database: Database, name: string, value: string): Promise<void> {
  await database.settings.upsert({ name, value });
}

/** Remembers `value` unless there is one, and returns the one that stays: all processes that try get the same. */
export async function settleSetting(database: Database, name: string, value: string): Promise<string> {
  // Of a row that exists only the name is written, which it has already.
  await database.settings.upsert({ name, value }, { fields: ['name'] });
  return (await readSetting(database, name)) ?? value;
}

/** True when the database takes a write and gives it back. */
export async function writesWork(database: Database): Promise<boolean> {
  await writeSetting(database, 'readiness', String(Date.now()));
  return (await readSetting(database, 'readiness')) !== null;
}
