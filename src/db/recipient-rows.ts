import { FREQUENCIES, type Frequency } from '../domain/period.ts';
import type { Dialect, Executor, Param } from './dialect.ts';

/** Somebody who gets reports of a website; times are milliseconds since 1970, UTC. */
export interface RecipientRow {
  readonly id: number;
  readonly website: number;
  /** Empty for the address of the website's account, whatever that is. */
  readonly email: string;
  readonly frequencies: readonly Frequency[];
  /** What a link to unsubscribe carries. */
  readonly token: string;
  /** Since when it is as it is: a period that was over before brings no report. */
  readonly since: number;
  /** When the recipient asked for no more; null while they want them. */
  readonly unsubscribedAt: number | null;
}

interface Stored extends Omit<RecipientRow, 'frequencies'> {
  readonly bits: number;
}

const SELECT =
  'SELECT id, website_id AS website, email, frequencies AS bits, token, since, unsubscribed_at AS unsubscribedAt FROM report_recipient';

/** Those of one website, the account's own first; of all websites with null. */
export function readRecipients(executor: Executor, website: number | null): Promise<RecipientRow[]> {
  const where = website === null ? '' : ' WHERE website_id = ?';
  return select(executor, `${where} ORDER BY website_id, email`, website === null ? [] : [website]);
}

/** Whose link carries this token. */
export async function recipientOfToken(executor: Executor, token: string): Promise<RecipientRow | undefined> {
  return (await select(executor, ' WHERE token = ?', [token]))[0];
}

/** Adds a recipient, or changes how often one that is there gets reports; who has unsubscribed stays so. */
export async function saveRecipient(
  executor: Executor,
  dialect: Dialect,
  { website, email, frequencies, token, since }: Omit<RecipientRow, 'id' | 'unsubscribedAt'>,
): Promise<void> {
  await executor.run(
    `INSERT INTO report_recipient (website_id, email, frequencies, token, since) VALUES (?, ?, ?, ?, ?)${dialect.onConflict(['website_id', 'email'], [], ['frequencies', 'since'])}`,
    [website, email, bitsOf(frequencies), token, since],
  );
}

/** Adds the account's own address to a website that has no such row. */
export async function ensureOwnRecipient(
  dialect: Dialect,
  { website, frequencies, token, since }: Omit<RecipientRow, 'id' | 'email' | 'unsubscribedAt'>,
): Promise<void> {
  await dialect.run(
    `INSERT INTO report_recipient (website_id, email, frequencies, token, since) VALUES (?, '', ?, ?, ?)${dialect.onConflict(['website_id', 'email'], [])}`,
    [website, bitsOf(frequencies), token, since],
  );
}

/** Answers how many there were. */
export function deleteRecipient(executor: Executor, website: number, email: string): Promise<number> {
  return executor.run('DELETE FROM report_recipient WHERE website_id = ? AND email = ?', [website, email]);
}

/** Notes that the recipient wants no more reports, or with null that they want them again from `now` on. */
export async function setUnsubscribed(executor: Executor, id: number, at: number | null, now: number): Promise<void> {
  await executor.run('UPDATE report_recipient SET unsubscribed_at = ?, since = ? WHERE id = ?', [at, now, id]);
}

/** Since when each website has its reports on, as far as it was noticed. */
export async function readSwitches(executor: Executor): Promise<Map<number, number>> {
  const rows = await executor.all<{ website: number; since: number }>(
    'SELECT website_id AS website, since FROM report_switch',
  );
  return new Map(rows.map(({ website, since }) => [website, since]));
}

/** Notes that a website has its reports on; what was noted before stays. */
export async function noteSwitchedOn(dialect: Dialect, website: number, since: number): Promise<void> {
  const sql = `INSERT INTO report_switch (website_id, since) VALUES (?, ?)${dialect.onConflict(['website_id'], [])}`;
  await dialect.run(sql, [website, since]);
}

/** Notes that a website has its reports off. */
export async function noteSwitchedOff(executor: Executor, website: number): Promise<void> {
  await executor.run('DELETE FROM report_switch WHERE website_id = ?', [website]);
}

async function select(executor: Executor, rest: string, params: readonly Param[]): Promise<RecipientRow[]> {
  const rows = await executor.all<Stored>(`${SELECT}${rest}`, params);
  return rows.map(({ bits, ...row }) => ({
    ...row,
    frequencies: FREQUENCIES.filter((_, index) => (bits & (1 << index)) !== 0),
  }));
}

function bitsOf(frequencies: readonly Frequency[]): number {
  return frequencies.reduce((bits, frequency) => bits | (1 << FREQUENCIES.indexOf(frequency)), 0);
}
