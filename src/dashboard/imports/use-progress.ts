import { useEffect, useRef } from 'preact/hooks';
import { rowsCounted } from '../../domain/import-progress.ts';
import { ask, follow } from '../graphql.ts';
import { ImportProgressDocument, OneImportDocument } from './__generated__/operations.ts';
import { type Import, isRunning } from './words.ts';

/** Milliseconds without news after which the page asks: some proxies hold live answers back. */
const SILENT = 4_000;

/** Follows an import while something happens to it; `hear` is called with how far it is. */
export function useProgress(website: string, shown: Import, hear: (now: Import) => void): void {
  const running = isRunning(shown);
  const { id } = shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page passes another function each time it renders.
  useEffect(() => {
    if (!running) return;
    let heardAt = performance.now();
    let isLeft = false;
    const take = (now: Import | null | undefined) => {
      if (isLeft || !now) return;
      heardAt = performance.now();
      hear(now);
    };
    const leave = follow(ImportProgressDocument, { id }, ({ importProgress }) => take(importProgress));
    const timer = setInterval(() => {
      if (performance.now() - heardAt < SILENT) return;
      ask(OneImportDocument, { id: website, import: id }).then(
        answer => take(answer.website?.import),
        () => undefined,
      );
    }, SILENT);
    return () => {
      isLeft = true;
      clearInterval(timer);
      leave();
    };
  }, [id, running]);
}

/** What is known about the speed of an import: rows a second, and the seconds that are left. */
export interface Speed {
  readonly rows: number;
  readonly left: number;
}

/** Where an import was when this page first saw it in its state. */
interface Start {
  readonly state: string;
  readonly at: number;
  readonly progress: number;
  readonly rows: number;
}

/** Milliseconds that a speed needs to be more than a guess. */
const MEASURED = 2_000;

/** Returns how many rows were read, or counted when all are read. */
export function rowsDone({ state, kind, progress, rows }: Import): number {
  return state === 'RUNNING' ? rowsCounted(progress, kind === 'HITS' ? 'hits' : 'sums', rows) : rows;
}

/** Returns the speed of an import since this page has seen it in its state; null while nobody can know it. */
export function useSpeed(shown: Import): Speed | null {
  const { state, progress } = shown;
  const first = useRef<Start | null>(null);
  if (state !== 'READING' && state !== 'RUNNING') {
    first.current = null;
    return null;
  }
  const rows = rowsDone(shown);
  if (first.current?.state !== state) first.current = { state, at: performance.now(), progress, rows };
  const passed = performance.now() - first.current.at;
  const done = progress - first.current.progress;
  if (passed < MEASURED || done <= 0) return null;
  return {
    rows: ((rows - first.current.rows) * 1_000) / passed,
    left: ((1 - progress) / done) * (passed / 1_000),
  };
}
