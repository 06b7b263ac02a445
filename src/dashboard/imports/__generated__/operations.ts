/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** The kind of data an import adds. */
export type ImportKind =
  /** Individual pageviews and events, which count like any other. */
  | 'HITS'
  /** Sums by day, which are added to results without a filter. */
  | 'SUMS';

/** A tool or format that history can come from. */
export type ImportSource =
  /** Access logs of web servers. */
  | 'ACCESS_LOG'
  /** A general CSV of sums by day. */
  | 'CSV'
  /** Fathom: its CSV. */
  | 'FATHOM'
  /** Google Analytics 4: reports, or its export to BigQuery. */
  | 'GA4'
  /** GoatCounter: its CSV or JSON. */
  | 'GOATCOUNTER'
  /** Hits as JSON, one on each line, as batches have them. */
  | 'HITS'
  /** Matomo: the details of visits. */
  | 'MATOMO'
  /** Plausible: the zip of its export. */
  | 'PLAUSIBLE'
  /** Simple Analytics: its data points. */
  | 'SIMPLE_ANALYTICS'
  /** Umami: its events. */
  | 'UMAMI';

/** The state of an import. */
export type ImportState =
  /** What was counted is being compared with the files. */
  | 'CHECKING'
  /** Done; a dry run has counted nothing. */
  | 'DONE'
  /** Failed, and nothing of it is counted; `error` says why. */
  | 'FAILED'
  /** Its files are being read to find faults and totals; nothing is counted yet. */
  | 'READING'
  /** Its rows are being counted. */
  | 'RUNNING'
  /** Being undone. */
  | 'UNDOING'
  /** Undone. */
  | 'UNDONE'
  /** Waiting for its turn. */
  | 'WAITING';

export type ImportShownFragment = { readonly id: string, readonly source: ImportSource | null, readonly kind: ImportKind | null, readonly state: ImportState, readonly dryRun: boolean, readonly files: ReadonlyArray<string>, readonly rows: number, readonly counted: number, readonly leftOut: number, readonly from: string | null, readonly to: string | null, readonly until: string | null, readonly timezone: string | null, readonly asksTimezone: boolean | null, readonly mapping: string | null, readonly ownFrom: string | null, readonly undoNote: string | null, readonly error: string | null, readonly progress: number, readonly createdAt: string, readonly createdBy: string | null, readonly finishedAt: string | null, readonly leftOutFor: ReadonlyArray<{ readonly reason: string, readonly rows: number }>, readonly badRows: ReadonlyArray<{ readonly file: string, readonly line: number, readonly reason: string }>, readonly report: ReadonlyArray<{ readonly name: string, readonly file: { readonly sum: number, readonly values: number | null } | null, readonly ours: { readonly sum: number, readonly values: number | null } | null }> };

export type WebsiteImportsQueryVariables = Exact<{
  id: string | number;
}>;


export type WebsiteImportsQuery = { readonly importTools: ReadonlyArray<{ readonly source: ImportSource, readonly label: string }>, readonly website: { readonly id: string, readonly domain: string, readonly timezone: string, readonly imports: ReadonlyArray<{ readonly id: string, readonly source: ImportSource | null, readonly kind: ImportKind | null, readonly state: ImportState, readonly dryRun: boolean, readonly files: ReadonlyArray<string>, readonly rows: number, readonly counted: number, readonly leftOut: number, readonly from: string | null, readonly to: string | null, readonly until: string | null, readonly timezone: string | null, readonly asksTimezone: boolean | null, readonly mapping: string | null, readonly ownFrom: string | null, readonly undoNote: string | null, readonly error: string | null, readonly progress: number, readonly createdAt: string, readonly createdBy: string | null, readonly finishedAt: string | null, readonly leftOutFor: ReadonlyArray<{ readonly reason: string, readonly rows: number }>, readonly badRows: ReadonlyArray<{ readonly file: string, readonly line: number, readonly reason: string }>, readonly report: ReadonlyArray<{ readonly name: string, readonly file: { readonly sum: number, readonly values: number | null } | null, readonly ours: { readonly sum: number, readonly values: number | null } | null }> }> } | null };

export type OneImportQueryVariables = Exact<{
  id: string | number;
  import: string | number;
}>;


export type OneImportQuery = { readonly website: { readonly import: { readonly id: string, readonly source: ImportSource | null, readonly kind: ImportKind | null, readonly state: ImportState, readonly dryRun: boolean, readonly files: ReadonlyArray<string>, readonly rows: number, readonly counted: number, readonly leftOut: number, readonly from: string | null, readonly to: string | null, readonly until: string | null, readonly timezone: string | null, readonly asksTimezone: boolean | null, readonly mapping: string | null, readonly ownFrom: string | null, readonly undoNote: string | null, readonly error: string | null, readonly progress: number, readonly createdAt: string, readonly createdBy: string | null, readonly finishedAt: string | null, readonly leftOutFor: ReadonlyArray<{ readonly reason: string, readonly rows: number }>, readonly badRows: ReadonlyArray<{ readonly file: string, readonly line: number, readonly reason: string }>, readonly report: ReadonlyArray<{ readonly name: string, readonly file: { readonly sum: number, readonly values: number | null } | null, readonly ours: { readonly sum: number, readonly values: number | null } | null }> } | null } | null };

export type ImportProgressSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type ImportProgressSubscription = { readonly importProgress: { readonly id: string, readonly source: ImportSource | null, readonly kind: ImportKind | null, readonly state: ImportState, readonly dryRun: boolean, readonly files: ReadonlyArray<string>, readonly rows: number, readonly counted: number, readonly leftOut: number, readonly from: string | null, readonly to: string | null, readonly until: string | null, readonly timezone: string | null, readonly asksTimezone: boolean | null, readonly mapping: string | null, readonly ownFrom: string | null, readonly undoNote: string | null, readonly error: string | null, readonly progress: number, readonly createdAt: string, readonly createdBy: string | null, readonly finishedAt: string | null, readonly leftOutFor: ReadonlyArray<{ readonly reason: string, readonly rows: number }>, readonly badRows: ReadonlyArray<{ readonly file: string, readonly line: number, readonly reason: string }>, readonly report: ReadonlyArray<{ readonly name: string, readonly file: { readonly sum: number, readonly values: number | null } | null, readonly ours: { readonly sum: number, readonly values: number | null } | null }> } };

export type RunImportMutationVariables = Exact<{
  upload: string | number;
}>;


export type RunImportMutation = { readonly createImport: { readonly id: string, readonly source: ImportSource | null, readonly kind: ImportKind | null, readonly state: ImportState, readonly dryRun: boolean, readonly files: ReadonlyArray<string>, readonly rows: number, readonly counted: number, readonly leftOut: number, readonly from: string | null, readonly to: string | null, readonly until: string | null, readonly timezone: string | null, readonly asksTimezone: boolean | null, readonly mapping: string | null, readonly ownFrom: string | null, readonly undoNote: string | null, readonly error: string | null, readonly progress: number, readonly createdAt: string, readonly createdBy: string | null, readonly finishedAt: string | null, readonly leftOutFor: ReadonlyArray<{ readonly reason: string, readonly rows: number }>, readonly badRows: ReadonlyArray<{ readonly file: string, readonly line: number, readonly reason: string }>, readonly report: ReadonlyArray<{ readonly name: string, readonly file: { readonly sum: number, readonly values: number | null } | null, readonly ours: { readonly sum: number, readonly values: number | null } | null }> } };

export type RepeatDryRunMutationVariables = Exact<{
  upload: string | number;
  source?: ImportSource | null | undefined;
  timezone?: string | null | undefined;
  until?: string | null | undefined;
  mapping?: string | null | undefined;
}>;


export type RepeatDryRunMutation = { readonly repeatDryRun: { readonly id: string, readonly source: ImportSource | null, readonly kind: ImportKind | null, readonly state: ImportState, readonly dryRun: boolean, readonly files: ReadonlyArray<string>, readonly rows: number, readonly counted: number, readonly leftOut: number, readonly from: string | null, readonly to: string | null, readonly until: string | null, readonly timezone: string | null, readonly asksTimezone: boolean | null, readonly mapping: string | null, readonly ownFrom: string | null, readonly undoNote: string | null, readonly error: string | null, readonly progress: number, readonly createdAt: string, readonly createdBy: string | null, readonly finishedAt: string | null, readonly leftOutFor: ReadonlyArray<{ readonly reason: string, readonly rows: number }>, readonly badRows: ReadonlyArray<{ readonly file: string, readonly line: number, readonly reason: string }>, readonly report: ReadonlyArray<{ readonly name: string, readonly file: { readonly sum: number, readonly values: number | null } | null, readonly ours: { readonly sum: number, readonly values: number | null } | null }> } };

export type UndoImportMutationVariables = Exact<{
  id: string | number;
}>;


export type UndoImportMutation = { readonly undoImport: { readonly id: string, readonly source: ImportSource | null, readonly kind: ImportKind | null, readonly state: ImportState, readonly dryRun: boolean, readonly files: ReadonlyArray<string>, readonly rows: number, readonly counted: number, readonly leftOut: number, readonly from: string | null, readonly to: string | null, readonly until: string | null, readonly timezone: string | null, readonly asksTimezone: boolean | null, readonly mapping: string | null, readonly ownFrom: string | null, readonly undoNote: string | null, readonly error: string | null, readonly progress: number, readonly createdAt: string, readonly createdBy: string | null, readonly finishedAt: string | null, readonly leftOutFor: ReadonlyArray<{ readonly reason: string, readonly rows: number }>, readonly badRows: ReadonlyArray<{ readonly file: string, readonly line: number, readonly reason: string }>, readonly report: ReadonlyArray<{ readonly name: string, readonly file: { readonly sum: number, readonly values: number | null } | null, readonly ours: { readonly sum: number, readonly values: number | null } | null }> } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const ImportShownFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ImportShown on Import {
  id
  source
  kind
  state
  dryRun
  files
  rows
  counted
  leftOut
  leftOutFor {
    reason
    rows
  }
  badRows {
    file
    line
    reason
  }
  from
  to
  until
  timezone
  asksTimezone
  mapping
  ownFrom
  undoNote
  error
  report {
    name
    file {
      sum
      values
    }
    ours {
      sum
      values
    }
  }
  progress
  createdAt
  createdBy
  finishedAt
}
    `, {"fragmentName":"ImportShown"}) as unknown as TypedDocumentString<ImportShownFragment, unknown>;
export const WebsiteImportsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query WebsiteImports($id: ID!) {
  importTools {
    source
    label
  }
  website(id: $id) {
    id
    domain
    timezone
    imports {
      ...ImportShown
    }
  }
}
    fragment ImportShown on Import {
  id
  source
  kind
  state
  dryRun
  files
  rows
  counted
  leftOut
  leftOutFor {
    reason
    rows
  }
  badRows {
    file
    line
    reason
  }
  from
  to
  until
  timezone
  asksTimezone
  mapping
  ownFrom
  undoNote
  error
  report {
    name
    file {
      sum
      values
    }
    ours {
      sum
      values
    }
  }
  progress
  createdAt
  createdBy
  finishedAt
}`) as unknown as TypedDocumentString<WebsiteImportsQuery, WebsiteImportsQueryVariables>;
export const OneImportDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OneImport($id: ID!, $import: ID!) {
  website(id: $id) {
    import(id: $import) {
      ...ImportShown
    }
  }
}
    fragment ImportShown on Import {
  id
  source
  kind
  state
  dryRun
  files
  rows
  counted
  leftOut
  leftOutFor {
    reason
    rows
  }
  badRows {
    file
    line
    reason
  }
  from
  to
  until
  timezone
  asksTimezone
  mapping
  ownFrom
  undoNote
  error
  report {
    name
    file {
      sum
      values
    }
    ours {
      sum
      values
    }
  }
  progress
  createdAt
  createdBy
  finishedAt
}`) as unknown as TypedDocumentString<OneImportQuery, OneImportQueryVariables>;
export const ImportProgressDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription ImportProgress($id: ID!) {
  importProgress(id: $id) {
    ...ImportShown
  }
}
    fragment ImportShown on Import {
  id
  source
  kind
  state
  dryRun
  files
  rows
  counted
  leftOut
  leftOutFor {
    reason
    rows
  }
  badRows {
    file
    line
    reason
  }
  from
  to
  until
  timezone
  asksTimezone
  mapping
  ownFrom
  undoNote
  error
  report {
    name
    file {
      sum
      values
    }
    ours {
      sum
      values
    }
  }
  progress
  createdAt
  createdBy
  finishedAt
}`) as unknown as TypedDocumentString<ImportProgressSubscription, ImportProgressSubscriptionVariables>;
export const RunImportDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RunImport($upload: ID!) {
  createImport(upload: $upload) {
    ...ImportShown
  }
}
    fragment ImportShown on Import {
  id
  source
  kind
  state
  dryRun
  files
  rows
  counted
  leftOut
  leftOutFor {
    reason
    rows
  }
  badRows {
    file
    line
    reason
  }
  from
  to
  until
  timezone
  asksTimezone
  mapping
  ownFrom
  undoNote
  error
  report {
    name
    file {
      sum
      values
    }
    ours {
      sum
      values
    }
  }
  progress
  createdAt
  createdBy
  finishedAt
}`) as unknown as TypedDocumentString<RunImportMutation, RunImportMutationVariables>;
export const RepeatDryRunDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RepeatDryRun($upload: ID!, $source: ImportSource, $timezone: String, $until: Date, $mapping: String) {
  repeatDryRun(
    upload: $upload
    source: $source
    timezone: $timezone
    until: $until
    mapping: $mapping
  ) {
    ...ImportShown
  }
}
    fragment ImportShown on Import {
  id
  source
  kind
  state
  dryRun
  files
  rows
  counted
  leftOut
  leftOutFor {
    reason
    rows
  }
  badRows {
    file
    line
    reason
  }
  from
  to
  until
  timezone
  asksTimezone
  mapping
  ownFrom
  undoNote
  error
  report {
    name
    file {
      sum
      values
    }
    ours {
      sum
      values
    }
  }
  progress
  createdAt
  createdBy
  finishedAt
}`) as unknown as TypedDocumentString<RepeatDryRunMutation, RepeatDryRunMutationVariables>;
export const UndoImportDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UndoImport($id: ID!) {
  undoImport(id: $id) {
    ...ImportShown
  }
}
    fragment ImportShown on Import {
  id
  source
  kind
  state
  dryRun
  files
  rows
  counted
  leftOut
  leftOutFor {
    reason
    rows
  }
  badRows {
    file
    line
    reason
  }
  from
  to
  until
  timezone
  asksTimezone
  mapping
  ownFrom
  undoNote
  error
  report {
    name
    file {
      sum
      values
    }
    ours {
      sum
      values
    }
  }
  progress
  createdAt
  createdBy
  finishedAt
}`) as unknown as TypedDocumentString<UndoImportMutation, UndoImportMutationVariables>;