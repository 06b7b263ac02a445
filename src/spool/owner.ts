import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instance } from '../db/instance.ts';
import { syncFolder } from '../process/durable.ts';
import { filesIn, listSpools, listTraces, type SpoolLock } from './lock.ts';

/** A spool whose hits belong to another database; `instance` is null if the spool does not say to which. */
export interface ForeignSpool {
  readonly id: string;
  readonly instance: string | null;
}

/** The spools of a folder, as one database sees them. */
export interface SortedSpools {
  readonly ours: readonly string[];
  readonly others: readonly ForeignSpool[];
  /** Spools without an owner that cannot be ours; unless they are empty, they are another's too. */
  readonly unmarked: readonly string[];
}

const SUFFIX = '.owner';

/**
 * Records durably that the hits of a spool belong to this instance. The name of an empty file says so, because it can
 * be read with the folder, while the spool is locked, and is never half written.
 */
export async function markOwner(folder: string, id: string, instance: string): Promise<void> {
  writeFileSync(ownerPath(folder, id, instance), '');
  await syncFolder(folder);
}

/** Gives a spool of another instance to this one. */
export async function changeOwner(folder: string, { id, instance }: ForeignSpool, to: string): Promise<void> {
  await markOwner(folder, id, to);
  if (instance !== null) rmSync(ownerPath(folder, id, instance), { force: true });
}

/**
 * Removes all files of a spool, durably: its hits, then its owner and last its lock, so that whenever the process dies or
 * the power fails, the rest can still be adopted.
 */
export async function removeSpool(folder: string, id: string, lock: SpoolLock): Promise<void> {
  for (const path of listTraces(folder, id)) rmSync(path, { force: true });
  await syncFolder(folder);
  for (const owner of ownersIn(filesIn(folder)).get(id) ?? []) rmSync(ownerPath(folder, id, owner), { force: true });
  await syncFolder(folder);
  await lock.remove();
  await syncFolder(folder);
}

/**
 * Sorts the spools of a folder by their owner. `instance` is null for a database that has no identity yet, to which
 * only spools without an owner can belong.
 */
export function sortSpools(folder: string, instance: Instance | null): SortedSpools {
  const ours: string[] = [];
  const others: ForeignSpool[] = [];
  const unmarked: string[] = [];
  const files = filesIn(folder);
  const owners = ownersIn(files);
  for (const id of listSpools(folder, files)) {
    const marked = owners.get(id);
    if (!marked) (instance?.ownsUnmarked === false ? unmarked : ours).push(id);
    else if (instance && marked.includes(instance.id)) ours.push(id);
    else others.push({ id, instance: marked[0] ?? null });
  }
  return { ours, others, unmarked };
}

/** A spool has two owners if `changeOwner` was interrupted. */
function ownersIn(files: readonly string[]): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const file of files) {
    const [id, instance, ...rest] = file.split('.');
    if (id === undefined || instance === undefined || `.${rest.join('.')}` !== SUFFIX) continue;
    const known = owners.get(id);
    if (known) known.push(instance);
    else owners.set(id, [instance]);
  }
  return owners;
}

function ownerPath(folder: string, id: string, instance: string): string {
  return join(folder, `${id}.${instance}${SUFFIX}`);
}
