import type { Database } from '../db/open.ts';
import type { Website } from './website.ts';

/** What this process did to a website: its settings from now on, or null for one that is deleted. */
export interface WebsiteChange {
  readonly id: number;
  readonly website: Website | null;
}

type Listener = (change: WebsiteChange) => void;

const listenersOf = new WeakMap<Database, Set<Listener>>();

/** Calls the listener after every change that this process commits, before its caller hears of it; the answer ends that. */
export function onWebsiteChange(database: Database, listener: Listener): () => void {
  const listeners = listenersOf.get(database) ?? new Set();
  listenersOf.set(database, listeners);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the listeners; a listener must not throw. */
export function announceChange(database: Database, change: WebsiteChange): void {
  for (const listener of listenersOf.get(database) ?? []) listener(change);
}
