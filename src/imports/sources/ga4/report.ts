import { FileFault } from '../../fault.ts';
import type { SourceFile } from '../../importer.ts';
import { textOf } from '../../mapped.ts';
import { type JsonPart, readJson } from '../../readers/json.ts';
import {
  dayIn,
  type FaultyRow,
  hasOther,
  type TableFound,
  type TableHead,
  type TableRow,
  type Tables,
} from './table.ts';

type Body = Readonly<Record<string, unknown>>;
type Place = { readonly file: string; readonly line: number };

const DATES = ['date', 'dateHour'];

/** Returns whether a text begins with reports of the Data API. */
export function isReport(text: string): boolean {
  return /^\uFEFF?\s*[[{]/.test(text) && /"(?:dimensionHeaders|metricHeaders)"\s*:/.test(text);
}

/** Reads reports of the Data API: one in a file, several in an array, or the answer of `batchRunReports`. */
export function reportTables(files: readonly SourceFile[], zone: string): Tables {
  let heads: ReadonlyMap<string, TableHead> = new Map();
  return {
    files,
    async find() {
      const found = new Map<string, ReportFound>();
      for (const file of files)
        for await (const { report, isRow, part } of partsOf(file)) {
          const id = `${file.name}\0${report}`;
          const one = found.get(id) ?? new ReportFound(file.name, part.line);
          found.set(id, one);
          if (isRow) one.addRow(part.value);
          else one.addField(String(part.key), part.value);
        }
      const tables = new Map([...found].map(([id, one]) => [id, one.found(zone)]));
      heads = tables;
      return [...tables.values()];
    },
    async *rows(inOrder) {
      for (const file of inOrder) {
        let rows: (TableRow | FaultyRow)[] = [];
        for await (const { report, isRow, part } of partsOf(file)) {
          const table = heads.get(`${file.name}\0${report}`);
          if (!isRow || !table) continue;
          const place = { file: file.name, line: part.line };
          const dimensions = textsOf(part.value, 'dimensionValues');
          const metrics = textsOf(part.value, 'metricValues');
          const isWhole = dimensions.length === table.dimensions.length && metrics.length === table.metrics.length;
          const fault = part.fault ?? 'The row does not have one value for each header of its report.';
          rows.push(isWhole ? { table, ...place, dimensions, metrics } : { ...place, fault });
          if (rows.length < 1_000) continue;
          yield rows;
          rows = [];
        }
        yield rows;
      }
    },
  };
}

/** What a first reading finds out about a report. */
class ReportFound {
  readonly #place: Place;
  readonly #notes: string[] = [];
  #dimensions: readonly string[] = [];
  #metrics: readonly string[] | null = null;
  #rowCount: number | null = null;
  #zone: string | null = null;
  #rows = 0;
  readonly #days = new Set<number>();
  #others = 0;

  constructor(file: string, line: number) {
    this.#place = { file, line };
  }

  addRow(row: unknown): void {
    this.#rows++;
    const dimensions = textsOf(row, 'dimensionValues');
    if (hasOther(dimensions)) this.#others++;
    const day = dayIn({ dimensions: this.#dimensions }, dimensions);
    if (typeof day === 'number') this.#days.add(day);
  }

  addField(name: string, value: unknown): void {
    if (name === 'dimensionHeaders') this.#dimensions = namesIn(value);
    if (name === 'metricHeaders') {
      if (this.#metrics !== null)
        throw this.#fault('Several reports follow each other; put each in a file of its own, or all in an array.');
      this.#metrics = namesIn(value);
    }
    if (name === 'rowCount') this.#rowCount = Number(value);
    if (name !== 'metadata' || typeof value !== 'object' || value === null) return;
    const { timeZone, samplingMetadatas, subjectToThresholding } = value as Body;
    this.#zone = typeof timeZone === 'string' ? timeZone : null;
    if (Array.isArray(samplingMetadatas) && samplingMetadatas.length > 0)
      this.#notes.push('The report is sampled, so its counts are estimates; ask for fewer days at a time.');
    if (subjectToThresholding === true)
      this.#notes.push('GA4 has left out rows with few users, so the counts of this report are too small.');
  }

  found(zone: string): TableFound {
    const metrics = this.#metrics;
    if (metrics === null) throw this.#fault('It has no metricHeaders, so it is no report of the Data API.');
    if (!DATES.some(name => this.#dimensions.includes(name)))
      throw this.#fault(
        'The report has no dimension date, so its rows belong to no day; add {"name": "date"} to its dimensions.',
      );
    const notes = [...this.#notes];
    if (this.#others > 0)
      notes.push(
        `GA4 has put further values together as (other) in ${this.#others} rows; they are counted as (other), or as unknown.`,
      );
    if (this.#zone !== null && this.#zone !== zone)
      notes.push(`The days of the report are those of ${this.#zone}, the website's are those of ${zone}.`);
    const rowCount = Number.isSafeInteger(this.#rowCount) ? this.#rowCount : null;
    // Without the heads in front of its rows, their days were not known.
    const days = this.#days.size === 0 && this.#rows > 0 ? null : this.#days;
    return { ...this.#place, dimensions: this.#dimensions, metrics, rows: this.#rows, days, rowCount, notes };
  }

  #fault(message: string): FileFault {
    return new FileFault(this.#place.file, this.#place.line, message);
  }
}

/** Yields the rows of reports, and what is beside them, each with the path of its report. */
async function* partsOf(
  file: SourceFile,
): AsyncGenerator<{ readonly report: string; readonly isRow: boolean; readonly part: JsonPart }> {
  const path = await pathOfRows(file);
  for await (const parts of readJson(file, path))
    for (const part of parts) {
      const isRow = part.parent === 'rows' || part.parent.endsWith('.rows');
      // Beside several reports, there can be more that is not one of them.
      if (part.parent === '' && path !== 'rows') continue;
      yield { report: isRow ? part.parent.replace(/\.?rows$/, '') : part.parent, isRow, part };
    }
}

async function pathOfRows(file: SourceFile): Promise<string> {
  let text = '';
  for await (const bytes of file.read()) {
    text += bytes.toString('latin1');
    if (text.length >= 4_096) break;
  }
  if (/^[^{]*\[/.test(text)) return '*.rows';
  return /"reports"\s*:/.test(text.split('"dimensionHeaders"', 1)[0] ?? '') ? 'reports.*.rows' : 'rows';
}

function namesIn(headers: unknown): string[] {
  return (Array.isArray(headers) ? headers : []).map(header => String((header as Body | null)?.name ?? ''));
}

function textsOf(row: unknown, name: string): string[] {
  const values = (row as Body | null)?.[name];
  return (Array.isArray(values) ? values : []).map(part => textOf((part as Body | null)?.value));
}
