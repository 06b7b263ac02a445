import { Op, type Transaction } from 'sequelize';
import { lockWebsites } from '../db/models/website.ts';
import type { Database } from '../db/open.ts';
import { hostLabel } from '../domain/host-label.ts';
import { quote } from '../domain/text.ts';
import { HostMap } from '../domain/website-hosts.ts';
import { badInput } from '../errors.ts';

/** A website whose hosts are about to be written; `id` is null before it is created. */
interface Claim {
  readonly id: number | null;
  readonly accountId: number;
  readonly domain: string;
  readonly hosts: readonly string[];
}

/**
 * Throws BAD_USER_INPUT if the domain or a host belongs to another website; the text names a website only if it is one
 * of the same account. Until the transaction ends, no other one can claim a host.
 */
export async function claimHosts(
  database: Database,
  { id, accountId, domain, hosts }: Claim,
  transaction: Transaction,
): Promise<void> {
  await lockWebsites(database.settings, transaction);
  const rows = await database.websites.findAll({
    attributes: ['id', 'accountId', 'domain', 'hosts'],
    where: { [Op.or]: [{ hosts: { [Op.ne]: null } }, { domain: [...hosts] }] },
    transaction,
    raw: true,
  });
  const owners = new HostMap<{ readonly accountId: number; readonly domain: string }>();
  for (const row of rows) {
    if (row.id === id) continue;
    for (const host of [row.domain, ...(row.hosts ?? '').split('\n')]) owners.set(host, row);
  }
  const ownerOf = (host: string) => {
    const owner = owners.get(host);
    const isOwn = owner?.accountId === accountId;
    return (
      owner && { whose: isOwn ? `your website ${hostLabel(owner.domain)}` : null, isDomain: owner.domain === host }
    );
  };
  const taken = id === null ? ownerOf(domain) : undefined;
  // The unique index on domains reports that a domain is registered already.
  if (taken && !taken.isDomain) {
    const whose = taken.whose ?? 'another website of this instance';
    const advice = taken.whose ? 'remove it there first' : 'use another one';
    throw badInput({ domain: [`The domain ${quote(hostLabel(domain))} is a further host of ${whose}; ${advice}.`] });
  }
  const faults = hosts.flatMap(host => {
    const owner = ownerOf(host);
    if (!owner) return [];
    if (owner.whose && owner.isDomain)
      return `The host ${quote(hostLabel(host))} is the domain of another of your websites; use another host, or delete that website first.`;
    return owner.whose
      ? `The host ${quote(hostLabel(host))} already belongs to ${owner.whose}; remove it there first.`
      : `The host ${quote(hostLabel(host))} already belongs to another website of this instance; use another one.`;
  });
  if (faults.length > 0) throw badInput({ hosts: faults });
}
