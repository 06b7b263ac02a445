const MOST = 20_000;

/** Returns a function that computes each text's value once, for files in which few texts stand in most rows. */
export function remembered<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return text => {
    const before = known.get(text);
    if (before !== undefined) return before;
    // A text that is a piece of a file would keep the whole of it in memory.
    const own = Buffer.from(text).toString();
    const value = compute(own);
    if (known.size >= MOST) known.clear();
    known.set(own, value);
    return value;
  };
}
