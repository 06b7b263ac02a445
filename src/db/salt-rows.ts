import type { Dialect } from './dialect.ts';
import { int } from './fold-rows.ts';

/** The salt of a calendar day as 32 hex digits: the one all gateways share, made from `fresh` when there is none yet. */
export async function shareSalt(dialect: Dialect, day: number, fresh: Buffer, now: number): Promise<string> {
  await dialect.run(`INSERT INTO salt (day, salt, created_at) VALUES (?, ?, ?)${dialect.onConflict(['day'], [])}`, [
    day,
    fresh,
    now,
  ]);
  const [row] = await dialect.all<{ salt: Buffer }>(`SELECT salt FROM salt WHERE day = ${int(day)}`);
  if (!row) throw new Error(`The salt of day ${day} was destroyed while it was made.`);
  return row.salt.toString('hex');
}

/**
 * Destroys the salts whose day ended everywhere on Earth, and which were made, at least 48 hours ago. Answers how many.
 * `now` is in milliseconds, UTC; the last place to end a day is twelve hours behind UTC.
 */
export async function destroySalts(dialect: Dialect, now: number): Promise<number> {
  const hours = 3_600_000;
  const before = now - 48 * hours;
  const lastDay = Math.floor((before - 12 * hours) / (24 * hours)) - 1;
  return dialect.run('DELETE FROM salt WHERE day <= ? AND created_at <= ?', [lastDay, before]);
}
