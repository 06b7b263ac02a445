import { busy } from './sqlite-fault.ts';
import type { SqliteFile } from './sqlite-file.ts';

interface Waiting {
  /** A caller that has waited longer than this is gone. */
  readonly until: number;
  readonly take: (file: Promise<SqliteFile>) => void;
  readonly giveUp: (error: Error) => void;
}

/** Connections that only read, so that one long query does not block all others. Each runs one statement at a time. */
export class SqliteReaders {
  readonly #open: () => Promise<SqliteFile>;
  readonly #most: number;
  readonly #timeout: number;
  readonly #files = new Set<Promise<SqliteFile>>();
  readonly #idle: Promise<SqliteFile>[] = [];
  readonly #waiting: Waiting[] = [];

  /** Opens at most `most` connections, as they are needed; a statement may take `timeout` ms. */
  constructor(open: () => Promise<SqliteFile>, { most, timeout }: { most: number; timeout: number }) {
    this.#open = open;
    this.#most = most;
    this.#timeout = timeout;
  }

  /** Lends a connection for one statement. Rejects with SQLITE_INTERRUPT or SQLITE_BUSY when it takes too long. */
  async read<T>(statement: (file: SqliteFile) => Promise<T>): Promise<T> {
    const file = await this.#take();
    const timer = setTimeout(() => file.interrupt(), this.#timeout);
    try {
      return await statement(file);
    } finally {
      clearTimeout(timer);
      const next = this.#nextInTime();
      if (next) next.take(Promise.resolve(file));
      else this.#idle.push(Promise.resolve(file));
    }
  }

  /** Closes one connection after the other: the last of a file moves its log into it, unless another is still closing. */
  async close(): Promise<void> {
    for (const file of this.#files) await file.then(opened => opened.close()).catch(() => undefined);
  }

  #take(): Promise<SqliteFile> {
    const free = this.#idle.pop();
    if (free) return free;
    if (this.#files.size < this.#most) return this.#openAnother();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ until: performance.now() + this.#timeout, take: resolve, giveUp: reject });
    });
  }

  #openAnother(): Promise<SqliteFile> {
    const file = this.#open();
    this.#files.add(file);
    file.catch(() => {
      // Another attempt to open the file may succeed.
      this.#files.delete(file);
      this.#nextInTime()?.take(this.#openAnother());
    });
    return file;
  }

  #nextInTime(): Waiting | undefined {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (performance.now() <= next.until) return next;
      const message = 'Other statements kept the database busy for too long.';
      next.giveUp(busy(message));
    }
    return undefined;
  }
}
