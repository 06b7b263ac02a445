import type { FirstAccount } from '../accounts/first-account.ts';
import type { Config } from '../config.ts';
import { putAway } from '../fold/run.ts';
import { openPorts, type Ports } from '../http/server.ts';
import type { Log } from '../log.ts';
import { within } from '../process/time-limit.ts';
import { openParts, type Parts } from './parts.ts';

const FLUSH_EVERY = 2_000;
/** Milliseconds for requests, the fold and two closing steps: the service promises to stop within ten seconds. */
export const PATIENCE = { requests: 2_500, fold: 3_000, close: 1_000 };

/** One running process that collects hits, folds them and serves requests. */
export class Gateway {
  /** The port that is this gateway's alone. */
  readonly port: number;
  /** Resolves once everything runs, with the first account if it is new; rejects if the database is too new. */
  readonly ready: Promise<FirstAccount | null>;
  readonly #parts: Parts;
  readonly #ports: Ports;
  readonly #flushing: NodeJS.Timeout;
  #stopping = false;

  /** Listens at once and connects to the database afterwards: an unavailable database delays readiness, not the start. */
  static async start(config: Config, log: Log, now: () => number = Date.now): Promise<Gateway> {
    const parts = await openParts(config, log, now);
    return new Gateway(parts, await openPorts(parts.server, config));
  }

  private constructor(parts: Parts, ports: Ports) {
    this.#parts = parts;
    this.#ports = ports;
    this.port = ports.own;
    // Otherwise clients that keep their connection would send further requests until they are cut off.
    parts.server.prependListener('request', (_request, response) => {
      if (this.#stopping) response.shouldKeepAlive = false;
    });
    this.ready = parts.background.start();
    this.ready.catch(() => undefined);
    void parts.places.warm();
    this.#flushing = setInterval(() => void parts.collector.flush(), FLUSH_EVERY);
  }

  /** Opens the port that gateways share, if there is one. Until then, connections to it go to the others. */
  async share(): Promise<void> {
    if (!this.#stopping) await this.#ports.share();
  }

  /**
   * Loads what is not needed to be ready: all that answers questions, jobs and imports. Hits are acknowledged before that,
   * and questions wait for it.
   */
  async load(): Promise<void> {
    if (!this.#stopping) await Promise.all([this.#parts.background.loaded(), this.#parts.loadAnswers()]);
  }

  /** Resolves when everything acknowledged so far is folded. */
  async drain(): Promise<void> {
    await this.ready;
    await this.#parts.background.drain();
    await this.#parts.collector.flush();
  }

  /** Stops accepting, finishes requests, folds the spool and closes. Takes less than ten seconds. */
  async stop(): Promise<void> {
    const { background, collector, stopReading, websites } = this.#parts;
    this.#stopping = true;
    clearInterval(this.#flushing);
    background.halt();
    await this.#finishRequests();
    await awaitFor(background.drain(), PATIENCE.fold);
    await awaitFor(Promise.all([background.stop(), collector.flush(), websites.stop()]), PATIENCE.close);
    await Promise.all([background.stopThread(), awaitFor(stopReading(), PATIENCE.close)]);
    await awaitFor(this.#closeDatabase(), PATIENCE.close);
  }

  async #finishRequests(): Promise<void> {
    const closed = this.#ports.close();
    this.#parts.server.closeIdleConnections();
    await awaitFor(closed, PATIENCE.requests);
    this.#parts.server.closeAllConnections();
  }

  /** Hits that are not folded yet stay on disk, and the next process on this DATA_DIR adopts them. */
  async #closeDatabase(): Promise<void> {
    const { database, spool } = this.#parts;
    await putAway(database, spool).finally(() => database.close());
  }
}

/** Waits for work as long as it may take, whether or not it succeeds. */
async function awaitFor(work: Promise<unknown>, patience: number): Promise<void> {
  await within(
    work.catch(() => undefined),
    patience,
  );
}
