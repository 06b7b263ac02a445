import { byKind, COLUMNS, type Column, KINDS, type Kind, type Numbers, type Part } from '../../counting/columns.ts';
import { Growing, narrow, Places } from './number-lists.ts';

/** The column that says which row of another list each row belongs to: how many follow a visit, or how far on a hit is. */
export const LINKS = {
  pageview: 'visit.pages',
  event: 'visit.triggers',
  pageviewProperty: 'pageviewProperty.skip',
  eventProperty: 'eventProperty.skip',
} as const satisfies Record<Exclude<Kind, 'visit'>, string>;
export type LinkedKind = keyof typeof LINKS;

/** Returns what `of` returns for each kind but visits. */
function byLinkedKind<T>(of: (kind: LinkedKind) => T): Record<LinkedKind, T> {
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

/** Returns a part with the columns of two, which have the same visits, but of which only one may have read their hits. */
export function withColumns(part: BuiltPart, other: BuiltPart): BuiltPart {
  if (part.count.visit !== other.count.visit)
    throw new Error(`A day has ${other.count.visit} visits and, at the same moment, ${part.count.visit}.`);
  const { amounts } = other.columns.has('event.amount') ? other : part;
  return builtPart({
    ...part,
    count: byKind(kind => Math.max(part.count[kind], other.count[kind])),
    columns: new Map([...part.columns, ...other.columns]),
    links: byLinkedKind(kind => (other.count[kind] > 0 ? other : part).links[kind]),
    amounts,
  });
}

/** Collects the rows of a part. Each row is given as its plain numbers followed by its value ids, in the order of COLUMNS. */
export class PartBuilder {
  /** Without those that are not needed. */
  readonly #lists: Record<Kind, List[]>;
  readonly #increased: Readonly<Record<Increased, Growing | undefined>>;
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
    const needed = columns && new Set<string>([...columns, ...Object.values(LINKS)]);
    this.#lists = byKind(kind =>
      [...COLUMNS[kind].plain, ...COLUMNS[kind].ids].flatMap((name, at) =>
        // The first one counts the rows.
        !needed || at === 0 || needed.has(`${kind}.${name}`) ? { name, at, numbers: new Growing() } : [],
      ),
    );
    const listOf = (name: string) => this.#lists.visit.find(list => list.name === name)?.numbers;
    this.#increased = {
      pages: listOf('pages'),
      triggers: listOf('triggers'),
      engaged: listOf('engaged'),
      attended: listOf('attended'),
    };
    this.hasVisitors = hasVisitors;
  }

  /** The number of visits that were added. */
  get visits(): number {
    return this.#lengthOf('visit');
  }

  add(kind: Kind, row: readonly number[]): void {
    const lists = this.#lists[kind];
    for (let index = 0; index < lists.length; index++) {
      const { at, numbers } = lists[index] as List;
      numbers.push(row[at] as number);
    }
  }

  /** Adds the visitor of the last visit, in two halves. */
  addVisitor(high: number, low: number): void {
    this.#visitors[0].push(high);
    this.#visitors[1].push(low);
  }

  /** Adds to a number of the last visit. */
  increase(name: Increased, by = 1): void {
    this.#increased[name]?.increaseLast(by);
  }

  /** Adds the properties of the last pageview or event: `;key=value;key=value`, all of them value ids. */
  addProperties(kind: 'pageview' | 'event', text: string): void {
    const hit = this.#lengthOf(kind) - 1;
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
    for (const kind of KINDS)
      for (const { name, at, numbers: list } of this.#lists[kind]) {
        if (this.#columns && !this.#columns.has(`${kind}.${name}`)) continue;
        const numbers = list.numbers();
        const isPlain = at < COLUMNS[kind].plain.length;
        columns.set(`${kind}.${name}`, isPlain ? { values: narrow(numbers), ids: null } : places.index(numbers));
      }
    const linkOf = (linked: LinkedKind) => {
      const [kind, name] = LINKS[linked].split('.') as [Kind, string];
      const list = this.#lists[kind].find(one => one.name === name) as List;
      return columns.get(LINKS[linked])?.values ?? narrow(list.numbers.numbers());
    };
    return builtPart({
      firstDay: this.firstDay,
      days: this.#days,
      count: byKind(kind => this.#lengthOf(kind)),
      columns,
      visitors: [this.#visitors[0].numbers().slice(), this.#visitors[1].numbers().slice()],
      links: byLinkedKind(linkOf),
      amounts: [...this.#amounts.keys()],
    });
  }

  #lengthOf(kind: Kind): number {
    return (this.#lists[kind][0] as List).numbers.length;
  }
}

/** The numbers of a column and its place in a row. */
interface List {
  readonly name: string;
  readonly at: number;
  readonly numbers: Growing;
}

/** The numbers of a visit that its hits add to. */
type Increased = 'pages' | 'triggers' | 'engaged' | 'attended';
