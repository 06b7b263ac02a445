import type { Dialect, Executor } from './dialect.ts';

/** What the instance remembers under this name; null when it remembers nothing. */
export async function readSetting(executor: Executor, name: string): Promise<string | null> {
  const [row] = await executor.all<{ value: string }>('SELECT value FROM setting WHERE name = ?', [name]);
  return row?.value ?? null;
}

/** Remembers the value in place of an earlier one. */
export async function writeSetting(executor: Executor, dialect: Dialect, name: string, value: string): Promise<void> {
  await executor.run(`INSERT INTO setting (name, value) VALUES (?, ?)${dialect.onConflict(['name'], [], ['value'])}`, [
    name,
    value,
  ]);
}

/** Remembers `value` unless there is one, and answers the one that stays: all processes that try get the same. */
export async function settleSetting(dialect: Dialect, name: string, value: string): Promise<string> {
  await dialect.run(`INSERT INTO setting (name, value) VALUES (?, ?)${dialect.onConflict(['name'], [])}`, [
    name,
    value,
  ]);
  return (await readSetting(dialect, name)) ?? value;
}

/** True when the database takes a write and gives it back. */
export async function writesWork(dialect: Dialect): Promise<boolean> {
  const mark = String(Date.now());
  await writeSetting(dialect, dialect, 'readiness', mark);
  return (await readSetting(dialect, 'readiness')) !== null;
}
