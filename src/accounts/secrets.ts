import { createHash, randomBytes } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Bytes from this value on are discarded: modulo 62 they would favour the first characters. */
const FAIR = 256 - (256 % 62);

/** The time of a use of a key or session is written at most this often, in milliseconds. */
export const TOUCHED_EVERY = 60_000;

/** Returns letters and digits from the system's random source, all equally likely. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < FAIR && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

/** Returns the stored form of a key or session; these cannot be guessed, so one round of SHA-256 is enough. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
