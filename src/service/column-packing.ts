import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { close, pack } from './column-thread.ts';

const EVERY = 60_000;

interface PackingOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Milliseconds since 1970, UTC. */
  readonly databaseTime: () => number;
  readonly every?: number;
  /** Called after each round with the number of segments that were written. */
  readonly packed: (segments: number) => void;
  readonly failed: (error: unknown) => void;
}

/** Packs the columns of this machine, in a thread of its own that lives while it works. */
export class ColumnPacking {
  readonly #options: PackingOptions;
  #pool: Piscina | null = null;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: PackingOptions) {
    this.#options = options;
  }

  start(): void {
    this.#round = this.#pack();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#end();
    await this.#round;
  }

  async #pack(): Promise<void> {
    const { databaseUrl, dataDir, databaseTime, every = EVERY, packed, failed } = this.#options;
    this.#pool = new Piscina({
      filename: fileURLToPath(new URL('./column-thread.ts', import.meta.url)),
      workerData: { databaseUrl, dataDir },
      maxThreads: 1,
      concurrentTasksPerWorker: 2,
      atomics: 'disabled',
    });
    try {
      const segments: number | null = await this.#pool.run(databaseTime(), { name: 'pack' satisfies typeof pack.name });
      if (segments !== null) packed(segments);
    } catch (error) {
      if (!this.#stopped) failed(error);
    } finally {
      await this.#end();
    }
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#round = this.#pack();
    }, every).unref();
  }

  async #end(): Promise<void> {
    const pool = this.#pool;
    this.#pool = null;
    if (!pool) return;
    await pool.run(undefined, { name: 'close' satisfies typeof close.name }).catch(() => undefined);
    await pool.destroy();
  }
}
