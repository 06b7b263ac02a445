import type { Readable } from 'node:stream';

/** A line of an input. If it is too long or not UTF-8, `text` is null and `fault` says why. */
export type Line = { readonly number: number } & (
  | { readonly text: string; readonly fault?: never }
  | { readonly text: null; readonly fault: string }
);

const LINE_BREAK = 10;

/** Yields the lines of an input of any length, numbered from 1; a line takes at most `limit` bytes of memory. */
export async function* readLines(input: Readable | AsyncIterable<Buffer>, limit: number): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 0;
  let parts: Buffer[] = [];
  let length = 0;

  function take(): Line {
    number++;
    const bytes = Buffer.concat(parts);
    const isTooLong = length > limit;
    parts = [];
    length = 0;
    if (isTooLong) return { number, text: null, fault: `The line is longer than ${limit} bytes.` };
    try {
      return { number, text: decoder.decode(bytes) };
    } catch {
      return { number, text: null, fault: 'The line is not UTF-8.' };
    }
  }

  function keep(part: Buffer): void {
    length += part.length;
    if (length <= limit) parts.push(part);
    else parts = [];
  }

  for await (const chunk of input as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, from)) {
      keep(chunk.subarray(from, at));
      from = at + 1;
      yield take();
    }
    if (from < chunk.length) keep(Buffer.from(chunk.subarray(from)));
  }
  if (length > 0) yield take();
}
