/*
 * A website's fold state lists whose visits of the open day were changed by the last folds, so that a reader that
 * knows the day as of one of them needs to read only the visits of these visitors. The list is bytes: the version of
 * its last fold, and for each fold its version, its time in seconds, the number of visitors and the visitors. The first
 * fold has no visitors: it is the earliest state from which the list leads to the last one.
 */

/** Bytes at the beginning, before the visitors of a fold, and of each visitor. */
const HEAD = 8;
const HEADER = 16;
const VISITOR = 8;
/** The most bytes of a list: every fold writes it anew. */
const MOST = 16_000;
/** Seconds after which a fold leaves the list, which would otherwise make the states of many small websites large. */
const LASTS = 600;

/** What a fold adds: visitors as 16 hex digits each, and its time in milliseconds since 1970. */
export interface OpenChange {
  readonly visitors: readonly string[];
  readonly at: number;
}

/** Returns the list after a fold from one version to another, without what is old or too long. */
export function withChange(list: Buffer | null, from: number, to: number, { visitors, at }: OpenChange): Buffer {
  const seconds = Math.floor(at / 1000);
  const bytes = HEADER + visitors.length * VISITOR;
  if (HEAD + HEADER + bytes > MOST) return withoutChanges(to);
  const added = [header(to, seconds, visitors.length), Buffer.from(visitors.join(''), 'hex')];
  // An earlier release folds without a list.
  if (list?.readDoubleBE() === from)
    for (const fold of foldsOf(list)) {
      const isShort = HEAD + HEADER + list.length - fold.end + bytes <= MOST;
      if (isShort && seconds - fold.seconds <= LASTS)
        return Buffer.concat([head(to), header(fold.version, fold.seconds, 0), list.subarray(fold.end), ...added]);
    }
  return Buffer.concat([head(to), header(from, seconds, 0), ...added]);
}

/** Returns a list that leads from this version to nothing yet. */
export function withoutChanges(version: number): Buffer {
  return Buffer.concat([head(version), header(version, 0, 0)]);
}

/**
 * Returns the visitors (16 hex digits each, in ascending order) whose visits changed between two versions; null where
 * the list does not lead from one to the other.
 */
export function changedBetween(list: Buffer | null, from: number, to: number): string[] | null {
  if (list?.readDoubleBE() !== to) return null;
  let visitors: Set<string> | undefined;
  for (const { version, count, end } of foldsOf(list)) {
    for (let at = end - count * VISITOR; visitors && at < end; at += VISITOR)
      visitors.add(list.toString('hex', at, at + VISITOR));
    if (version === from) visitors = new Set();
  }
  return visitors ? [...visitors].sort() : null;
}

function head(version: number): Buffer {
  const bytes = Buffer.alloc(HEAD);
  bytes.writeDoubleBE(version);
  return bytes;
}

function header(version: number, seconds: number, count: number): Buffer {
  const bytes = Buffer.alloc(HEADER);
  bytes.writeDoubleBE(version, 0);
  bytes.writeUInt32BE(seconds, 8);
  bytes.writeUInt32BE(count, 12);
  return bytes;
}

function* foldsOf(list: Buffer): Generator<{ version: number; seconds: number; count: number; end: number }> {
  for (let at = HEAD; at < list.length; ) {
    const count = list.readUInt32BE(at + 12);
    const end = at + HEADER + count * VISITOR;
    yield { version: list.readDoubleBE(at), seconds: list.readUInt32BE(at + 8), count, end };
    at = end;
  }
}
