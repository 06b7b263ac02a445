import { Op } from 'sequelize';
import { createMemory, perDatabase } from '../db/memory.ts';
import type { ApiKeyRow } from '../db/models/api-key.ts';
import { type Database, reachable } from '../db/open.ts';
import { KEY, newApiKey } from '../domain/inputs/account.ts';
import { parseInput } from '../domain/inputs/parse.ts';
import type { Scope } from '../domain/key-scope.ts';
import { notFound } from '../errors.ts';
import { accountOf, findAccount } from './accounts.ts';
import { randomText, secretHash, TOUCHED_EVERY } from './secrets.ts';
import type { Viewer } from './viewer.ts';

/** An API key as listed, without its text or hash. */
export type ApiKey = Omit<ApiKeyRow, 'hash'>;

/** The input for a new key. */
export interface ApiKeyInput {
  readonly accountId: number;
  readonly name: string;
  readonly scope: Scope;
  /** Milliseconds since 1970, UTC; null for never. */
  readonly expiresAt: number | null;
}

const RANDOM_CHARACTERS = 40;
const PREFIX = 9;

/** Returns the text of a new key. */
export function newKey(): string {
  return `ff_${randomText(RANDOM_CHARACTERS)}`;
}

/** Creates a key, whose text is returned only here. Throws BAD_USER_INPUT, and NOT_FOUND without the account. */
export async function createApiKey(
  database: Database,
  input: ApiKeyInput,
  now: number = Date.now(),
): Promise<{ readonly id: number; readonly key: string; readonly apiKey: ApiKey }> {
  const given = parseInput(newApiKey(now), input);
  if (!(await findAccount(database, input.accountId))) throw notFound();
  const key = newKey();
  const apiKey = await reachable(database, async () => {
    const row = keyRow(key, { ...given, accountId: input.accountId }, now);
    const { id } = await database.transaction(transaction => database.apiKeys.create(row, { transaction }));
    const { hash: _, ...listed } = row;
    return { id, ...listed };
  });
  return { id: apiKey.id, key, apiKey };
}

/** Returns the keys of an account, or of all accounts for null, oldest first, including revoked and expired ones. */
export async function listApiKeys(database: Database, accountId: number | null): Promise<readonly ApiKey[]> {
  return reachable(database, () => database.apiKeys.findAll({ where: ownedBy(accountId), order: ['id'], raw: true }));
}

/**
 * Revokes a key: in this process at once, in others within a second. Throws NOT_FOUND for a key of another account;
 * operators pass null and can revoke any key. Revoking it again changes nothing.
 */
export async function revokeApiKey(
  database: Database,
  accountId: number | null,
  id: number,
  now: number = Date.now(),
): Promise<ApiKey> {
  return reachable(database, async () => {
    const row = await database.apiKeys.unscoped().findOne({ where: { id, ...ownedBy(accountId) }, raw: true });
    if (!row) throw notFound();
    // Listed first, so that a process that is killed in between leaves no key that a restored backup would revive.
    await database.revocations.note({ key: row.hash.toString('hex'), at: row.revokedAt ?? now });
    await database.transaction(transaction =>
      database.apiKeys.update({ revokedAt: now }, { where: { id, revokedAt: null }, transaction }),
    );
    knownKeys(database).forget();
    const key = await database.apiKeys.findByPk(id, { raw: true });
    if (!key) throw notFound();
    return key;
  });
}

function ownedBy(accountId: number | null): { accountId?: number } {
  return accountId === null ? {} : { accountId };
}

/** A key as it was read; `touchedAt` is the time of its last use that was written or is being written. */
interface KnownKey {
  readonly viewer: Viewer;
  readonly expiresAt: number | null;
  touchedAt: number;
}

/** Returns the keys that this process has seen within the last second, by hash, so that no key's text is in memory. */
const knownKeys = perDatabase(() => createMemory<KnownKey>());

/** Returns the viewer of this key; null if it is wrong, expired or revoked. A key is read at most once a second. */
export async function viewerOfKey(database: Database, key: string, now: number): Promise<Viewer | null> {
  if (!KEY.test(key)) return null;
  const hash = secretHash(key);
  const known = await knownKeys(database).recall(hash.toString('base64'), now, () => readKey(database, hash));
  if (!known || (known.expiresAt !== null && known.expiresAt <= now)) return null;
  if (now - known.touchedAt >= TOUCHED_EVERY) {
    known.touchedAt = now;
    // Not awaited, because nothing depends on it: after a failure, the next use writes it.
    touchKey(database, known.viewer.via.id, now).catch(() => {
      known.touchedAt = Number.NEGATIVE_INFINITY;
    });
  }
  return known.viewer;
}

/** Writes the time of a use, at most once a minute however many processes try. */
async function touchKey(database: Database, id: number, now: number): Promise<void> {
  const lastUsedAt = { [Op.or]: [null, { [Op.lte]: now - TOUCHED_EVERY }] };
  await database.apiKeys.update({ lastUsedAt: now }, { where: { id, lastUsedAt } });
}

async function readKey(database: Database, hash: Buffer): Promise<KnownKey | null> {
  const include = { model: database.accounts, required: true };
  const row = await reachable(database, () =>
    database.apiKeys.findOne({ where: { hash, revokedAt: null }, include, raw: true, nest: true }),
  );
  if (!row?.account) return null;
  return {
    viewer: { account: accountOf(row.account), scope: row.scope, via: { kind: 'key', id: row.id } },
    expiresAt: row.expiresAt,
    touchedAt: row.lastUsedAt ?? Number.NEGATIVE_INFINITY,
  };
}

/** Returns the row of a new key; it does not contain the text of the key. */
export function keyRow(
  key: string,
  { accountId, name, scope, expiresAt }: ApiKeyInput,
  now: number,
): Omit<ApiKeyRow, 'id'> {
  const given = { accountId, name, scope, expiresAt, createdAt: now };
  return { ...given, hash: secretHash(key), prefix: key.slice(0, PREFIX), lastUsedAt: null, revokedAt: null };
}
