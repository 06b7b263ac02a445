import { Op } from 'sequelize';
import type { SessionRow } from '../db/models/session.ts';
import { type Database, reachable } from '../db/open.ts';
import { DAY } from '../domain/calendar.ts';
import { cut, toStorable } from '../domain/text.ts';
import { notFound } from '../errors.ts';
import { accountOf } from './accounts.ts';
import { randomText, secretHash, TOUCHED_EVERY } from './secrets.ts';
import type { Viewer } from './viewer.ts';

const LASTS = 30 * DAY;
const TOKEN = /^[0-9A-Za-z]{43}$/;
const LONGEST_CLIENT = 255;

/** A signed-in browser as listed. */
export type Session = Omit<SessionRow, 'hash'>;

/** Signs a browser in for thirty days; `token` is for its cookie and not stored, `client` is its name for people. */
export async function openSession(
  database: Database,
  accountId: number,
  client: string,
  now: number = Date.now(),
): Promise<{ readonly token: string; readonly expiresAt: number }> {
  const token = randomText(43);
  const expiresAt = now + LASTS;
  const row = {
    accountId,
    hash: secretHash(token),
    client: cut(toStorable(client), LONGEST_CLIENT),
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
  };
  await reachable(database, () =>
    database.transaction(async transaction => {
      await database.sessions.destroy({ where: { accountId, expiresAt: { [Op.lte]: now } }, transaction });
      await database.sessions.create(row, { transaction });
    }),
  );
  return { token, expiresAt };
}

/** Returns the viewer of this token; null if it is wrong, closed or expired. */
export async function viewerOfSession(database: Database, token: string, now: number): Promise<Viewer | null> {
  if (!TOKEN.test(token)) return null;
  const include = { model: database.accounts, required: true };
  const row = await reachable(database, () =>
    database.sessions.findOne({ where: { hash: secretHash(token) }, include, raw: true, nest: true }),
  );
  if (!row?.account || row.expiresAt <= now) return null;
  if (now - row.lastUsedAt >= TOUCHED_EVERY) {
    // Not awaited, because nothing depends on it: after a failure, the next use writes it.
    touchSession(database, row.id, now).catch(() => undefined);
  }
  return { account: accountOf(row.account), scope: 'WRITE', via: { kind: 'session', id: row.id } };
}

/** Writes the time of a use, at most once a minute however many processes try. */
async function touchSession(database: Database, id: number, now: number): Promise<void> {
  const lastUsedAt = { [Op.lte]: now - TOUCHED_EVERY };
  await database.sessions.update({ lastUsedAt: now }, { where: { id, lastUsedAt } });
}

/** Returns the sessions that have not expired, the most recently used first. */
export function listSessions(database: Database, accountId: number, now: number): Promise<readonly Session[]> {
  const where = { accountId, expiresAt: { [Op.gt]: now } };
  const order: [string, string][] = [
    ['lastUsedAt', 'DESC'],
    ['id', 'DESC'],
  ];
  return reachable(database, () => database.sessions.findAll({ where, order, raw: true }));
}

/** Signs one browser out, in all processes at once. Throws NOT_FOUND for a session of another account. */
export async function closeSession(database: Database, accountId: number, id: number): Promise<void> {
  const closed = await reachable(database, () =>
    database.transaction(transaction => database.sessions.destroy({ where: { id, accountId }, transaction })),
  );
  if (closed === 0) throw notFound();
}
