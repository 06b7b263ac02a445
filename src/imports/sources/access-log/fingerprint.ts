import { createHash } from 'node:crypto';

/** A log is recognised by its first bytes, at most this many. */
export const HEAD = 64 * 1024;
const BREAK = 10;
const HASH = 35;

/**
 * Returns a hash by which a log is recognised, whatever it is called: of everything from its first byte that is no NUL up to the end of
 * the first line that is no head, or of all that is given if that line is longer; null before there is as much.
 */
export function fingerprintOf(head: Buffer): string | null {
  for (let start = 0; ; ) {
    const end = head.indexOf(BREAK, start);
    if (end < 0) return head.length < HEAD ? null : hashOf(head);
    if (head[start] !== HASH) return hashOf(head.subarray(0, end));
    start = end + 1;
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
