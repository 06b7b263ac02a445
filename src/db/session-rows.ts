import type { Executor } from './dialect.ts';

/** Removes the account's sessions that have expired. */
export async function deleteStaleSessions(executor: Executor, account: number, now: number): Promise<void> {
  await executor.run('DELETE FROM session WHERE account_id = ? AND expires_at <= ?', [account, now]);
}

/** Removes the account's sessions but one; answers how many. */
export async function deleteOtherSessions(executor: Executor, account: number, kept: number): Promise<number> {
  return executor.run('DELETE FROM session WHERE account_id = ? AND id <> ?', [account, kept]);
}
