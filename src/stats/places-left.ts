/** Takes one place of a list after the other that no thread has taken; `next` is in memory that all of them share. */
export function* placesLeft(next: Int32Array, length: number): Generator<number> {
  for (let place = Atomics.add(next, 0, 1); place < length; place = Atomics.add(next, 0, 1)) yield place;
}
