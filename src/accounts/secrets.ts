import { createHash, randomBytes } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Bytes from here on are thrown away: taken modulo 62 they would favour the first letters. */
const FAIR = 256 - (256 % 62);

/** Letters and digits from the system's random source, each as likely as any other. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < FAIR && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

/** What is kept of a key or session. One round of SHA-256 is enough, since what is hashed cannot be guessed. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
