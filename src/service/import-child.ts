import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ImportSettings } from '../imports/open-context.ts';
import { littleMemory } from '../process/little-memory.ts';
import { yieldTo } from '../process/thread.ts';
import type { ImportFault, ImportMessage, ImportOrder } from './import-process.ts';

const PROGRAM = fileURLToPath(new URL('./import-process.ts', import.meta.url));

/** A process that works on one import. */
export class ImportChild {
  /** Resolves when the process has ended; to null if it did what it should. */
  readonly ended: Promise<ImportFault | null>;
  readonly #process: ChildProcess;

  constructor(id: number, settings: ImportSettings) {
    this.#process = fork(PROGRAM, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      ...littleMemory(),
    });
    if (this.#process.pid !== undefined) yieldTo(this.#process.pid);
    this.ended = this.#watch();
    const { databaseUrl, dataDir, retentionDays, maxNewValues, importMaxMb, geoDb, spamList } = settings;
    const needed = { databaseUrl, dataDir, retentionDays, maxNewValues, importMaxMb, geoDb, spamList };
    // What goes wrong here ends the process, which is reported then.
    this.#process.send({ id, settings: needed } satisfies ImportOrder, () => undefined);
  }

  /** Lets it finish its transaction and give the import back. */
  stop(): void {
    this.#process.kill();
  }

  async #watch(): Promise<ImportFault | null> {
    let message: ImportMessage | undefined;
    let said = '';
    this.#process.on('message', (sent: ImportMessage) => {
      message = sent;
    });
    this.#process.stderr?.on('data', part => {
      said = `${said}${part}`.slice(-500);
    });
    try {
      const [code] = await once(this.#process, 'close');
      if (message) return 'done' in message ? null : message;
      return { message: `Its process ended with ${code ?? 'a signal'}. ${said.trim()}`, kind: 'other' };
    } catch (error) {
      return { message: (error as Error).message, kind: 'other' };
    }
  }
}
