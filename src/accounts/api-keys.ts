import type { Param } from '../db/dialect.ts';
import type { ApiKeyRow } from '../db/models/api-key.ts';
import { type Database, reachable } from '../db/open.ts';
import { retriedTransaction } from '../db/retry.ts';
import { insertRow, touchRow, updateRows } from '../db/rows.ts';
import { countCodePoints, hasNul } from '../domain/text.ts';
import { badInput, notFound } from '../errors.ts';
import { findAccount } from './accounts.ts';
import { type KnownKey, knownKeys } from './known-keys.ts';
import { randomText, secretHash } from './secrets.ts';
import type { Scope, Viewer } from './viewer.ts';

/** A key as it is listed; its text is not kept. Times are milliseconds since 1970, UTC. */
export interface ApiKey {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  readonly scope: Scope;
  /** The first characters of the key, for recognition. */
  readonly prefix: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  /** Exact to a minute. */
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

/** What a new key is to be. */
export interface ApiKeyInput {
  readonly accountId: number;
  readonly name: string;
  readonly scope: Scope;
  /** Milliseconds since 1970, UTC; null for never. */
  readonly expiresAt: number | null;
}

const KEY = /^ff_[0-9A-Za-z]{40,252}$/;
const TOUCHED_EVERY = 60_000;
const RANDOM_CHARACTERS = 40;
const PREFIX = 9;
const LONGEST_NAME = 255;

/** The text of a new key. */
export function newKey(): string {
  return `ff_${randomText(RANDOM_CHARACTERS)}`;
}

/** Makes a key; its text is answered here and nowhere else. Throws BAD_USER_INPUT on name, scope and expiresAt, NOT_FOUND without the account. */
export async function createApiKey(
  database: Database,
  input: ApiKeyInput,
  now: number = Date.now(),
): Promise<{ readonly id: number; readonly key: string; readonly apiKey: ApiKey }> {
  const given = { ...input, name: input.name.trim() };
  const errors = keyErrors(given, now);
  if (Object.keys(errors).length > 0) throw badInput(errors);
  if (!(await findAccount(database, given.accountId))) throw notFound();
  const key = newKey();
  const apiKey = await reachable(database, async () => {
    await retriedTransaction(database.dialect, tx => insertRow(tx, 'api_key', keyRow(key, given, now)));
    const row = await database.apiKeys.findOne({ where: { hash: secretHash(key) } });
    if (!row) throw new Error('The key vanished while it was being made.');
    return apiKeyOf(row);
  });
  return { id: apiKey.id, key, apiKey };
}

/** Oldest first, revoked and expired ones too; null lists the keys of all accounts. */
export async function listApiKeys(database: Database, accountId: number | null): Promise<readonly ApiKey[]> {
  const where = accountId === null ? {} : { account_id: accountId };
  const rows = await reachable(database, () => database.apiKeys.findAll({ where, order: [['id', 'ASC']] }));
  return rows.map(apiKeyOf);
}

/**
 * Ends a key: in this process at once, in others within a second. Throws NOT_FOUND for a key of another account; null
 * stands for an operator, who may end every key. Ending it again changes nothing.
 */
export async function revokeApiKey(
  database: Database,
  accountId: number | null,
  id: number,
  now: number = Date.now(),
): Promise<ApiKey> {
  const found = () =>
    database.apiKeys.findOne({ where: { id, ...(accountId === null ? {} : { account_id: accountId }) } });
  return reachable(database, async () => {
    if (!(await found())) throw notFound();
    await retriedTransaction(database.dialect, tx =>
      updateRows(tx, 'api_key', { revoked_at: now }, { id, revoked_at: null }),
    );
    knownKeys(database).forget();
    const row = await found();
    if (!row) throw notFound();
    return apiKeyOf(row);
  });
}

/** Who holds this key; null when it is wrong, expired or revoked. It costs a query at most once in a second a key. */
export async function viewerOfKey(database: Database, key: string, now: number): Promise<Viewer | null> {
  if (!KEY.test(key)) return null;
  const hash = secretHash(key);
  const known = await knownKeys(database).recall(hash.toString('base64'), now, () => readKey(database, hash));
  if (!known || (known.expiresAt !== null && known.expiresAt <= now)) return null;
  if (now - known.touchedAt >= TOUCHED_EVERY) {
    known.touchedAt = now;
    // Nobody waits for it and nothing depends on it: the next use after a failure writes it.
    touchRow(database.dialect, 'api_key', known.viewer.via.id, now, TOUCHED_EVERY).catch(() => {
      known.touchedAt = Number.NEGATIVE_INFINITY;
    });
  }
  return known.viewer;
}

async function readKey(database: Database, hash: Buffer): Promise<KnownKey | null> {
  const row = await reachable(database, () => database.apiKeys.findOne({ where: { hash, revoked_at: null } }));
  const account = row && (await findAccount(database, row.account_id));
  if (!row || !account) return null;
  return {
    viewer: { account, scope: row.scope, via: { kind: 'key', id: row.id } },
    expiresAt: row.expires_at,
    touchedAt: row.last_used_at ?? Number.NEGATIVE_INFINITY,
  };
}

/** A key as a row of its table; the text itself is not in it. */
export function keyRow(
  key: string,
  { accountId, name, scope, expiresAt }: ApiKeyInput,
  now: number,
): Record<string, Param> {
  return {
    account_id: accountId,
    name,
    scope,
    hash: secretHash(key),
    prefix: key.slice(0, PREFIX),
    created_at: now,
    expires_at: expiresAt,
  };
}

function keyErrors({ name, scope, expiresAt }: ApiKeyInput, now: number): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  if (name === '' || countCodePoints(name, LONGEST_NAME) > LONGEST_NAME || hasNul(name) || !name.isWellFormed()) {
    errors.name = [`The name must have 1 to ${LONGEST_NAME} characters; say what the key is for.`];
  }
  if (scope !== 'READ' && scope !== 'WRITE') errors.scope = ['The scope must be READ or WRITE.'];
  if (expiresAt !== null && !(Number.isSafeInteger(expiresAt) && expiresAt > now)) {
    errors.expiresAt = ['The expiry is not in the future; send a later time, or none for a key that does not expire.'];
  }
  return errors;
}

function apiKeyOf(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    scope: row.scope,
    prefix: row.prefix,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}
