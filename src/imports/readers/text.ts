import { isUtf8 } from 'node:buffer';
import { FileFault } from '../fault.ts';
import type { SourceFile } from '../importer.ts';

const BREAK = 10;

/** Yields a file as text with line breaks `\n`, without a byte order mark. UTF-16 is read if it has one. */
export async function* readText(file: SourceFile): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let isCut = false;
  let lines = 0;
  const decode = (bytes: Buffer | undefined) => {
    try {
      return decoder?.decode(bytes, { stream: bytes !== undefined }) ?? '';
    } catch (cause) {
      const line = lines + 1 + goodLines(bytes ?? Buffer.alloc(0));
      throw new FileFault(file.name, line, 'The text of this line is not UTF-8; save the file as UTF-8.', cause);
    }
  };
  for await (const bytes of file.read()) {
    decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    let text = decode(bytes);
    if (isCut) text = `\r${text}`;
    // A break can be divided between two pieces.
    isCut = text.endsWith('\r');
    if (isCut) text = text.slice(0, -1);
    if (text.includes('\r')) text = text.replaceAll('\r\n', '\n');
    lines += countBreaks(text);
    yield text;
  }
  const rest = decode(undefined);
  if (rest !== '' || isCut) yield isCut ? `\r${rest}` : rest;
}

/** Returns the beginning of a text as it can be read, however it goes on. */
export function beginningOf(bytes: Buffer): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes).replaceAll('\r\n', '\n');
}

/** Returns the number of lines before the first that is not UTF-8. */
function goodLines(bytes: Buffer): number {
  let lines = 0;
  for (let from = 0; ; lines++) {
    const end = bytes.indexOf(BREAK, from);
    if (end < 0 || !isUtf8(bytes.subarray(from, end))) return lines;
    from = end + 1;
  }
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/** Returns the number of line breaks. */
export function countBreaks(text: string): number {
  let breaks = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) breaks++;
  return breaks;
}
