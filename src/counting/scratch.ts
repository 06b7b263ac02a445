import type { Numbers } from './columns.ts';
import { loop } from './loop.ts';

/**
 * Memory that the loops of a thread use again for each part, because fresh memory costs more than what they do with it.
 * Numbers of any width are widened into it, so that each loop is compiled for one width.
 */
export class Scratch {
  #numbers = new Uint32Array(0);

  /** Returns room for numbers, with whatever was there. */
  room(length: number): Uint32Array {
    if (this.#numbers.length < length) this.#numbers = new Uint32Array(length + (length >>> 2));
    return this.#numbers;
  }

  zeros(length: number): Uint32Array {
    return this.room(length).fill(0, 0, length);
  }

  copy(numbers: Numbers): Uint32Array {
    const room = this.room(numbers.length);
    room.set(numbers);
    return room;
  }
  /** Returns what `table` has for each number. */
  lookUp(numbers: Numbers, table: Uint32Array): Uint32Array {
    const room = this.room(numbers.length);
    lookUp(room, numbers, table);
    return room;
  }
}

const lookUp = loop((found: Uint32Array, numbers: Numbers, table: Uint32Array): void => {
  for (let at = 0; at < numbers.length; at++) found[at] = table[numbers[at] as number] as number;
});
