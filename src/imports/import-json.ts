import type { Import } from './imports.ts';

/** Returns an import in the words of REST and of the command line. */
export function importJson(given: Import, undoNote: string | null) {
  const { id, source, version, kind, state, dryRun, files, rows, counted, leftOut, leftOutFor, from, to } = given;
  const { error, report, badRows, progress, createdAt, finishedAt } = given;
  return {
    id,
    source,
    version,
    kind,
    state,
    dry_run: Number(dryRun),
    files,
    rows,
    counted,
    left_out: leftOut,
    left_out_for: leftOutFor,
    from,
    to,
    error,
    report,
    bad_rows: badRows,
    progress,
    until: given.until,
    own_from: given.ownFrom,
    undo_note: undoNote,
    created_at: new Date(createdAt).toISOString(),
    finished_at: finishedAt === null ? null : new Date(finishedAt).toISOString(),
  };
}
