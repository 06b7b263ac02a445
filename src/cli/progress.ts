const EVERY = 5_000;

/** Shows progress on standard error: on a terminal one line that changes, elsewhere a line every five seconds. */
export interface Progress {
  tell(text: string): void;
  /** Clears the line, so that something else can be printed. */
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
