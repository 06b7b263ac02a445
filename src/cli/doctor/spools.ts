import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '../../config.ts';
import { readInstance } from '../../db/instance.ts';
import type { Database } from '../../db/open.ts';
import { counted } from '../../domain/counted.ts';
import { waitUntilFolded } from '../../fold/unfolded.ts';
import { listTraces, lockSpool } from '../../spool/lock.ts';
import { foreignSpools } from '../../spool/others.ts';
import { sortSpools } from '../../spool/owner.ts';
import { UNKNOWN } from '../adopt.ts';
import { type Finding, findings } from './finding.ts';

const BACKLOG = 50_000;
const GIVE = 'Give the files in that folder to the user that runs the service (chown), which then counts their hits.';

/** Checks to whom the spools in DATA_DIR belong, and whether their hits are being counted. */
export async function checkSpools(database: Database, { dataDir }: Config): Promise<Finding[]> {
  const { ok, fail } = findings('instance');
  const folder = join(dataDir, 'spool');
  const instance = await readInstance(database);
  const found = [
    ok(instance ? `This database is ${instance.id}.` : 'This database has no id until the service starts.'),
  ];
  const foreign = await foreignSpools(folder, instance);
  if (foreign.length > 0) {
    const owners = [...new Set(foreign.map(spool => spool.instance ?? UNKNOWN))];
    found.push(
      fail(
        `${counted(foreign.length, 'spool')} in ${folder} ${foreign.length === 1 ? 'belongs' : 'belong'} to another database (${owners.join(', ')}); it alone counts their hits.`,
        'Correct DATABASE_URL or DATA_DIR. If that database is gone for good, "footfall adopt" with that id counts them here.',
      ),
    );
  }
  return [...found, ...(await checkFolding(database, folder, sortSpools(folder, instance).ours))];
}

async function checkFolding(database: Database, folder: string, spools: readonly string[]): Promise<Finding[]> {
  const { ok, warn, fail } = findings('spool');
  const { left, closed } = await tryLocks(folder, spools);
  // The fold can take half a second to reach a hit.
  const unfolded = await waitUntilFolded(database, folder, 2_000);
  const { hits } = unfolded;
  for (const path of unfolded.closed) closed.add(basename(path).split('.')[0] ?? '');
  const found: Finding[] = [];
  if (closed.size > 0) {
    const text = `${counted(closed.size, 'spool')} in ${folder} cannot be opened by this user: ${[...closed].join(', ')}.`;
    found.push(fail(`${text} Hits in ${closed.size === 1 ? 'it' : 'them'} may not be counted.`, GIVE));
  }
  const others = left.filter(id => isAnothers(folder, id));
  if (others.length > 0) {
    const text = `${counted(others.length, 'spool')} in ${folder} ${others.length === 1 ? 'belongs' : 'belong'} to another user than that folder: ${others.join(', ')}.`;
    found.push(warn(`${text} Unless the service runs as root, it cannot count the hits.`, GIVE));
  }
  const live = spools.filter(id => !left.includes(id) && !closed.has(id)).length;
  const text = `Hits waiting to be counted: ${hits}, in ${counted(spools.length, 'spool')}, ${live} with a running process.`;
  if (left.length > 0 && hits > 0)
    found.push(
      warn(
        text,
        live > 0 ? 'The service adopts them within seconds; run doctor again.' : 'Start the service; it counts them.',
      ),
    );
  else if (hits > BACKLOG)
    found.push(warn(text, 'The fold is behind: check the database and the load on this machine.'));
  else if (closed.size === 0) found.push(ok(text));
  return found;
}

/** Returns the spools that no process holds, and those whose locks this user may not open. */
async function tryLocks(folder: string, spools: readonly string[]): Promise<{ left: string[]; closed: Set<string> }> {
  const left: string[] = [];
  const closed = new Set<string>();
  for (const id of spools) {
    try {
      const lock = await lockSpool(folder, id);
      if (lock) left.push(id);
      await lock?.release();
    } catch {
      closed.add(id);
    }
  }
  return { left, closed };
}

/** Only root can open these files, so only root asks. */
function isAnothers(folder: string, id: string): boolean {
  if (process.getuid?.() !== 0) return false;
  const owner = statSync(folder).uid;
  return listTraces(folder, id).some(path => (statSync(path, { throwIfNoEntry: false })?.uid ?? owner) !== owner);
}
