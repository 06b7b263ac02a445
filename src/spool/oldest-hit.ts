/** Keeps the time since when the oldest hit of a spool waits, to a tenth of a second, and announces it to other processes. */
export class OldestHit {
  readonly #announce: (at: number) => void;
  #marks: { readonly before: number; readonly at: number }[] = [];
  #announced = 0;

  /** `announce` is given a time in milliseconds since 1970, or 0 when no hit waits. */
  constructor(announce: (at: number) => void) {
    this.#announce = announce;
  }

  /**
   * Notes that all hits before number `before` are durable since `at`. Call this before they are acknowledged, so that no
   * response elsewhere claims that they are already counted.
   */
  add(before: number, at: number): void {
    const last = this.#marks.at(-1);
    if (last && at - last.at <= 100) this.#marks[this.#marks.length - 1] = { before, at: last.at };
    else this.#marks.push({ before, at });
    this.#tell(true);
  }

  /** Forgets the hits before number `before`, which are in the database; `waits` is true if others still wait. */
  release(before: number, waits: boolean): void {
    this.#marks = this.#marks.filter(mark => mark.before > before);
    this.#tell(waits);
  }

  #tell(waits: boolean): void {
    const oldest = waits ? (this.#marks[0]?.at ?? 0) : 0;
    if (oldest !== this.#announced) this.#announce(oldest);
    this.#announced = oldest;
  }
}
