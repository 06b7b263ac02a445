import type { PropertyCount } from '../counting/folded.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import { addPropertyRows, type PropertyRow } from '../db/rollups/properties.ts';
import { monthNumber } from '../domain/calendar.ts';

/** Adds numbers of hits to the sums of their days and months, in the order of the keys. */
export async function saveProperties(
  tx: Executor,
  dialect: Dialect,
  website: number,
  added: readonly PropertyCount[],
  idOf: (id: number) => number,
): Promise<void> {
  if (added.length === 0) return;
  const days = added.map(({ day, event, key, value, events }) => ({
    event: idOf(event),
    key: idOf(key),
    at: day,
    value: idOf(value),
    events,
  }));
  const rows = [
    ...days.map(row => ({ ...row, period: 'day' as const })),
    ...monthsOf(days).map(row => ({ ...row, period: 'month' as const })),
  ];
  rows.sort((a, b) => a.event - b.event || a.key - b.key || a.at - b.at || a.value - b.value);
  await addPropertyRows(tx, dialect, website, rows);
}

/** Returns the sums of days by month. */
export function monthsOf(days: readonly PropertyRow[]): PropertyRow[] {
  return sumOfProperties(days.map(row => ({ ...row, at: monthNumber(row.at) })));
}

/** Returns rows with those of the same sum added up. */
export function sumOfProperties(rows: readonly PropertyRow[]): PropertyRow[] {
  const sums = new Map<string, PropertyRow>();
  for (const row of rows) {
    const name = nameOf(row);
    const sum = sums.get(name);
    sums.set(name, sum ? { ...sum, events: sum.events + row.events } : row);
  }
  return [...sums.values()];
}

/** Returns pairs of rows that should be equal but are not; null is a missing one. */
export function differencesOf(
  stored: readonly PropertyRow[],
  counted: readonly PropertyRow[],
): [stored: PropertyRow | null, counted: PropertyRow | null][] {
  const twins = new Map(counted.map(row => [nameOf(row), row]));
  const differences: [PropertyRow | null, PropertyRow | null][] = [];
  for (const row of stored) {
    const twin = twins.get(nameOf(row)) ?? null;
    twins.delete(nameOf(row));
    if (row.events !== (twin?.events ?? 0)) differences.push([row, twin]);
  }
  return [...differences, ...[...twins.values()].map((row): [null, PropertyRow] => [null, row])];
}

function nameOf({ event, key, at, value }: PropertyRow): string {
  return `${event}:${key}:${at}:${value}`;
}
