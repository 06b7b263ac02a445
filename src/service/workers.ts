import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { answerMetrics } from '../http/cluster-metrics.ts';
import type { Log } from '../log.ts';
import { passOn } from './worker-talk.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** The exit code of a worker that found that no worker can run here, now or later. */
export const UNFIT = 3;
/** A worker that lived for this many milliseconds was sound, so its successor starts without a longer pause. */
const SOUND = 10_000;
const FIRST_PAUSE = 250;
const LAST_PAUSE = 30_000;
/** The service promises to stop within ten seconds of SIGTERM; workers take less unless they hang. */
const STOP_PATIENCE = 9_500;

/**
 * Runs WORKERS processes of the service on one port and replaces those that die, after ever longer pauses if they die
 * early. Exits this process with 0 after SIGTERM or SIGINT, and with 1 if no worker can run here.
 */
export function runWorkers(config: Config, log: Log): void {
  cluster.setupPrimary({ exec: MAIN });
  const bornAt = new Map<number, number>();
  let pause = FIRST_PAUSE;
  let hasListened = false;
  let stopping = false;

  function fork(): void {
    const worker = cluster.fork();
    bornAt.set(worker.id, performance.now());
    // A worker that has just died cannot receive messages; its death is logged when its exit is noticed.
    worker.on('error', error => log.warn({ err: error, worker: worker.process.pid }, 'A worker could not be reached.'));
  }

  async function stop(code: number): Promise<never> {
    stopping = true;
    const workers = living();
    const ended = workers.map(worker => new Promise(resolve => worker.once('exit', resolve)));
    for (const worker of workers) worker.process.kill('SIGTERM');
    await Promise.race([Promise.all(ended), sleep(STOP_PATIENCE)]);
    // The hits that a hanging worker acknowledged are in its spool, which the next start adopts.
    for (const worker of living()) worker.process.kill('SIGKILL');
    process.exit(code);
  }

  cluster.on('listening', () => {
    hasListened = true;
  });
  cluster.on('message', (from, message) => {
    passOn(from, message);
    answerMetrics(from, message);
  });
  cluster.on('exit', (worker, code, signal) => {
    const lived = performance.now() - (bornAt.get(worker.id) ?? 0);
    bornAt.delete(worker.id);
    if (stopping) return;
    if (code === UNFIT || !hasListened) {
      log.fatal({ code, signal }, 'The service cannot run: a worker exited at its start, for the reason logged above.');
      void stop(1);
      return;
    }
    pause = lived > SOUND ? FIRST_PAUSE : Math.min(LAST_PAUSE, pause * 2);
    log.error(
      { worker: worker.process.pid, code, signal, restartMilliseconds: pause },
      'A worker died; the hits it acknowledged are safe, and another worker replaces it.',
    );
    setTimeout(() => {
      if (!stopping) fork();
    }, pause);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!stopping) void stop(0);
    });
  }
  log.info({ workers: config.workers }, 'Starting the workers.');
  for (let worker = 0; worker < config.workers; worker++) fork();
}

function living(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter(worker => worker?.isConnected()) as Worker[];
}
