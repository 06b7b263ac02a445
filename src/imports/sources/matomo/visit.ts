import { isObject } from '../../../domain/unknown.ts';
import { FileFault } from '../../fault.ts';
import type { SourceFile } from '../../importer.ts';
import { firstCells, readCsv, wrongCells } from '../../readers/csv.ts';
import { readJson } from '../../readers/json.ts';

/** The fields of a visit or an action, as Matomo names them. */
export type Fields = Readonly<Record<string, unknown>>;

/** A visit with its line, or why it cannot be read. */
export interface PlacedVisit {
  readonly line: number;
  readonly visit: Fields | string;
}

/** The column of an action's field, as flat exports write it: `actionDetails_0_url`, or with spaces. */
const OF_ACTION = /^actionDetails[_ .](\d+)[_ .](\w+)$/i;

/** Returns the text of a field; empty for what is missing or no text. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** Returns whether the beginning of a file is of an export, and in which form; null if not. */
export function formOf(text: string): 'JSON' | 'CSV' | null {
  // A day without visits is an empty array.
  if (/^\s*(?:\[\s*\]\s*$|\{\s*"result"\s*:\s*"error")/.test(text)) return 'JSON';
  if (/^\s*[[{]/.test(text)) return text.includes('"idVisit"') && text.includes('"actionDetails"') ? 'JSON' : null;
  const head = firstCells(text);
  return head.includes('idVisit') && head.some(name => OF_ACTION.test(name)) ? 'CSV' : null;
}

/** Reads the visits of a file: an array, one on each line, or a row each. Throws FileFault. */
export async function* readVisits(file: SourceFile, form: 'JSON' | 'CSV'): AsyncGenerator<PlacedVisit[]> {
  if (form === 'CSV') yield* flatVisits(file);
  else
    for await (const parts of readJson(file))
      yield parts.map(({ value, line, fault }) => {
        if (fault !== undefined) return { line, visit: fault };
        if (!isObject(value)) return { line, visit: 'The value is not an object with the fields of a visit.' };
        if (value.result === 'error')
          throw new FileFault(
            file.name,
            line,
            `It is an error of Matomo in place of visits: ${textOf(value, 'message')}`,
          );
        return { line, visit: value };
      });
}

/** Returns the actions of a visit, in their order. */
export function actionsOf({ actionDetails }: Fields): Fields[] {
  const actions: unknown[] = Array.isArray(actionDetails)
    ? actionDetails
    : isObject(actionDetails)
      ? Object.values(actionDetails)
      : [];
  return actions.filter(isObject);
}

async function* flatVisits(file: SourceFile): AsyncGenerator<PlacedVisit[]> {
  let columns: readonly Column[] | undefined;
  for await (const { rows, lines } of readCsv(file)) {
    const first = columns ? 0 : 1;
    const known = columns ?? columnsIn(rows[0] as readonly string[]);
    columns = known;
    const visits: PlacedVisit[] = [];
    for (let at = first; at < rows.length; at++) {
      const cells = rows[at] as readonly string[];
      visits.push({ line: lines[at] as number, visit: wrongCells(cells, known.length) ?? visitOf(cells, known) });
    }
    yield visits;
  }
}

interface Column {
  readonly at: number;
  readonly name: string;
  /** The number of the action; null for a field of the visit. */
  readonly action: number | null;
}

function columnsIn(head: readonly string[]): Column[] {
  return head.map((title, at) => {
    const [, action, name] = OF_ACTION.exec(title.trim()) ?? [];
    return { at, name: name ?? title.trim(), action: action === undefined ? null : Number(action) };
  });
}

function visitOf(cells: readonly string[], columns: readonly Column[]): Fields {
  const visit: Record<string, unknown> = {};
  const actions: Record<string, unknown>[] = [];
  for (const { at, name, action } of columns) {
    const cell = cells[at] ?? '';
    if (cell === '') continue;
    if (action === null) visit[name] = cell;
    else {
      actions[action] ??= {};
      actions[action][name] = cell;
    }
  }
  // Not every visit has as many actions as there are columns.
  return { ...visit, actionDetails: actions.filter(isObject) };
}
