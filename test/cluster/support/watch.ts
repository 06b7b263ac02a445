import { setTimeout as sleep } from 'node:timers/promises';
import { type GatewayChild, KEY, metric } from '../../faults/support/gateway.ts';

const HEADERS = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' };

/** Observes a gateway ten times a second. */
export interface Watch {
  /** Returns the longest time in milliseconds that each kind of work paused since the last call. */
  longest(): Record<'collecting' | 'folding' | 'reading' | 'writing', number>;
  stop(): void;
}

/**
 * Watches a gateway and one of its websites under load; hits must be arriving all the time, or their absence looks like
 * a pause.
 */
export function watch(gateway: GatewayChild, website: number): Watch {
  const worked = ['collecting', 'folding', 'reading', 'writing'] as const;
  const last = { collecting: 0, folding: 0, reading: 0, writing: 0 };
  const gaps = { ...last };
  let isOver = false;
  const now = performance.now();
  for (const kind of worked) last[kind] = now;

  function note(kind: keyof typeof last): void {
    const at = performance.now();
    gaps[kind] = Math.max(gaps[kind], at - last[kind]);
    last[kind] = at;
  }
  async function whileGrowing(kind: 'collecting' | 'folding', name: string): Promise<void> {
    for (let before = 0; !isOver; await sleep(100)) {
      const value = await metric(gateway, name).catch(() => before);
      if (value > before) note(kind);
      before = value;
    }
  }
  async function whileAnswering(kind: 'reading' | 'writing', path: string, init: () => RequestInit): Promise<void> {
    for (; !isOver; await sleep(100)) {
      const signal = AbortSignal.timeout(20_000);
      const response = await fetch(`${gateway.url}/api/v1${path}`, { headers: HEADERS, signal, ...init() }).catch(
        () => null,
      );
      await response?.arrayBuffer().catch(() => undefined);
      if (response?.status === 200) note(kind);
    }
  }
  void whileGrowing('collecting', 'footfall_hits_accepted_total');
  void whileGrowing('folding', 'footfall_hits_stored_total');
  let email = 0;
  void whileAnswering('reading', `/stats/${website}?name=page&from=2026-01-01&to=2099-12-31`, () => ({}));
  void whileAnswering('writing', `/websites/${website}`, () => {
    email = 1 - email;
    return { method: 'PATCH', body: JSON.stringify({ email }) };
  });

  return {
    longest() {
      for (const kind of worked) gaps[kind] = Math.max(gaps[kind], performance.now() - last[kind]);
      const found = Object.fromEntries(worked.map(kind => [kind, Math.round(gaps[kind])])) as typeof gaps;
      for (const kind of worked) gaps[kind] = 0;
      return found;
    },
    stop() {
      isOver = true;
    },
  };
}
