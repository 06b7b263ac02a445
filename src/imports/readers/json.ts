import { FileFault } from '../fault.ts';
import type { SourceFile } from '../importer.ts';
import { readText } from './text.ts';

/** A value of a file of JSON. */
export interface JsonPart {
  /** The keys that lead to what contains it, such as `reports.0.rows`; empty at the top. */
  readonly parent: string;
  /** Its name in an object or its number in an array, from 0 on; empty at the top. */
  readonly key: string | number;
  /** The line on which it begins, from 1 on. */
  readonly line: number;
  /** Undefined if it cannot be read, and `fault` says why. */
  readonly value: unknown;
  readonly fault?: string;
}

interface Frame {
  readonly path: string;
  readonly isArray: boolean;
  key: string | number;
}

type Expected = 'value' | 'first element' | 'first key' | 'key' | 'colon' | 'next';

const LONGEST = 8 * 1024 * 1024;
const MOST_PARTS = 1_000;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;
const COLON = 0x3a;

const CUT_OFF = 'The JSON ends before its last bracket, so the file is cut off; export it again.';

/**
 * Yields the elements of the arrays at a path, such as `rows` or `reports.*.rows` (empty: an array at the top), one by
 * one, and what is beside the path as whole values, all in their order. Several values may follow each other, as in NDJSON.
 * Throws FileFault for text that is not JSON or is cut off.
 */
export async function* readJson(file: SourceFile, path = ''): AsyncGenerator<readonly JsonPart[]> {
  const scanner = new Scanner(file.name, path === '' ? [] : path.split('.'));
  for await (const text of readText(file)) {
    scanner.add(text);
    for (let parts = scanner.take(false); parts.length > 0; parts = scanner.take(false)) yield parts;
  }
  for (let parts = scanner.take(true); parts.length > 0; parts = scanner.take(true)) yield parts;
  scanner.end();
}

/** Finds where values begin and end, and leaves reading them to JSON.parse, which is many times as fast. */
class Scanner {
  readonly #file: string;
  readonly #path: readonly string[];
  #text = '';
  #at = 0;
  #line = 1;
  /** The next line break that is not counted; -1 if there is none. */
  #break = -1;
  /** How far the value at hand is searched for its end, and how many of its brackets are open there. */
  #searched = 0;
  #open = 0;
  #expected: Expected = 'value';
  readonly #frames: Frame[] = [];

  constructor(file: string, path: readonly string[]) {
    this.#file = file;
    this.#path = path;
  }

  add(text: string): void {
    this.#countLines();
    this.#text = this.#text.slice(this.#at) + text;
    this.#searched -= this.#at;
    this.#at = 0;
    this.#break = this.#text.indexOf('\n');
    if (this.#text.length - text.length > LONGEST)
      throw this.#fault(`A value is longer than ${LONGEST / 1024 / 1024} MiB; export fewer rows at a time.`);
  }

  /** Throws FileFault if the file is not over here, with its last line. */
  end(): void {
    if (this.#expected === 'value' && this.#frames.length === 0 && !this.#skipSpace()) return;
    this.#moveTo(this.#text.length);
    throw this.#fault(CUT_OFF);
  }

  /** Returns some of the values that are complete; none if more text is needed. */
  take(isLast: boolean): JsonPart[] {
    const parts: JsonPart[] = [];
    while (parts.length < MOST_PARTS && this.#skipSpace()) {
      const unit = this.#text.charCodeAt(this.#at);
      const isStep =
        this.#expected === 'value' || this.#expected === 'first element' ? this.#enter(unit) : this.#step(unit);
      if (isStep) continue;
      const end = this.#endOfValue(isLast);
      if (end < 0) break;
      const text = this.#text.slice(this.#at, end);
      if (this.#expected === 'key' || this.#expected === 'first key') {
        this.#top().key = this.#read(text).value as string;
        this.#expected = 'colon';
      } else {
        const frame = this.#frames.at(-1);
        parts.push({ parent: frame?.path ?? '', key: frame?.key ?? '', line: this.#countLines(), ...this.#read(text) });
        this.#expected = frame ? 'next' : 'value';
      }
      this.#moveTo(end);
    }
    return parts;
  }

  /** Goes into a container on the path; false for a value that is to be read as a whole. */
  #enter(unit: number): boolean {
    if (this.#expected === 'first element' && unit === CLOSE_ARRAY) return this.#leave();
    const depth = this.#frames.length;
    const frame = this.#frames.at(-1);
    const isArray = unit === OPEN_ARRAY;
    if (!isArray && (unit !== OPEN_OBJECT || depth >= this.#path.length)) return false;
    if (depth > this.#path.length) return false;
    const wanted = this.#path[depth - 1];
    if (frame && wanted !== '*' && wanted !== String(frame.key)) return false;
    const path = frame ? `${frame.path}${frame.path === '' ? '' : '.'}${frame.key}` : '';
    this.#frames.push({ path, isArray, key: isArray ? 0 : '' });
    this.#expected = isArray ? 'first element' : 'first key';
    this.#moveTo(this.#at + 1);
    return true;
  }

  /** Goes over what stands between values; false if a key begins here. */
  #step(unit: number): boolean {
    const frame = this.#top();
    const { isArray } = frame;
    const isEnd = unit === (isArray ? CLOSE_ARRAY : CLOSE_OBJECT);
    if (this.#expected === 'first key' && isEnd) return this.#leave();
    if (this.#expected === 'first key' || this.#expected === 'key') {
      if (unit !== QUOTE) throw this.#fault('The name of a value in quotes is missing; the JSON is damaged.');
      return false;
    }
    if (this.#expected === 'next' && isEnd) return this.#leave();
    if (unit !== (this.#expected === 'colon' ? COLON : COMMA))
      throw this.#fault(
        `There is no ${this.#expected === 'colon' ? 'colon' : 'comma or bracket'} where one should be; the JSON is damaged.`,
      );
    if (this.#expected === 'next' && isArray) frame.key = (frame.key as number) + 1;
    this.#expected = this.#expected === 'colon' || isArray ? 'value' : 'key';
    this.#moveTo(this.#at + 1);
    return true;
  }

  #leave(): true {
    this.#frames.pop();
    this.#expected = this.#frames.length > 0 ? 'next' : 'value';
    this.#moveTo(this.#at + 1);
    return true;
  }

  #top(): Frame {
    const frame = this.#frames.at(-1);
    if (!frame) throw new Error('Nothing is open here.');
    return frame;
  }

  #moveTo(at: number): void {
    this.#at = at;
    this.#searched = at;
    this.#open = 0;
  }

  /** Returns false at the end of the text. */
  #skipSpace(): boolean {
    const text = this.#text;
    let at = this.#at;
    while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
    if (at !== this.#at) this.#moveTo(at);
    return at < text.length;
  }

  /** Returns where the value that begins here ends; -1 if more text is needed. */
  #endOfValue(isLast: boolean): number {
    const text = this.#text;
    let at = this.#searched;
    let open = this.#open;
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) {
        const end = endOfString(text, at + 1);
        if (end < 0) break;
        at = end;
        if (open === 0) return at + 1;
      } else if (unit === OPEN_OBJECT || unit === OPEN_ARRAY) open++;
      else if (unit === CLOSE_OBJECT || unit === CLOSE_ARRAY) {
        // A number or a word ends before the bracket of what contains it.
        if (open === 0) return this.#endOfWord(at);
        if (--open === 0) return at + 1;
      } else if (open === 0 && (unit === COMMA || unit <= 0x20)) return this.#endOfWord(at);
    }
    this.#searched = at;
    this.#open = open;
    return isLast && open === 0 && at === text.length ? at : -1;
  }

  #endOfWord(end: number): number {
    if (end === this.#at) throw this.#fault('A value is missing here; the JSON is damaged.');
    return end;
  }

  #read(text: string): Pick<JsonPart, 'value' | 'fault'> {
    try {
      return { value: JSON.parse(text) as unknown };
    } catch (cause) {
      const fault = `The value is not valid JSON (${(cause as Error).message}).`;
      if (this.#expected === 'key' || this.#expected === 'first key') throw this.#fault(fault);
      return { value: undefined, fault };
    }
  }

  /** Returns the line of the place at hand. */
  #countLines(): number {
    while (this.#break >= 0 && this.#break < this.#at) {
      this.#line++;
      this.#break = this.#text.indexOf('\n', this.#break + 1);
    }
    return this.#line;
  }

  #fault(message: string): FileFault {
    return new FileFault(this.#file, this.#countLines(), message);
  }
}

/** Returns the place of the quote that ends a string; -1 if it is not there. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return -1;
}
