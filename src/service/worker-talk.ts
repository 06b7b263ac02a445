import cluster, { type Worker } from 'node:cluster';

/*
 * Workers tell each other what all of them have to know, over the process above them. Nothing of it is written anywhere: some
 * of it names addresses.
 */

const TOLD = 'footfall:told';

interface Told {
  readonly type: typeof TOLD;
  readonly topic: string;
  readonly said: unknown;
}

/** In a worker: `hear` gets what others tell under the topic, and what it answers tells them something; JSON both ways. */
export function talk<Said>(topic: string, hear: (said: Said) => void): (said: Said) => void {
  process.on('message', (message: Partial<Told> | null) => {
    if (message?.type === TOLD && message.topic === topic) hear(message.said as Said);
  });
  return said => {
    if (process.connected) process.send?.({ type: TOLD, topic, said } satisfies Told);
  };
}

/** In the process above: passes on what a worker tells to the others; other messages are not for here. */
export function passOn(from: Worker, message: unknown): void {
  if ((message as Partial<Told> | null)?.type !== TOLD) return;
  for (const worker of Object.values(cluster.workers ?? {}))
    if (worker && worker !== from && worker.isConnected()) worker.send(message as Told);
}
