import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Place, Scene } from '../../faults/fault.ts';

/** A scene for one run on several machines; `end` does the registered work in reverse order and removes `folder`. */
export interface ClusterScene extends Scene {
  readonly folder: string;
  /** Returns a new data directory for a gateway that reaches the database at this URL. */
  placeOn(url: string): Place;
  end(): Promise<void>;
}

export function openScene(options: { readonly short: boolean; readonly isControl: boolean }): ClusterScene {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-cluster-'));
  const undone: (() => Promise<unknown>)[] = [];
  const placeOn = (url: string): Place => {
    const dataDir = mkdtempSync(join(folder, 'data-'));
    return { engine: 'MariaDB', url, dataDir, server: null, remove: async () => undefined };
  };
  return {
    ...options,
    engine: 'MariaDB',
    folder,
    placeOn,
    place: () => Promise.reject(new Error('A cluster scene has no default place; pass the URL to placeOn.')),
    later: work => void undone.push(work),
    async end() {
      for (const work of undone.reverse()) await work().catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
