import type { RawHit } from '../../../collect/raw-hit.ts';
import { latestUsed } from '../../../domain/latest-used.ts';
import { quote } from '../../../domain/text.ts';
import { agentNamed } from '../../agent-named.ts';
import { type Cell, columnsOf } from '../../columns.ts';
import { FileFault } from '../../fault.ts';
import type { Beginning, ReadOptions, Row, SourceFile } from '../../importer.ts';
import { type GeoNames, openGeoNames } from '../../places/geonames.ts';
import { firstCells, readCsv, wrongCells } from '../../readers/csv.ts';
import { imported } from '../raw.ts';
import { readReferrer } from './referrer.ts';

const NAMES = [
  ...['path', 'event', 'useragent', 'browser', 'system', 'session', 'bot', 'referrer', 'referrer scheme'],
  ...['screen size', 'location', 'date'],
];
const REQUIRED = ['path', 'event', 'session', 'bot', 'date'];
/** The sessions whose latest page is remembered, because an event has only its name. */
const MOST_SESSIONS = 20_000;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i;

/** Returns the version that the first column names in front of `Path`; null for any other file. */
export function csvVersion({ text }: Beginning): string | null {
  const head = headOf(firstCells(text.replace(/^\uFEFF/, '').replace(/^\n+/, '')));
  return head?.names.includes('referrer scheme') && head.names.includes('session') ? head.version : null;
}

/** Returns the version and the names of the columns, in lower case, without the version in the first of them. */
function headOf(cells: readonly string[]): { readonly version: string; readonly names: string[] } | null {
  const [first = '', second = ''] = cells;
  const match = /^(\d+)\s*,?\s*(path)?$/i.exec(first.trim());
  const names = cells.map(cell => cell.trim().toLowerCase());
  if (!match) return names.includes('path') && names.includes('referrer scheme') ? { version: '2', names } : null;
  const version = match[1] as string;
  if (match[2] !== undefined) return { version, names: ['path', ...names.slice(1)] };
  // A version in a cell of its own stands for no column.
  return second.trim().toLowerCase() === 'path' ? { version, names: names.slice(1) } : null;
}

/** Reads an export of single pageviews and events. Throws FileFault. */
export async function* readHits(file: SourceFile, options: ReadOptions): AsyncGenerator<readonly Row[]> {
  const places = await openGeoNames();
  let reader: HitReader | undefined;
  for await (const { rows, lines } of readCsv(file)) {
    let start = 0;
    if (!reader) {
      reader = new HitReader(file.name, rows[0] as readonly string[], options, places);
      start = 1;
    }
    const read: Row[] = [];
    for (let at = start; at < rows.length; at++)
      read.push(reader.read(rows[at] as readonly string[], lines[at] as number));
    yield read;
  }
}

class HitReader {
  readonly #file: string;
  readonly #width: number;
  readonly #columns: ReadonlyMap<string, Cell>;
  readonly #origin: string;
  readonly #places: GeoNames;
  /** In the first version, the browser is the user agent. */
  readonly #agentIn: 'useragent' | 'browser';
  readonly #pages = latestUsed<string, string>(MOST_SESSIONS);

  constructor(file: string, cells: readonly string[], { domain }: ReadOptions, places: GeoNames) {
    const head = headOf(cells);
    if (!head)
      throw new FileFault(file, 1, 'It is not a CSV of GoatCounter, whose first column is 2Path; export it again.');
    if (head.version !== '1' && head.version !== '2')
      throw new FileFault(file, 1, `It has version ${head.version} of the format; only 1 and 2 are known.`);
    this.#file = file;
    this.#places = places;
    this.#width = head.names.length;
    this.#origin = `https://${domain}`;
    this.#agentIn = head.version === '1' ? 'browser' : 'useragent';
    this.#columns = columnsOf(file, head.names, NAMES);
    const missing = REQUIRED.find(name => !this.#columns.has(name));
    if (missing)
      throw new FileFault(file, 1, `There is no column ${missing}; it has ${cells.join(', ')}. Export it again.`);
  }

  read(cells: readonly string[], line: number): Row {
    const file = this.#file;
    const cell = (name: string) => this.#columns.get(name)?.(cells).trim() ?? '';
    const bad = (reason: string): Row => ({ type: 'bad', file, line, reason });
    const fault = wrongCells(cells, this.#width);
    if (fault !== null) return bad(fault);
    const date = cell('date');
    const time = TIME.test(date) ? Date.parse(date.replace(' ', 'T')) : Number.NaN;
    if (Number.isNaN(time)) return bad(`The date ${quote(date)} is not a time such as 2026-01-31T10:00:00Z.`);
    if (!/^(?:0|false)?$/i.test(cell('bot'))) return { type: 'left out', reason: 'bot' };
    const session = cell('session');
    const isEvent = /^(?:true|1)$/i.test(cell('event'));
    const path = cell('path');
    const page = isEvent ? (this.#pages.get(session) ?? '/') : path.startsWith('/') ? path : `/${path}`;
    if (!isEvent && session !== '') this.#pages.set(session, page);
    const { referrer, campaign } = readReferrer(cell('referrer'), cell('referrer scheme'));
    const userAgent = cell(this.#agentIn);
    const [width = '', height = ''] = cell('screen size').split(/[,x]/);
    const hit: RawHit = imported({
      page: `${this.#origin}${page}`,
      time,
      referrer,
      userAgent,
      resolution: `${width.trim()}x${height.trim()}`,
      event: isEvent ? { name: path, value: undefined, unit: undefined, props: undefined, interactive: true } : null,
    });
    const location = cell('location');
    const region = location.includes('-') ? location : '';
    return {
      type: 'hit',
      file,
      line,
      identity: `${date}\0${session}\0${Number(isEvent)}\0${path}`,
      hit,
      given: {
        ...(session !== '' && { id: session }),
        ...(userAgent === '' && { agent: this.#agentOf(cell) }),
        place: this.#places.place({ country: location.split('-', 1)[0] ?? '', region, city: '' }),
        ...(campaign && { campaign }),
      },
    };
  }

  #agentOf(cell: (name: string) => string) {
    const browser = withVersion(cell('browser'));
    const os = withVersion(cell('system'));
    return agentNamed({ browser: browser.name, browserVersion: browser.version, os: os.name, osVersion: os.version });
  }
}

/** Divides `Chrome 126` into the name and the version; a name such as `Mac OS` has none. */
function withVersion(text: string): { readonly name: string; readonly version: string } {
  const match = /^(.*\S)\s+(\d[\w.]*|XP|Vista)$/.exec(text.trim());
  return match ? { name: match[1] as string, version: match[2] as string } : { name: text.trim(), version: '' };
}
