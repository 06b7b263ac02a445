const EVERY = 5_000;

/** How far long work is, on the standard error: on a terminal one line that changes, elsewhere a line every five seconds. */
export interface Progress {
  tell(text: string): void;
  /** Takes the line away again, so that something else can be said. */
  clear(): void;
}

export function startProgress(): Progress {
  const { stderr } = process;
  let toldAt = performance.now();
  return {
    tell(text) {
      const now = performance.now();
      if (now - toldAt < (stderr.isTTY ? 100 : EVERY)) return;
      toldAt = now;
      stderr.write(stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
    },
    clear() {
      if (stderr.isTTY) stderr.write('\r\x1b[K');
    },
  };
}
