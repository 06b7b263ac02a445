import type { SqliteFile } from './sqlite-file.ts';

/** Connections that only read, so that one long query does not block all others. */
export interface SqliteReaders {
  /**
   * Lends a connection for one statement. Rejects with SQLITE_INTERRUPT when the statement takes too long, and with
   * SQLITE_BUSY when no connection becomes free in time.
   */
  read<T>(statement: (file: SqliteFile) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Waiting {
  /** A caller that has waited longer than this is gone. */
  readonly until: number;
  readonly take: (file: Promise<SqliteFile>) => void;
  readonly giveUp: (error: Error) => void;
}

/**
 * Opens at most `most` connections, as they are needed; each runs one statement at a time, for at most `timeout` ms.
 */
export function createReaders(
  open: () => Promise<SqliteFile>,
  { most, timeout }: { most: number; timeout: number },
): SqliteReaders {
  const files = new Set<Promise<SqliteFile>>();
  const idle: Promise<SqliteFile>[] = [];
  const waiting: Waiting[] = [];

  function openAnother(): Promise<SqliteFile> {
    const file = open();
    files.add(file);
    file.catch(() => {
      // Another attempt to open the file may succeed.
      files.delete(file);
      nextInTime()?.take(openAnother());
    });
    return file;
  }

  function nextInTime(): Waiting | undefined {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (performance.now() <= next.until) return next;
      const message = 'Other statements kept the database busy for too long.';
      next.giveUp(Object.assign(new Error(message), { code: 'SQLITE_BUSY' }));
    }
    return undefined;
  }

  function take(): Promise<SqliteFile> {
    const free = idle.pop();
    if (free) return free;
    if (files.size < most) return openAnother();
    return new Promise((resolve, reject) => {
      waiting.push({ until: performance.now() + timeout, take: resolve, giveUp: reject });
    });
  }

  return {
    async read(statement) {
      const file = await take();
      const timer = setTimeout(() => file.interrupt(), timeout);
      try {
        return await statement(file);
      } finally {
        clearTimeout(timer);
        const next = nextInTime();
        if (next) next.take(Promise.resolve(file));
        else idle.push(Promise.resolve(file));
      }
    },
    async close() {
      await Promise.all([...files].map(file => file.then(opened => opened.close()).catch(() => undefined)));
    },
  };
}
