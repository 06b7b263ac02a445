import type { StoredMetric } from '../../../domain/metrics.ts';
import type { StatName } from '../../../domain/statistics.ts';
import { isKnown, sourcesOf } from './metrics.ts';
import { READINGS, type Reading } from './statistics.ts';
import { shapeOf, type TableFound, type TableHead } from './table.ts';

/** What the rows of a table count for one statistic. */
export interface Choice {
  readonly reading: Reading;
  readonly metrics: readonly StoredMetric[];
  /** True if several rows of a day add up to it. */
  readonly isAddedUp: boolean;
}

/** By the shape of a table. */
type Choices = ReadonlyMap<string, readonly Choice[]>;

/** A sentence on what cannot be counted. */
interface Note {
  readonly table: TableHead;
  readonly reason: string;
}

/** What is counted from which tables. */
interface Plan {
  readonly choices: Choices;
  readonly notes: readonly Note[];
  /** Tables of which nothing counts, although no note says why. */
  readonly unused: readonly TableHead[];
}

/** What is counted on a day from which of the tables that have it, so that nothing counts twice. */
export class Plans {
  readonly #tables: readonly TableFound[];
  /** By the shapes of tables. */
  readonly #plans = new Map<string, Plan>();
  readonly #days = new Map<number, Choices>();

  constructor(tables: readonly TableFound[]) {
    this.#tables = tables;
    const days = new Set(tables.flatMap(table => [...(table.days ?? [])]));
    for (const day of days) this.of(day);
    if (days.size === 0) this.#planOf(tables);
  }

  of(day: number): Choices {
    let choices = this.#days.get(day);
    if (!choices) {
      ({ choices } = this.#planOf(this.#tables.filter(({ days }) => days === null || days.has(day))));
      this.#days.set(day, choices);
    }
    return choices;
  }

  get countNothing(): boolean {
    return [...this.#plans.values()].every(({ choices }) => [...choices.values()].every(({ length }) => length === 0));
  }

  /** Each note once; a table is unused only if it is on every day. */
  get notes(): Note[] {
    const plans = [...this.#plans.values()];
    const used = new Set(
      plans.flatMap(({ choices }) => [...choices].flatMap(([shape, { length }]) => (length > 0 ? [shape] : []))),
    );
    const unused = plans.flatMap(({ unused }) => unused).filter(table => !used.has(shapeOf(table)));
    const notes = [
      ...plans.flatMap(({ notes }) => notes),
      ...unused.map(table => ({ table, reason: whyUnused(table) })),
    ];
    return [...new Map(notes.map(note => [note.reason, note])).values()];
  }

  #planOf(tables: readonly TableHead[]): Plan {
    const key = [...new Set(tables.map(shapeOf))].sort().join('\n');
    let plan = this.#plans.get(key);
    if (!plan) {
      plan = planOf(tables);
      this.#plans.set(key, plan);
    }
    return plan;
  }
}

/** The dimensions that only say the day. */
const DAYS = ['date', 'nthDay'];
const COUNTRIES = ['country', 'countryId'];

/** Chooses for each metric of each statistic the report that has the fewest dimensions beside it. */
function planOf(tables: readonly TableHead[]): Plan {
  const heads = [...new Map(tables.map(table => [shapeOf(table), table])).values()];
  const choices = new Map<string, Choice[]>(heads.map(head => [shapeOf(head), []]));
  const notes: { table: TableHead; reason: string }[] = [];
  const explained = new Set<TableHead>();
  for (const name of new Set(READINGS.map(reading => reading.name))) {
    const readings = READINGS.filter(reading => reading.name === name && heads.some(head => has(head, reading)));
    const reading = readings.find(one => bestFor(one, one.metrics[0], heads)) ?? (name === 'day' ? readings[0] : null);
    if (reading) for (const choice of choicesFor(reading, heads)) choices.get(shapeOf(choice.head))?.push(choice);
    else if (readings[0]) {
      const table = heads.find(head => has(head, readings[0] as Reading)) as TableHead;
      notes.push({ table, reason: missing(name, readings[0], table) });
      explained.add(table);
    }
  }
  const unused = heads.filter(head => choices.get(shapeOf(head))?.length === 0 && !explained.has(head));
  return { choices, notes, unused };
}

function choicesFor(reading: Reading, heads: readonly TableHead[]): (Choice & { readonly head: TableHead })[] {
  const metricsOf = new Map<TableHead, StoredMetric[]>();
  for (const metric of reading.metrics) {
    const head = bestFor(reading, metric, heads);
    if (head) metricsOf.set(head, [...(metricsOf.get(head) ?? []), metric]);
  }
  return [...metricsOf].map(([head, metrics]) => ({
    head,
    reading,
    metrics,
    isAddedUp: reading.name === 'day' && beside(reading, head).length > 0,
  }));
}

/** Returns the table with the fewest dimensions beside those of a statistic, of those whose rows can be added up. */
function bestFor(reading: Reading, metric: StoredMetric | undefined, heads: readonly TableHead[]): TableHead | null {
  let best: TableHead | null = null;
  if (metric === undefined) return best;
  for (const head of heads) {
    if (!has(head, reading) || !isKnown(metric, head.metrics)) continue;
    const others = beside(reading, head);
    if (others.length > 0 && !canAddUp(reading, metric, others)) continue;
    if (!best || others.length < beside(reading, best).length) best = head;
  }
  return best;
}

function has({ dimensions }: TableHead, reading: Reading): boolean {
  return reading.dimensions.every(name => dimensions.includes(name));
}

function beside({ dimensions: own }: Reading, { dimensions }: TableHead): string[] {
  const isCountry = own.some(name => COUNTRIES.includes(name));
  return dimensions.filter(
    name => !own.includes(name) && !DAYS.includes(name) && !(isCountry && COUNTRIES.includes(name)),
  );
}

/** Pageviews and events happen once; a visit has one value of its own dimensions, but a visitor or a page can be in several rows. */
function canAddUp({ name }: Reading, metric: StoredMetric, others: readonly string[]): boolean {
  if (metric === 'visits') return name === 'day' && others.every(other => /^(?:session|landingPage)/.test(other));
  if (metric === 'events') return true;
  return metric === 'pageviews' && ['day', 'page', 'host', 'pageviews_hours'].includes(name);
}

function missing(name: StatName | 'day', { metrics, dimensions }: Reading, table: TableHead): string {
  const [metric = 'pageviews'] = metrics;
  if (!isKnown(metric, table.metrics))
    return `The report by ${named(table)} has no ${sourcesOf(metric)}, so the statistic ${name} is left out; add the metric to it.`;
  return `The report by ${named(table)} cannot be added up to the statistic ${name}, because a user can be in several of its rows; ask for one by date, ${dimensions.join(' and ')} alone.`;
}

function whyUnused(table: TableHead): string {
  return READINGS.some(reading => reading.name !== 'day' && has(table, reading))
    ? `Another report has what the report by ${named(table)} has, so it is left out.`
    : `The report by ${named(table)} has no statistic that is kept here, so it is left out.`;
}

function named({ dimensions }: TableHead): string {
  return dimensions.length === 0 ? 'no dimension' : dimensions.join(', ');
}
