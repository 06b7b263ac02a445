import { setTimeout as wait } from 'node:timers/promises';
import { type LiveStep, liveVisit, type SentHit } from './live-visit.ts';
import type { Random } from './random.ts';
import type { TrafficShape } from './traffic.ts';

interface LiveOptions {
  /** Where the service listens. */
  readonly url: string;
  /** A key that may send batches. */
  readonly key: string;
  readonly hosts: Pick<TrafficShape, 'host' | 'docsHost'>;
  readonly random: Random;
}

/** The number of visitors who arrive soon after each other, so that a newcomer to the demo sees some. */
const SOON = 25;
/** Seconds from one visitor to the next: then, and later, when the day must not stand out. */
const AT_FIRST = { from: 8, to: 30 };
const LATER = { from: 120, to: 600 };

/** Sends visitors through the collector, as a server would, until the returned function is called or the process ends. */
export function sendVisitors({ url, key, hosts, random }: LiveOptions): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (seconds: number) => wait(seconds * 1_000, undefined, { ref: false, signal });

  async function send(hits: readonly SentHit[]): Promise<void> {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
    const body = JSON.stringify({ hits });
    await (await fetch(`${url}/api/event/batch`, { method: 'POST', headers, body, signal })).arrayBuffer();
  }

  async function visit(steps: readonly LiveStep[]): Promise<void> {
    for (const { after, hits } of steps) {
      await pause(after);
      await send(hits);
    }
  }

  async function arrive(): Promise<void> {
    for (let count = 1; ; count++) {
      // A service that stops refuses hits; visitors are not worth a word about it.
      visit(liveVisit(hosts, random)).catch(() => undefined);
      const { from, to } = count < SOON ? AT_FIRST : LATER;
      await pause(from + (to - from) * random());
    }
  }

  arrive().catch(() => undefined);
  return () => stopping.abort();
}
