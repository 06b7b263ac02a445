import type { ImportFigure, ReportLine } from '../domain/import.ts';
import type { ImportContext } from './context.ts';
import { type Counted, readAdded, readAnswers } from './counted-figures.ts';
import { readDays, wrongDay } from './day-counts.ts';
import type { HeldImport } from './progress.ts';
import { TOTALS_OF_HITS } from './tally.ts';

/** The report with what was really counted, and the first line that differs. */
export interface Checked {
  readonly report: readonly ReportLine[];
  readonly wrong: ReportLine | null;
  /** The statistics of which values count as (other), because a day has more new ones than it may. */
  readonly beyond: readonly string[];
}

/**
 * Compares what the files say, in all and of each day, with what was counted. Sums are read as answers read them. Hits
 * share their days with others, so they are compared with what they have added, and answers must have at least that.
 */
export async function checkImport({ database, dataDir }: ImportContext, { row }: HeldImport): Promise<Checked> {
  const { dialect } = database;
  const expected = JSON.parse(row.report) as ReportLine[];
  const { firstDay, lastDay, kind } = row;
  if (firstDay === null || lastDay === null) return { report: expected, wrong: null, beyond: [] };
  const answers = await readAnswers(dialect, { ...row, firstDay, lastDay }, kind ?? 'sums');
  const counted = kind === 'hits' ? await readAdded(dialect, row) : answers;
  const report = reportOf(expected, counted);
  const days = await readDays(dataDir, row.id);
  const named = expected.flatMap(({ name, file }) => (file === null ? [] : [name]));
  // Visitors of a day are only known as a sum of all days.
  const known = new Set(kind === 'hits' ? ['pageviews', 'events'] : named);
  const wrong =
    report.find(line => isWrong(line, counted.bounded.has(line.name))) ??
    (days && wrongDay(days, counted.days, known, (file, ours) => file !== ours)) ??
    (kind === 'hits' ? missingIn(answers, counted, report) : null);
  const beyond = report.filter(line => counted.bounded.has(line.name) && isWrong(line, false)).map(({ name }) => name);
  return { report, wrong, beyond };
}

/** A statistic that has as many new values on a day as it may has further ones as (other), which is a value of its own. */
function isWrong({ file, ours }: ReportLine, isBounded: boolean): boolean {
  if (file === null || JSON.stringify(file) === JSON.stringify(ours)) return false;
  if (!isBounded || typeof file === 'number' || typeof ours === 'number' || ours === null) return true;
  return ours.sum !== file.sum || ours.values > file.values + 1;
}

function reportOf(expected: readonly ReportLine[], counted: Counted): ReportLine[] {
  const names = new Set(expected.map(({ name }) => name));
  const report = expected.map(line => ({ ...line, ours: counted.figure(line.name) }));
  for (const name of TOTALS_OF_HITS) {
    const ours = counted.figure(name);
    // A file of hits does not know visits.
    if (!names.has(name) && ours !== null && ours !== 0) report.push({ name, file: null, ours });
  }
  return report;
}

/** Returns the first line or day of which answers have less than was added; null if they have everything. */
function missingIn(answers: Counted, added: Counted, report: readonly ReportLine[]): ReportLine | null {
  for (const { name } of report) {
    const [file, ours] = [added.figure(name), answers.figure(name)];
    if (sumOf(ours) < sumOf(file)) return { name, file, ours };
  }
  return wrongDay(added.days, answers.days, new Set<string>(TOTALS_OF_HITS), (file, ours) => ours < file);
}

function sumOf(figure: ImportFigure | null): number {
  return figure === null ? 0 : typeof figure === 'number' ? figure : figure.sum;
}
