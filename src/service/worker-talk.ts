import cluster, { type Worker } from 'node:cluster';

/*
 * Workers exchange messages through the primary process. The messages are never written anywhere, because some contain
 * IP addresses.
 */

const TOLD = 'footfall:told';

interface Told {
  readonly type: typeof TOLD;
  readonly topic: string;
  readonly said: unknown;
}

/**
 * In a worker: `hear` receives the messages of others on the topic, and the returned function sends one; both are JSON.
 */
export function talk<Said>(topic: string, hear: (said: Said) => void): (said: Said) => void {
  process.on('message', (message: Partial<Told> | null) => {
    if (message?.type === TOLD && message.topic === topic) hear(message.said as Said);
  });
  return said => {
    if (process.connected) process.send?.({ type: TOLD, topic, said } satisfies Told);
  };
}

/** In the primary process: passes a worker's message on to the others and ignores messages of other kinds. */
export function passOn(from: Worker, message: unknown): void {
  if ((message as Partial<Told> | null)?.type !== TOLD) return;
  for (const worker of Object.values(cluster.workers ?? {}))
    if (worker && worker !== from && worker.isConnected()) worker.send(message as Told);
}
