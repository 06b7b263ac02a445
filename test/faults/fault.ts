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

/** What a run came to: `broken` lists each promise that did not hold as a sentence, and is empty when all did. */
export interface Outcome {
  readonly broken: string[];
  /** What was measured, for the report; acknowledged, stored, lost and twice among it wherever hits were sent. */
  readonly figures: Readonly<Record<string, string | number>>;
}

/** Where a fault is tried. */
export interface Scene {
  readonly engine: FaultEngine;
  /** The run before every merge, as against the one before a release. */
  readonly short: boolean;
  /** Something is broken on purpose, so nobody waits for long for what will not come. */
  readonly isControl: boolean;
  /** An empty database and an empty data directory; removed when the fault is over. */
  place(): Promise<Place>;
  /** To be called when the fault is over, the last one first. */
  later(work: () => Promise<unknown>): void;
}

/** A fault that the service must survive, and a control that proves that the run could fail. */
export interface Fault {
  readonly name: string;
  /** The promise, as a sentence. */
  readonly promise: string;
  readonly engines: readonly FaultEngine[];
  /** It measures times, so nothing else may go on meanwhile; its control may run beside others. */
  readonly alone?: boolean;
  run(scene: Scene): Promise<Outcome>;
  readonly control: Control;
}

/** The fault once more with something taken away that makes the service survive it, which must be noticed. */
export interface Control {
  /** A breakage of the service's code, or in words what else is missing. */
  readonly with: BreakageName | { readonly words: string };
  /** What the run with it must complain about. */
  readonly shows: RegExp;
  run(scene: Scene, broken?: BreakageName): Promise<Outcome>;
}

/** Thrown by a fault that this machine cannot stage; says what is missing. */
export class NotHere extends Error {}
