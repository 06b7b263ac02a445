import { setImmediate } from 'node:timers/promises';
import { decodeHits, type Hit, salvageHits } from '../domain/stored-hit.ts';
import { type SpoolBatch, textOf } from '../spool/spool-file.ts';
import { type FoldableHit, TextTable } from './text-table.ts';

/** A hit that is not counted, as text. */
export interface BadHit {
  readonly number: number;
  readonly body: string;
}

/** The hits of batches. */
export interface ReadHits {
  readonly websites: ReadonlyMap<number, readonly FoldableHit[]>;
  /** Pieces of damaged batches that are not hits. */
  readonly damaged: readonly BadHit[];
}

/** Reads the hits of batches, at once or batch by batch. */
export class BatchReader {
  readonly batches: readonly SpoolBatch[];
  readonly #websites = new Map<number, { readonly table: TextTable; readonly hits: FoldableHit[] }>();
  readonly #damaged: BadHit[] = [];
  #next = 0;

  constructor(batches: readonly SpoolBatch[]) {
    this.batches = batches;
  }

  /** Returns all hits, and reads those that have not been read yet. */
  read(): ReadHits {
    while (this.#readNext());
    return { websites: new Map([...this.#websites].map(([id, { hits }]) => [id, hits])), damaged: this.#damaged };
  }

  /** Reads all hits, and lets other work of this thread go first after each batch. */
  async readInSteps(): Promise<void> {
    while (this.#readNext()) await setImmediate();
  }

  /** Returns false if there was nothing left to read. */
  #readNext(): boolean {
    const batch = this.batches[this.#next++];
    if (!batch) return false;
    for (const { number, hit } of numberedHits(batch)) {
      if (typeof hit === 'string') this.#damaged.push({ number, body: hit });
      else this.#add(hit, number);
    }
    return true;
  }

  #add(hit: Hit, number: number): void {
    const mine = this.#websites.get(hit.website) ?? { table: new TextTable(), hits: [] };
    if (mine.hits.length === 0) this.#websites.set(hit.website, mine);
    mine.hits.push(mine.table.add(hit, number));
  }
}

/** Returns the hits of a batch with their numbers in the spool; a piece that is not a hit as it is. */
export function* numberedHits(batch: SpoolBatch): Generator<{ number: number; hit: Hit | string }> {
  let index = 0;
  for (const hit of readBatch(textOf(batch))) {
    // A damaged text may split into more pieces than it had hits, and numbers beyond those belong to the next batch.
    yield { number: batch.first + Math.min(index++, batch.hits - 1), hit };
  }
}

function readBatch(body: string): (Hit | string)[] {
  try {
    return decodeHits(body);
  } catch {
    return salvageHits(body);
  }
}
