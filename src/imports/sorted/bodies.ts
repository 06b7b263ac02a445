import type { FileHandle } from 'node:fs/promises';
import type { Segment } from './order.ts';

/** Some segments that follow one another in the file. */
export interface Bodies {
  readonly segments: readonly Segment[];
  readonly bytes: Buffer;
  /** Where `bytes` are in the file. */
  readonly at: number;
}

/** Reads segments in their order, those that are side by side at once: at most what was sorted in memory together. */
export async function* readBodies(file: FileHandle, segments: readonly Segment[]): AsyncGenerator<Bodies> {
  for (const run of runsOf(segments)) {
    const [{ at }] = run as [Segment];
    const length = run.reduce((sum, segment) => sum + segment.length, 0);
    const bytes = Buffer.allocUnsafeSlow(length);
    await file.read(bytes, 0, length, at);
    yield { segments: run, bytes, at };
  }
}

/** Returns segments in groups of those that follow one another in the file. */
function runsOf(segments: readonly Segment[]): Segment[][] {
  const runs: Segment[][] = [];
  let end = -1;
  for (const segment of segments) {
    if (segment.at === end) runs.at(-1)?.push(segment);
    else runs.push([segment]);
    end = segment.at + segment.length;
  }
  return runs;
}
