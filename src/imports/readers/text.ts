import { isUtf8 } from 'node:buffer';
import { FileFault } from '../fault.ts';
import type { SourceFile } from '../importer.ts';

const BREAK = 10;

/** Returns a file in UTF-8, also if it is in UTF-16, as Windows writes texts. */
export function inUtf8(file: SourceFile): SourceFile {
  const { name } = file;
  return {
    name,
    async *read() {
      let decoder: TextDecoder | null | undefined;
      const decode = (bytes?: Buffer) => {
        try {
          return Buffer.from(decoder?.decode(bytes, { stream: bytes !== undefined }) ?? '');
        } catch (cause) {
          throw new FileFault(
            name,
            null,
            'The text begins like UTF-16 but is not valid; save the file as UTF-8.',
            cause,
          );
        }
      };
      for await (const bytes of file.read()) {
        if (decoder === undefined) {
          const encoding = encodingOf(bytes);
          decoder = encoding === null ? null : new TextDecoder(encoding, { fatal: true });
        }
        yield decoder ? decode(bytes) : bytes;
      }
      if (decoder) yield decode();
    },
  };
}

/** Yields a file as text with line breaks `\n`, without a byte order mark. */
export async function* readText(file: SourceFile): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isCut = false;
  let lines = 0;
  const decode = (bytes: Buffer | undefined) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch (cause) {
      const line = lines + 1 + goodLines(bytes ?? Buffer.alloc(0));
      throw new FileFault(file.name, line, 'The text of this line is not UTF-8; save the file as UTF-8.', cause);
    }
  };
  for await (const bytes of file.read()) {
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
  return new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
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

/** UTF-16 has a byte order mark or, because all formats begin with ASCII, a zero beside each of the first characters. */
function encodingOf(bytes: Buffer): string | null {
  const begin = bytes.subarray(0, 4).toString('hex');
  if (/^fffe|^(?!00)..00(?!00)..00$/.test(begin)) return 'utf-16le';
  return /^feff|^00(?!00)..00(?!00)..$/.test(begin) ? 'utf-16be' : null;
}

/** Returns the number of line breaks. */
export function countBreaks(text: string): number {
  let breaks = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) breaks++;
  return breaks;
}
