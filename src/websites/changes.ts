import { perDatabase } from '../db/memory.ts';
import type { Database } from '../db/open.ts';
import type { Website } from './website.ts';

/** A change to a website by this process: its new settings, or null if it was deleted. */
export interface WebsiteChange {
  readonly id: number;
  readonly website: Website | null;
}

type Listener = (change: WebsiteChange) => void;

const listenersOf = perDatabase(() => new Set<Listener>());

/**
 * Calls the listener after every change that this process commits, before its caller continues; returns a function that
 * stops this.
 */
export function onWebsiteChange(database: Database, listener: Listener): () => void {
  const listeners = listenersOf(database);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls the listeners, which must not throw. */
export function announceChange(database: Database, change: WebsiteChange): void {
  for (const listener of listenersOf(database)) listener(change);
}
