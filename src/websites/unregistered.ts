import { checkAdmin, signedIn, type Viewer } from '../accounts/viewer.ts';
import { type Database, reachable } from '../db/open.ts';
import { MOST_HOSTS, readUnknownHosts, type UnknownHost } from '../db/unknown-hosts.ts';
import { DAY } from '../domain/calendar.ts';
import { HostMap } from '../domain/website-hosts.ts';

const DAYS = 7;

/**
 * Returns the hosts with hits in the last seven days that no website has by now, those with the most hits first. Throws
 * UNAUTHENTICATED, and FORBIDDEN unless the viewer is an admin.
 */
export async function unregisteredHosts(
  database: Database,
  viewer: Viewer | null,
  now: number,
): Promise<readonly UnknownHost[]> {
  checkAdmin(signedIn(viewer), 'see the hosts of other websites');
  return reachable(database, async () => {
    const seen = await readUnknownHosts(database.dialect, Math.floor(now / DAY) - DAYS + 1);
    if (seen.length === 0) return [];
    const websites = await database.websites.findAll({ attributes: ['domain', 'hosts'], raw: true });
    const known = new HostMap<true>();
    for (const { domain, hosts } of websites)
      for (const host of [domain, ...(hosts?.split('\n') ?? [])]) known.set(host, true);
    return seen.filter(({ host }) => !known.find(host)).slice(0, MOST_HOSTS);
  });
}
