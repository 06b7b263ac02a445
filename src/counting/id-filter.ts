/**
 * A filter with value ids in place of texts. Column names come from the registry of statistics, never from a request.
 */
export type IdFilter =
  | { readonly and: readonly IdFilter[] }
  | { readonly or: readonly IdFilter[] }
  | { readonly not: IdFilter }
  /** The visit, or its visitor, has one of these values. */
  | ({ readonly column: string } & IdSet)
  /** The visit has a pageview of one of these pages or hosts, or one of these events. */
  | ({ readonly hit: 'page' | 'host' | 'event' } & IdSet)
  | { readonly always: true };

/** Value ids: these or, with `allOthersUpTo`, all ids up to that one except these. */
export interface IdSet {
  readonly ids: readonly number[];
  readonly allOthersUpTo?: number;
}
