/**
 * How many new values of a day each network has brought. One network can bring only a part of those that the day has room
 * for, so that no sender leaves others without any.
 */
export class Shares {
  readonly #brought: Map<number, number>;
  readonly #most: number;
  #isCrowded: boolean;
  #isChanged = false;

  /** `brought` and `crowded` are as `toRow` returned them for the fold before; `most` is the share of each network. */
  constructor(most: number, { brought, crowded }: { readonly brought: string | null; readonly crowded: number }) {
    this.#most = most;
    this.#isCrowded = crowded > 0;
    const pairs = brought ? brought.split(',').map(pair => pair.split(':').map(Number)) : [];
    this.#brought = new Map(pairs as [number, number][]);
  }

  /** Returns whether the network can bring one more. */
  admits(network: number): boolean {
    if ((this.#brought.get(network) ?? 0) < this.#most) return true;
    this.#isChanged ||= !this.#isCrowded;
    this.#isCrowded = true;
    return false;
  }

  add(network: number): void {
    this.#brought.set(network, (this.#brought.get(network) ?? 0) + 1);
    this.#isChanged = true;
  }

  get isChanged(): boolean {
    return this.#isChanged;
  }

  toRow(): { readonly brought: string | null; readonly crowded: number } {
    const brought = [...this.#brought].map(([network, values]) => `${network}:${values}`).join(',');
    return { brought: brought === '' ? null : brought, crowded: Number(this.#isCrowded) };
  }
}
