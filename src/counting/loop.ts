/** A loop over arrays: it uses nothing but what it is given. */
// biome-ignore lint/suspicious/noExplicitAny: any parameters and results.
type Loop = (...given: any[]) => any;

/** More than the bytes that a number of an array can have. */
const RADIX = 9;

/**
 * Returns a loop that V8 compiles apart for each combination of widths that its arrays have, which takes half the time or
 * less: code for arrays of several widths asks for each number how wide it is. Besides, V8 cannot inline a copy into what
 * calls it, where the loop would stay in slower code, because such code is replaced only at the next call.
 */
export function loop<Of extends Loop>(source: Of): Of {
  const copies = new Map<number, Of>();
  const run = (...given: unknown[]) => {
    let key = 0;
    for (const one of given) key = key * RADIX + (ArrayBuffer.isView(one) ? (one as Uint8Array).BYTES_PER_ELEMENT : 0);
    let copy = copies.get(key);
    if (!copy) {
      copy = copyOf(source);
      copies.set(key, copy);
    }
    return copy(...given);
  };
  return run as Of;
}

let copied = 0;

/** No two copies have the same source, because V8 would find the code of the one for the other. */
function copyOf<Of extends Loop>(source: Of): Of {
  return new Function(`return ${source} // ${copied++}`)() as Of;
}
