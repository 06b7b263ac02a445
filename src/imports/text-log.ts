import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const PIECE = 1024 * 1024;
const HEAD = 4;
const USUAL = 512;
const MOST_KNOWN = 50_000;

/** Texts outside of memory, each found again by its place. Without a folder, they are in memory after all. */
export class TextLog {
  readonly #path: string | null;
  #file: number | null = null;
  readonly #written: Buffer[] = [];
  #piece = Buffer.allocUnsafe(PIECE);
  #begin = 0;
  #used = 0;
  readonly #places = new Map<string, number>();
  readonly #texts = new Map<number, string>();
  readonly #found = Buffer.allocUnsafe(USUAL);

  constructor(folder: string | undefined, name: string) {
    this.#path = folder === undefined ? null : join(folder, name);
  }

  /** Adds a text of at most 1 MiB, and returns its place; the same text is often added once only. */
  add(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    const bytes = Buffer.from(text);
    if (this.#used + HEAD + bytes.length > PIECE) this.#write();
    const place = this.#begin + this.#used;
    this.#piece.writeUInt32LE(bytes.length, this.#used);
    bytes.copy(this.#piece, this.#used + HEAD);
    this.#used += HEAD + bytes.length;
    if (this.#places.size >= MOST_KNOWN) this.#places.clear();
    this.#places.set(bytes.toString(), place);
    return place;
  }

  /** Returns the text that was added at this place. */
  read(place: number): string {
    const known = this.#texts.get(place);
    if (known !== undefined) return known;
    const text = this.#find(place);
    if (this.#texts.size >= MOST_KNOWN) this.#texts.clear();
    this.#texts.set(place, text);
    return text;
  }

  close(): void {
    if (this.#file === null || this.#path === null) return;
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
    this.#file = null;
  }

  /** No text is divided between two pieces. */
  #write(): void {
    if (this.#path === null) {
      this.#written.push(this.#piece);
      this.#piece = Buffer.allocUnsafe(PIECE);
    } else {
      this.#file ??= openSync(this.#path, 'w+', 0o600);
      writeSync(this.#file, this.#piece, 0, PIECE, this.#begin);
    }
    this.#begin += PIECE;
    this.#used = 0;
  }

  #find(place: number): string {
    if (place >= this.#begin) return textAt(this.#piece, place - this.#begin);
    if (this.#file === null) return textAt(this.#written[Math.floor(place / PIECE)] as Buffer, place % PIECE);
    readSync(this.#file, this.#found, 0, USUAL, place);
    const length = this.#found.readUInt32LE(0);
    if (length <= USUAL - HEAD) return textAt(this.#found, 0);
    const bytes = Buffer.allocUnsafe(length);
    readSync(this.#file, bytes, 0, length, place + HEAD);
    return bytes.toString();
  }
}

function textAt(piece: Buffer, at: number): string {
  const begin = at + HEAD;
  return piece.toString('utf8', begin, begin + piece.readUInt32LE(at));
}
