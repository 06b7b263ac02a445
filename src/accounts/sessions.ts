import type { SessionRow } from '../db/models/session.ts';
import { type Database, reachable } from '../db/open.ts';
import { retriedTransaction } from '../db/retry.ts';
import { deleteRows, insertRow, touchRow } from '../db/rows.ts';
import { deleteOtherSessions, deleteStaleSessions } from '../db/session-rows.ts';
import { cut, toStorable } from '../domain/text.ts';
import { notFound } from '../errors.ts';
import { findAccount } from './accounts.ts';
import { randomText, secretHash } from './secrets.ts';
import type { Viewer } from './viewer.ts';

const LASTS = 30 * 86_400_000;
const TOUCHED_EVERY = 60_000;
const TOKEN = /^[0-9A-Za-z]{43}$/;
const LONGEST_CLIENT = 255;

/** A signed-in browser. Times are milliseconds since 1970, UTC. */
export interface Session {
  readonly id: number;
  /** Browser and system in words. */
  readonly client: string;
  readonly createdAt: number;
  /** Exact to a minute. */
  readonly lastUsedAt: number;
  readonly expiresAt: number;
}

/** Signs a browser in for thirty days; `token` is for its cookie and kept nowhere. `client` says in words which browser it is. */
export async function openSession(
  database: Database,
  accountId: number,
  client: string,
  now: number = Date.now(),
): Promise<{ readonly token: string; readonly expiresAt: number }> {
  const token = randomText(43);
  const expiresAt = now + LASTS;
  const row = {
    account_id: accountId,
    hash: secretHash(token),
    client: cut(toStorable(client), LONGEST_CLIENT),
    created_at: now,
    last_used_at: now,
    expires_at: expiresAt,
  };
  await reachable(database, () =>
    retriedTransaction(database.dialect, async tx => {
      await deleteStaleSessions(tx, accountId, now);
      await insertRow(tx, 'session', row);
    }),
  );
  return { token, expiresAt };
}

/** Who signed in with this token; null when it is wrong, closed or expired. */
export async function viewerOfSession(database: Database, token: string, now: number): Promise<Viewer | null> {
  const row = await rowOf(database, token);
  if (!row || row.expires_at <= now) return null;
  const account = await findAccount(database, row.account_id);
  if (!account) return null;
  if (now - row.last_used_at >= TOUCHED_EVERY) {
    // Nobody waits for it and nothing depends on it: the next use after a failure writes it.
    touchRow(database.dialect, 'session', row.id, now, TOUCHED_EVERY).catch(() => undefined);
  }
  return { account, scope: 'WRITE', via: { kind: 'session', id: row.id } };
}

/** Those that have not expired, the one used last first. */
export async function listSessions(database: Database, accountId: number, now: number): Promise<readonly Session[]> {
  const where = { account_id: accountId };
  const order: [string, string][] = [
    ['last_used_at', 'DESC'],
    ['id', 'DESC'],
  ];
  const rows = await reachable(database, () => database.sessions.findAll({ where, order }));
  return rows.filter(row => row.expires_at > now).map(sessionOf);
}

/** Signs one browser out, at once everywhere. Throws NOT_FOUND for a session of another account. */
export async function closeSession(database: Database, accountId: number, id: number): Promise<void> {
  const closed = await reachable(database, () =>
    retriedTransaction(database.dialect, tx => deleteRows(tx, 'session', { id, account_id: accountId })),
  );
  if (closed === 0) throw notFound();
}

/** Signs all browsers of the account out but the one with this session; answers how many. */
export async function closeOtherSessions(database: Database, accountId: number, id: number): Promise<number> {
  return reachable(database, () => retriedTransaction(database.dialect, tx => deleteOtherSessions(tx, accountId, id)));
}

async function rowOf(database: Database, token: string): Promise<SessionRow | null> {
  if (!TOKEN.test(token)) return null;
  return reachable(database, () => database.sessions.findOne({ where: { hash: secretHash(token) } }));
}

function sessionOf(row: SessionRow): Session {
  return {
    id: row.id,
    client: row.client,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  };
}
