import type { MariaDbServer } from '../support/mariadb.ts';
import type { BreakageName } from './support/breakages.ts';

export type FaultEngine = 'SQLite' | 'MariaDB';

/** An empty database and data directory for one fault. */
export interface Place {
  readonly engine: FaultEngine;
  readonly url: string;
  readonly dataDir: string;
  /** The server behind the URL; null for SQLite. */
  readonly server: MariaDbServer | null;
  remove(): Promise<void>;
}

/** The result of a run: `broken` has a sentence for each promise that did not hold, and is empty when all did. */
export interface Outcome {
  readonly broken: string[];
  /** The measurements for the report; wherever hits were sent, these include acknowledged, stored, lost and twice. */
  readonly figures: Readonly<Record<string, string | number>>;
}

/** The environment of a fault run. */
export interface Scene {
  readonly engine: FaultEngine;
  /** True for the run before every merge, false for the one before a release. */
  readonly short: boolean;
  /** True when something is broken on purpose, so waiting long for a recovery is pointless. */
  readonly isControl: boolean;
  /** Returns an empty database and an empty data directory, which are removed when the fault is over. */
  place(): Promise<Place>;
  /** Registers work to do when the fault is over, in reverse order. */
  later(work: () => Promise<unknown>): void;
}

/** A fault that the service must survive, and a control that proves that the run could fail. */
export interface Fault {
  readonly name: string;
  /** The promise, as a sentence. */
  readonly promise: string;
  readonly engines: readonly FaultEngine[];
  /** The database plays no part, so the short run takes one. */
  readonly anyDatabase?: boolean;
  /** The database that the short run takes, for a fault that takes long on each. */
  readonly shortOn?: FaultEngine;
  /** The fault measures times, so nothing else may run meanwhile; its control may run beside others. */
  readonly alone?: boolean;
  run(scene: Scene): Promise<Outcome>;
  readonly control: Control;
}

/** The same fault without something that the service needs to survive it; the run must notice this. */
export interface Control {
  /** A breakage of the service's code, or a description of what else is missing. */
  readonly with: BreakageName | { readonly words: string };
  /** What the run must complain about with it. */
  readonly shows: RegExp;
  run(scene: Scene, broken?: BreakageName): Promise<Outcome>;
}

/** Thrown by a fault that this machine cannot run; names what is missing. */
export class NotHere extends Error {}
