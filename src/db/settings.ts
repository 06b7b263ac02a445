import type { Database } from './open.ts';

/** Returns the value stored under this name, or null. */
export async function readSetting(database: Database, name: string): Promise<string | null> {
  const row = await database.settings.findByPk(name, { raw: true });
  return row?.value ?? null;
}

/** Stores the value, replacing an earlier one. */
export async function writeSetting(database: Database, name: string, value: string): Promise<void> {
  await database.settings.upsert({ name, value });
}

/** Stores `value` unless one exists, and returns the value that is stored: all processes that try get the same one. */
export async function settleSetting(database: Database, name: string, value: string): Promise<string> {
  // If the row exists, this only overwrites the name with the same name.
  await database.settings.upsert({ name, value }, { fields: ['name'] });
  return (await readSetting(database, name)) ?? value;
}

/** Returns true when a value can be written to the database and read back. */
export async function writesWork(database: Database): Promise<boolean> {
  await writeSetting(database, 'readiness', String(Date.now()));
  return (await readSetting(database, 'readiness')) !== null;
}
