import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

/*
 * Any worker can receive a request for metrics, which should cover all of them: the worker asks the primary process,
 * which gathers the metrics of every worker and returns the text.
 */

interface Question {
  readonly type: 'footfall:metrics-question';
  readonly id: number;
}

interface Answer {
  readonly type: 'footfall:metrics-answer';
  readonly id: number;
  readonly text?: string;
  readonly error?: string;
}

const PATIENCE = 6_000;

/** In a worker: returns a function for the metrics of all workers as text. It rejects if they cannot be gathered. */
export function metricsOfAllWorkers(own: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries(own);
  // Created for its listener, which reports the metrics of this worker.
  new AggregatorRegistry();
  let questions = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  process.on('message', (message: Partial<Answer> | null) => {
    if (message?.type === 'footfall:metrics-answer') waiting.get(message.id ?? 0)?.(message as Answer);
  });
  return async () => {
    const id = ++questions;
    const question: Question = { type: 'footfall:metrics-question', id };
    let timer: NodeJS.Timeout | undefined;
    try {
      const { text, error } = await new Promise<Answer>((resolve, reject) => {
        waiting.set(id, resolve);
        timer = setTimeout(() => reject(new Error('The workers did not report their metrics in time.')), PATIENCE);
        process.send?.(question);
      });
      if (text === undefined) throw new Error(error);
      return text;
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  };
}

let gathering: AggregatorRegistry<'text/plain; version=0.0.4; charset=utf-8'> | undefined;

/** In the primary process: answers a worker's question and ignores messages of other kinds. */
export function answerMetrics(from: Worker, message: unknown): void {
  const { type, id } = (message ?? {}) as Partial<Question>;
  if (type !== 'footfall:metrics-question' || id === undefined || !cluster.isPrimary) return;
  gathering ??= new AggregatorRegistry();
  const answer = (told: Pick<Answer, 'text' | 'error'>) => {
    if (from.isConnected()) from.send({ type: 'footfall:metrics-answer', id, ...told } satisfies Answer);
  };
  gathering.clusterMetrics().then(
    text => answer({ text }),
    error => answer({ error: String(error) }),
  );
}
