import { randomUUID } from 'node:crypto';
import type { Models } from './models/all.ts';
import { readSetting, type Settings, settleSetting } from './models/setting.ts';

/** The identity of a database. A backup contains it, so a restored database is the same instance. */
export interface Instance {
  readonly id: string;
  /** True if the database is older than ids: spools that have none may be its own. */
  readonly ownsUnmarked: boolean;
}

const NAME = 'instance';

/** Returns the identity; null in a database that an earlier release made and that is not upgraded yet. Writes nothing. */
export async function readInstance(database: { readonly settings: Settings }): Promise<Instance | null> {
  const value = await readSetting(database, NAME);
  return value === null ? null : (JSON.parse(value) as Instance);
}

/** Returns the identity and gives the database one if it has none; all processes that try get the same. */
export async function settleInstance(database: Pick<Models, 'settings' | 'accounts'>): Promise<Instance> {
  const known = await readInstance(database);
  if (known) return known;
  const ownsUnmarked = (await database.accounts.count()) > 0;
  return JSON.parse(await settleSetting(database, NAME, newInstance(ownsUnmarked))) as Instance;
}

/** Makes the database an instance of its own, for a restored copy of one that goes on. */
export async function renewInstance(settings: Settings): Promise<void> {
  await settings.upsert({ name: NAME, value: newInstance(false) });
}

function newInstance(ownsUnmarked: boolean): string {
  return JSON.stringify({ id: randomUUID(), ownsUnmarked } satisfies Instance);
}
