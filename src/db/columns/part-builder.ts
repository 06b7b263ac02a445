import { byKind, COLUMNS, type Column, KINDS, type Kind, type Numbers, type Part } from '../../counting/columns.ts';

const MOST = 2 ** 32 - 1;
/** Stands for a number that no row should have: a recount notices it, and sums of it fit into every column. */
const DAMAGED = 2 ** 23 - 1;

/** The column that says which row of another list each row belongs to: how many follow a visit, or how far on a hit is. */
export const LINKS = {
  pageview: 'visit.pages',
  event: 'visit.triggers',
  pageviewProperty: 'pageviewProperty.skip',
  eventProperty: 'eventProperty.skip',
} as const satisfies Record<Exclude<Kind, 'visit'>, string>;
export type LinkedKind = keyof typeof LINKS;

/** Returns what `of` returns for each kind but visits. */
export function byLinkedKind<T>(of: (kind: LinkedKind) => T): Record<LinkedKind, T> {
  return {
    pageview: of('pageview'),
    event: of('event'),
    pageviewProperty: of('pageviewProperty'),
    eventProperty: of('eventProperty'),
  };
}

/** A part in memory, made of rows. */
export interface BuiltPart extends Part {
  readonly bytes: number;
  /** By `kind.name`. */
  readonly columns: ReadonlyMap<string, Column>;
  /** The visitor of each visit, in two halves; empty unless the builder had visitors. */
  readonly visitors: readonly [high: Uint32Array, low: Uint32Array];
  /** The numbers of LINKS, whether or not they are among the columns. */
  readonly links: Readonly<Record<LinkedKind, Numbers>>;
}

export function builtPart(fields: Omit<BuiltPart, 'bytes' | 'column'>): BuiltPart {
  const { columns, visitors, links } = fields;
  const arrays = new Set<Numbers>([...visitors, ...Object.values(links)]);
  for (const { values, ids } of columns.values()) {
    arrays.add(values);
    if (ids) arrays.add(ids);
  }
  return {
    ...fields,
    bytes: [...arrays].reduce((sum, { byteLength }) => sum + byteLength, 0),
    column(kind, name) {
      const column = columns.get(`${kind}.${name}`);
      if (!column) throw new Error(`The column ${kind}.${name} was not read.`);
      return column;
    },
  };
}

/** Collects the rows of a part. Each row is given as its plain numbers followed by its value ids, in the order of COLUMNS. */
export class PartBuilder {
  readonly #lists: Record<Kind, Growing[]>;
  /** The last pageview and event with a property. */
  readonly #described = { pageview: 0, event: 0 };
  readonly #amounts = new Map<string, number>([['', 0]]);
  readonly #visitors = [new Growing(), new Growing()] as const;
  readonly firstDay: number;
  readonly hasVisitors: boolean;
  readonly #days: number;
  readonly #columns: ReadonlySet<string> | undefined;

  /** The part has only these columns, as `kind.name`; by default, all. Without visitors, it cannot be changed later. */
  constructor(firstDay: number, days: number, columns?: ReadonlySet<string>, hasVisitors = false) {
    this.firstDay = firstDay;
    this.#days = days;
    this.#columns = columns;
    this.#lists = byKind(kind => [...COLUMNS[kind].plain, ...COLUMNS[kind].ids].map(() => new Growing()));
    this.hasVisitors = hasVisitors;
  }

  /** The number of visits that were added. */
  get visits(): number {
    return (this.#lists.visit[0] as Growing).length;
  }

  add(kind: Kind, numbers: readonly number[]): void {
    const lists = this.#lists[kind];
    for (let at = 0; at < lists.length; at++) (lists[at] as Growing).push(numbers[at] as number);
  }

  /** Adds the visitor of the last visit, in two halves. */
  addVisitor(high: number, low: number): void {
    this.#visitors[0].push(high);
    this.#visitors[1].push(low);
  }

  /** Adds to a number of the last visit. */
  increase(name: 'pages' | 'triggers' | 'engaged' | 'attended', by = 1): void {
    (this.#lists.visit[COLUMNS.visit.plain.indexOf(name)] as Growing).increaseLast(by);
  }

  /** Adds the properties of the last pageview or event: `;key=value;key=value`, all of them value ids. */
  addProperties(kind: 'pageview' | 'event', text: string): void {
    const hit = (this.#lists[kind][0] as Growing).length - 1;
    for (let from = 1; from < text.length; ) {
      const equals = text.indexOf('=', from);
      const end = text.indexOf(';', equals);
      const to = end < 0 ? text.length : end;
      const key = Number(text.slice(from, equals));
      this.add(`${kind}Property`, [hit - this.#described[kind], key, Number(text.slice(equals + 1, to))]);
      this.#described[kind] = hit;
      from = to + 1;
    }
  }

  /** Returns the position of an amount among those of the part. */
  placeOf(amount: string): number {
    const known = this.#amounts.get(amount);
    if (known !== undefined) return known;
    this.#amounts.set(amount, this.#amounts.size);
    return this.#amounts.size - 1;
  }

  build(): BuiltPart {
    const columns = new Map<string, Column>();
    const places = new Places();
    for (const kind of KINDS) {
      const { plain, ids } = COLUMNS[kind];
      [...plain, ...ids].forEach((name, at) => {
        if (this.#columns && !this.#columns.has(`${kind}.${name}`)) return;
        const numbers = (this.#lists[kind][at] as Growing).numbers();
        const column = at < plain.length ? { values: narrow(numbers), ids: null } : places.index(numbers);
        columns.set(`${kind}.${name}`, column);
      });
    }
    const lengthOf = (kind: Kind) => (this.#lists[kind][0] as Growing).length;
    const linkOf = (linked: LinkedKind) => {
      const [kind, name] = LINKS[linked].split('.') as [Kind, never];
      const list = this.#lists[kind][(COLUMNS[kind].plain as readonly string[]).indexOf(name)] as Growing;
      return columns.get(LINKS[linked])?.values ?? narrow(list.numbers());
    };
    return builtPart({
      firstDay: this.firstDay,
      days: this.#days,
      count: byKind(lengthOf),
      columns,
      visitors: [this.#visitors[0].numbers().slice(), this.#visitors[1].numbers().slice()],
      links: byLinkedKind(linkOf),
      amounts: [...this.#amounts.keys()],
    });
  }
}

class Growing {
  #numbers = new Uint32Array(1_024);
  length = 0;

  push(number: number): void {
    if (this.length === this.#numbers.length) {
      const longer = new Uint32Array(this.length * 2);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.length++] = number >= 0 && number <= MOST ? number : DAMAGED;
  }

  increaseLast(by: number): void {
    this.#numbers[this.length - 1]! += by;
  }

  numbers(): Uint32Array {
    return this.#numbers.subarray(0, this.length);
  }
}

/** Copies numbers into as few bytes each as the largest needs. */
export function narrow(numbers: Uint32Array): Numbers {
  let largest = 0;
  for (let at = 0; at < numbers.length; at++) if ((numbers[at] as number) > largest) largest = numbers[at] as number;
  const narrowed = emptyFor(largest, numbers.length);
  narrowed.set(numbers);
  return narrowed;
}

/** Returns an array for numbers up to the largest. */
export function emptyFor(largest: number, length: number): Numbers {
  if (largest < 2 ** 8) return new Uint8Array(length);
  return largest < 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
}

/** Value ids up to here are looked up in an array, which is several times faster than a map. */
const DENSE = 2 ** 22;

/** Finds the positions of value ids. */
class Places {
  #dense = new Uint32Array(1_024);
  readonly #sparse = new Map<number, number>();

  /** Replaces value ids with their positions in a list of those that occur. */
  index(numbers: Uint32Array): Column {
    const found: number[] = [];
    for (let at = 0; at < numbers.length; at++) {
      const id = numbers[at] as number;
      if (this.#at(id) !== 0) continue;
      this.#put(id, 1);
      found.push(id);
    }
    const ids = Uint32Array.from(found).sort();
    for (let at = 0; at < ids.length; at++) this.#put(ids[at] as number, at + 1);
    const values = emptyFor(ids.length - 1, numbers.length);
    for (let at = 0; at < numbers.length; at++) values[at] = this.#at(numbers[at] as number) - 1;
    for (const id of ids) if (id < DENSE) this.#dense[id] = 0;
    this.#sparse.clear();
    return { values, ids };
  }

  #at(id: number): number {
    return id < DENSE ? (id < this.#dense.length ? (this.#dense[id] as number) : 0) : (this.#sparse.get(id) ?? 0);
  }

  #put(id: number, place: number): void {
    if (id >= DENSE) {
      this.#sparse.set(id, place);
      return;
    }
    if (id >= this.#dense.length) {
      const wider = new Uint32Array(Math.max(id + 1, this.#dense.length * 4));
      wider.set(this.#dense);
      this.#dense = wider;
    }
    this.#dense[id] = place;
  }
}
