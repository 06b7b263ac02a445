/** Thrown when another gateway folded the same website at the same time; the same call may succeed now. */
export class FoldConflict extends Error {}
