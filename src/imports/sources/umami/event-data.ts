import { type Cell, columnsOf } from '../../columns.ts';
import { hashText } from '../../hash.ts';
import type { SourceFile, UnreadableRow } from '../../importer.ts';
import { readCsv, wrongCells } from '../../readers/csv.ts';
import { TextLog } from '../../text-log.ts';
import { known } from './known.ts';

const FIRST_SIZE = 1 << 12;
const NAMES = [
  'event_id',
  'website_event_id',
  'data_key',
  'event_key',
  'string_value',
  'number_value',
  'numeric_value',
  'date_value',
  'data_type',
];
/** The types of Umami's values. */
const NUMBER = '2';
const BOOLEAN = '3';
const DATE = '4';
const ARRAY = '5';

/** The properties of events by the ids of events, in little memory: some 25 bytes a property. */
export class EventData {
  readonly #texts: TextLog;
  /** Two halves of an event's hash, and the number of its latest property. */
  #events = new Uint32Array(FIRST_SIZE * 3);
  #size = 0;
  /** For each property, the place of its text and the number of the event's property before it, from 1 on. */
  #properties = new Float64Array(FIRST_SIZE * 2);
  #count = 0;

  constructor(folder: string | undefined) {
    this.#texts = new TextLog(folder, 'event-data');
  }

  /** Adds all properties of a file, and yields the rows that cannot be read. Throws FileFault. */
  async *read(file: SourceFile): AsyncGenerator<readonly UnreadableRow[]> {
    let columns: ReadonlyMap<string, Cell> | undefined;
    let width = 0;
    for await (const { rows, lines } of readCsv(file, 'escaped')) {
      const first = columns ? 0 : 1;
      if (!columns) width = (rows[0] as string[]).length;
      columns ??= columnsOf(file.name, rows[0] as string[], NAMES);
      const bad: UnreadableRow[] = [];
      for (let at = first; at < rows.length; at++) {
        const cells = rows[at] as readonly string[];
        const reason = wrongCells(cells, width);
        if (reason === null) this.#addRow(cells, columns);
        else bad.push({ type: 'bad', file: file.name, line: lines[at] as number, reason });
      }
      if (bad.length > 0) yield bad;
    }
  }

  /** Returns the properties of an event; undefined if it has none. */
  of(event: string): Record<string, unknown> | undefined {
    if (this.#count === 0) return undefined;
    const place = this.#placeOf(event);
    const texts: string[] = [];
    for (let no = this.#events[place + 2] as number; no > 0; no = this.#properties[no * 2 - 1] as number)
      texts.push(this.#texts.read(this.#properties[no * 2 - 2] as number));
    return texts.length === 0 ? undefined : (JSON.parse(`{${texts.reverse().join(',')}}`) as Record<string, unknown>);
  }

  close(): void {
    this.#texts.close();
  }

  #addRow(cells: readonly string[], columns: ReadonlyMap<string, Cell>): void {
    const cell = (name: string) => known(columns.get(name)?.(cells) ?? '');
    const event = cell('event_id') || cell('website_event_id');
    const key = cell('data_key') || cell('event_key');
    const type = cell('data_type');
    // A property has no lists.
    if (event === '' || key === '' || type === ARRAY) return;
    const text = cell('string_value');
    const number = cell('number_value') || cell('numeric_value');
    let value: string | number | boolean = text;
    if (type === NUMBER && number !== '') value = Number.isFinite(Number(number)) ? Number(number) : text;
    else if (type === BOOLEAN && /^(?:true|false|1|0)$/i.test(text || number))
      value = /^(?:true|1)$/i.test(text || number);
    else if (type === DATE) value = text || cell('date_value');
    if (value !== '') this.#add(event, `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  }

  #add(event: string, text: string): void {
    if (this.#size * 12 > this.#events.length * 3) this.#growEvents();
    const place = this.#placeOf(event);
    const before = this.#events[place + 2] as number;
    if (before === 0) {
      const [high, low] = hashText(event, 0) as unknown as [number, number];
      this.#events[place] = high;
      this.#events[place + 1] = low;
      this.#size++;
    }
    if (this.#count * 2 + 2 > this.#properties.length) {
      const more = new Float64Array(this.#properties.length * 2);
      more.set(this.#properties);
      this.#properties = more;
    }
    this.#properties[this.#count * 2] = this.#texts.add(text);
    this.#properties[this.#count * 2 + 1] = before;
    this.#events[place + 2] = ++this.#count;
  }

  /** Returns where the event is, or should be. */
  #placeOf(event: string): number {
    const [high, low] = hashText(event, 0) as unknown as [number, number];
    return freePlace(this.#events, high, low);
  }

  #growEvents(): void {
    const before = this.#events;
    this.#events = new Uint32Array(before.length * 2);
    for (let at = 0; at < before.length; at += 3)
      if (before[at + 2] !== 0) {
        const place = freePlace(this.#events, before[at] as number, before[at + 1] as number);
        this.#events.set(before.subarray(at, at + 3), place);
      }
  }
}

function freePlace(events: Uint32Array, high: number, low: number): number {
  const places = events.length / 3;
  for (let place = low % places; ; place = (place + 1) % places) {
    const at = place * 3;
    if (events[at + 2] === 0 || (events[at] === high && events[at + 1] === low)) return at;
  }
}
