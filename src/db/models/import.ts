import type { ImportKind, ImportSource, ImportState } from '../../domain/import.ts';
import { bigint, id, integer, longText, medium, model, OPTIONS, orNull, type RowOf, text } from './columns.ts';

/** An import of history; times are milliseconds since 1970, UTC, and days are since 1970-01-01. */
export type ImportRow = RowOf<typeof columns>;

const columns = () => ({
  id: id(),
  websiteId: integer(),
  /** Who began it; null for the command line. */
  accountId: orNull(integer()),
  /** Null until the files are recognised, unless it was named; the same for the kind. */
  source: orNull(text<ImportSource>(20)),
  version: orNull(text(40)),
  kind: orNull(text<ImportKind>(8)),
  state: text<ImportState>(10),
  /** 1 for an import that ends when the files have been read. */
  dryRun: integer(),
  /** The files as JSON. */
  files: longText(),
  options: longText(),
  /** SHA-256 of the files' content; null until it is known. */
  digest: orNull(text(64)),
  rowCount: bigint(),
  counted: bigint(),
  leftOut: bigint(),
  /** The number of rows that are counted, left out or bad so far; the bytes that are read, while files are read. */
  position: bigint(),
  batches: integer(),
  firstDay: orNull(medium()),
  lastDay: orNull(medium()),
  /** The first day with hits that are not imported, as it was when hits were imported. */
  ownFrom: orNull(medium()),
  report: longText(),
  /** The first rows that could not be read. */
  badRows: longText(),
  /** The numbers of rows that were left out, by reason. */
  leftOutFor: longText(),
  error: orNull(longText()),
  /** The attempt that works on it, and until when it holds. */
  holder: orNull(text(36)),
  heldUntil: bigint(),
  createdAt: bigint(),
  finishedAt: orNull(bigint()),
});

export const defineImport = model<ImportRow, 'id'>('import', columns, {
  ...OPTIONS,
  scopes: { latestFirst: { order: [['id', 'DESC']] } },
});
