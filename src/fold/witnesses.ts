import { valueHash } from '../db/rollups/values.ts';
import { latestUsed } from '../domain/latest-used.ts';
import type { Hit } from '../domain/stored-hit.ts';
import type { FoldableHit } from './text-table.ts';

/** Who sent a hit with a text. */
type Sender = Pick<Hit, 'day' | 'visitor' | 'network'>;

/** The first senders of texts that were refused, so that a second visitor with one is noticed in a later fold. */
export class RefusedTexts {
  readonly #senders = latestUsed<string, Sender>(50_000);

  get(website: number, text: string): Sender | undefined {
    return this.#senders.get(keyOf(website, text));
  }

  keep(website: number, text: string, { day, visitor, network }: Sender): void {
    this.#senders.set(keyOf(website, text), { day, visitor, network });
  }
}

function keyOf(website: number, text: string): string {
  return `${website} ${valueHash(text)}`;
}

interface Witness {
  readonly first: Sender;
  hasVisitors: boolean;
  hasNetworks: boolean;
}

/**
 * Whose hits have the texts that are new, by the number below 0 that stands for a text. The sender of a hit with a key,
 * or of an import, vouches for its texts.
 */
export class Witnesses {
  readonly #website: number;
  readonly #texts: readonly string[];
  readonly #refusedBefore: RefusedTexts;
  readonly #witnesses = new Map<number, Witness>();
  readonly #refused = new Set<number>();

  constructor(website: number, texts: readonly string[], refused: RefusedTexts) {
    this.#website = website;
    this.#texts = texts;
    this.#refusedBefore = refused;
  }

  /** Notes the texts of hits, whose ids are in the rows of a table; some have further ones, of properties. */
  add(hits: readonly FoldableHit[], table: Int32Array, described: ReadonlyMap<FoldableHit, Int32Array>): void {
    if (hits.every(({ network }) => network === null)) return;
    const width = table.length / hits.length;
    for (let at = 0; at < table.length; at++)
      if ((table[at] as number) < 0) this.#note(table[at] as number, hits[Math.floor(at / width)] as FoldableHit);
    for (const [hit, ids] of described) for (const id of ids) if (id < 0) this.#note(id, hit);
  }

  #note(id: number, hit: Sender): void {
    const known = this.#witnesses.get(id);
    if (known) compare(known, hit);
    else {
      const first =
        hit.network === null ? undefined : this.#refusedBefore.get(this.#website, this.#texts[-id] as string);
      const begun = { first: first?.day === hit.day ? first : hit, hasVisitors: false, hasNetworks: false };
      compare(begun, hit);
      this.#witnesses.set(id, begun);
    }
  }

  /** Returns whether two visitors have the text, or its sender vouches for it. */
  isShared(id: number): boolean {
    return this.#witnesses.get(id)?.hasVisitors ?? true;
  }

  /** Returns the network that brings the text; null if several do. */
  networkOf(id: number): number | null {
    const witness = this.#witnesses.get(id);
    return !witness || witness.hasNetworks ? null : witness.first.network;
  }

  /** Notes that the text has no room yet. */
  refuse(id: number): void {
    this.#refused.add(id);
  }

  /** Call this after the commit. */
  remember(): void {
    for (const id of this.#refused) {
      const witness = this.#witnesses.get(id);
      if (witness && !witness.hasVisitors)
        this.#refusedBefore.keep(this.#website, this.#texts[-id] as string, witness.first);
    }
  }
}

function compare(witness: Witness, { visitor, network }: Sender): void {
  if (network === null || visitor !== witness.first.visitor) witness.hasVisitors = true;
  if (network === null || network !== witness.first.network) witness.hasNetworks = true;
}
