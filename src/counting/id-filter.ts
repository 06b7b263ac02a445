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
  | HitFilter
  /** The visit began in one of these hours of day. */
  | { readonly hours: readonly number[] }
  | { readonly always: true };

/** A hit of these pages, hosts or events that meets all conditions. */
export type HitFilter = {
  readonly hit: 'page' | 'host' | 'event';
  readonly conditions?: readonly PropertyIds[];
} & IdSet;

/**
 * The hit has one of these values of a property or, when denied, none of them; without the property, it has the empty
 * value. `key` is null for a key that the website does not have.
 */
export interface PropertyIds extends IdSet {
  readonly key: number | null;
  readonly isDenied: boolean;
}

/** Value ids: these or, with `allOthersUpTo`, all ids up to that one except these. */
export interface IdSet {
  readonly ids: readonly number[];
  readonly allOthersUpTo?: number;
}
