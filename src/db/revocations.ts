import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Op } from 'sequelize';
import { makeFolder, syncFolder } from '../process/durable.ts';
import type { Models } from './models/all.ts';

/** Access that was ended: an API key or a share, by its SHA-256 in hex, or a subscription, by its token. */
export type Revocation = { readonly at: number } & (
  | { readonly key: string }
  | { readonly share: string }
  /** `reports off`: the account unsubscribed as the only recipient, which turns the reports of the website off. */
  | { readonly recipient: string; readonly now: 'on' | 'off' | 'reports off' }
);

type Listed = Pick<Models, 'apiKeys' | 'shares' | 'reportRecipients' | 'websites'> & {
  readonly revocations: Revocations;
};

/** What a restore ended again. */
export interface Revoked {
  readonly keys: number;
  readonly shares: number;
  readonly recipients: number;
}

/** How far the clocks of two machines can be apart, in milliseconds. */
const APART = 300_000;

/** The revocations in a file of DATA_DIR, because a database that is restored from a backup has forgotten them. */
export class Revocations {
  readonly #path: string | null;

  /** Without a folder, nothing is written. */
  constructor(folder: string | null) {
    this.#path = folder === null ? null : join(folder, 'revocations');
  }

  /** Appends entries; they are on disk when it resolves. Rejects when the disk fails. */
  async append(entries: readonly Revocation[]): Promise<void> {
    if (this.#path === null || entries.length === 0) return;
    const folder = dirname(this.#path);
    makeFolder(folder);
    const isNew = !existsSync(this.#path);
    const file = await open(this.#path, 'a', 0o600);
    try {
      // The line break comes first, so that it also ends a line that a killed process did not finish.
      await file.write(entries.map(entry => `\n${JSON.stringify(entry)}`).join(''));
      await file.sync();
      if (isNew) await syncFolder(folder);
    } finally {
      await file.close();
    }
  }

  /** Appends an entry if possible. What is missing is appended by the service, which also logs why it was. */
  async note(entry: Revocation): Promise<void> {
    await this.append([entry]).catch(() => undefined);
  }

  /** Returns all entries in their order; null without a file. */
  async read(): Promise<Revocation[] | null> {
    if (this.#path === null) return null;
    const text = await readFile(this.#path, 'utf8').catch(error => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    return text === null ? null : text.split('\n').flatMap(readLine);
  }
}

function readLine(line: string): Revocation[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** Appends the revocations of the database that the list lacks: those of other machines and of earlier releases. */
export async function copyRevocations({ apiKeys, shares, reportRecipients, revocations }: Listed): Promise<void> {
  const [known, keys, deleted, recipients] = await Promise.all([
    revocations.read(),
    apiKeys.unscoped().findAll({
      attributes: ['hash', 'revokedAt'],
      where: { revokedAt: { [Op.ne]: null } },
      raw: true,
    }),
    shares.findAll({ attributes: ['hash', 'deletedAt'], where: { deletedAt: { [Op.ne]: null } }, raw: true }),
    reportRecipients.findAll({
      attributes: ['token', 'unsubscribedAt'],
      where: { unsubscribedAt: { [Op.ne]: null } },
      raw: true,
    }),
  ]);
  const entries: Revocation[] = [
    ...keys.map(({ hash, revokedAt }) => ({ key: hash.toString('hex'), at: revokedAt ?? 0 })),
    ...deleted.map(({ hash, deletedAt }) => ({ share: hash.toString('hex'), at: deletedAt ?? 0 })),
    ...recipients.map(({ token, unsubscribedAt }) => ({
      recipient: token,
      now: 'off' as const,
      at: unsubscribedAt ?? 0,
    })),
  ];
  const last = lastOf(known ?? []);
  await revocations.append(
    entries.filter(entry => {
      const listed = last.get(nameOf(entry));
      return !listed || ('now' in listed && listed.now === 'on' && listed.at < entry.at);
    }),
  );
}

/** Ends in a database, restored from a backup of `madeAt`, what the list has as ended since; null without a list. */
export async function revokeAgain(database: Listed, madeAt: number): Promise<Revoked | null> {
  const { revocations, apiKeys, shares, reportRecipients, websites } = database;
  const listed = await revocations.read();
  if (!listed) return null;
  const ended = { keys: 0, shares: 0, recipients: 0 };
  for (const entry of lastOf(listed).values()) {
    if ('key' in entry) {
      const hash = Buffer.from(entry.key, 'hex');
      ended.keys += (await apiKeys.update({ revokedAt: entry.at }, { where: { hash, revokedAt: null } }))[0];
      continue;
    }
    if ('share' in entry) {
      const hash = Buffer.from(entry.share, 'hex');
      ended.shares += (await shares.update({ deletedAt: entry.at }, { where: { hash, deletedAt: null } }))[0];
      continue;
    }
    // The backup knows about the others, and about what its owners changed after them.
    if (entry.now === 'on' || entry.at < madeAt - APART) continue;
    const found = await reportRecipients.findOne({ where: { token: entry.recipient }, raw: true });
    if (!found) continue;
    const [changed] =
      entry.now === 'off'
        ? await reportRecipients.update(
            { unsubscribedAt: entry.at, since: entry.at },
            { where: { id: found.id, unsubscribedAt: null } },
          )
        : await websites.update({ emailReports: 0 }, { where: { id: found.websiteId, emailReports: 1 } });
    ended.recipients += changed;
  }
  return ended;
}

/** Revokes every API key and deletes every share of a restored database. */
export async function revokeAll({ apiKeys, shares }: Listed, now: number): Promise<Pick<Revoked, 'keys' | 'shares'>> {
  return {
    keys: (await apiKeys.update({ revokedAt: now }, { where: { revokedAt: null } }))[0],
    shares: (await shares.update({ deletedAt: now }, { where: { deletedAt: null } }))[0],
  };
}

function nameOf(entry: Revocation): string {
  if ('key' in entry) return entry.key;
  return 'share' in entry ? entry.share : entry.recipient;
}

function lastOf(entries: readonly Revocation[]): Map<string, Revocation> {
  return new Map(entries.map(entry => [nameOf(entry), entry]));
}
