import type { Part } from './columns.ts';
import { type Frequencies, FrequencyCounter } from './frequencies.ts';
import { lowerBound } from './id-set.ts';
import type { Selection } from './selection.ts';

/** Pages (value ids): those of pageviews, or those that visits began or ended with. */
export interface HostsAsked {
  readonly of: 'page' | 'landing_page' | 'exit_page';
  readonly ids: readonly number[];
}

/** How many pageviews, or visits, had a page on a host; both are value ids. */
export interface HostOfPage {
  readonly page: number;
  readonly host: number;
  readonly times: number;
}

/** Returns the hosts on which the selected visits had these pages. */
export function countHosts(part: Part, { visits }: Selection, { of, ids }: HostsAsked): HostOfPage[] {
  const pages = part.column('pageview', 'page');
  const hosts = part.column('pageview', 'host');
  const ends = of === 'page' ? null : part.column('visit', of);
  const counts = part.column('visit', 'pages').values;
  const rows = rowsOf((ends ?? pages).ids as Uint32Array, ids);
  const hostIds = hosts.ids as Uint32Array;
  const counter = new FrequencyCounter();
  const add = (row: number, hit: number) => {
    if (row >= 0) counter.add(row * hostIds.length + (hosts.values[hit] as number));
  };
  let visit = 0;
  let hit = 0;
  for (let at = 0; at < visits.length; at++) {
    const selected = visits[at] as number;
    while (visit < selected) hit += counts[visit++] as number;
    const first = hit;
    hit += counts[visit++] as number;
    if (!ends) for (let next = first; next < hit; next++) add(rows[pages.values[next] as number] as number, next);
    else if (hit > first) {
      const place = ends.values[selected] as number;
      const row = rows[place] as number;
      if (row < 0) continue;
      if (of === 'exit_page') add(row, hit - 1);
      else add(row, firstOn((ends.ids as Uint32Array)[place] as number, first, hit));
    }
  }
  return named(counter.frequencies());

  /** A late hit can come before that which the visit began with. */
  function firstOn(page: number, from: number, to: number): number {
    for (let next = from; next < to; next++)
      if ((pages.ids as Uint32Array)[pages.values[next] as number] === page) return next;
    return from;
  }

  function named({ numbers, times }: Frequencies): HostOfPage[] {
    return Array.from(numbers, (number, at) => ({
      page: ids[Math.floor(number / hostIds.length)] as number,
      host: hostIds[number % hostIds.length] as number,
      times: times[at] as number,
    }));
  }
}

/** Returns, for each position in `present`, the place of its id among these, or -1. */
function rowsOf(present: Uint32Array, ids: readonly number[]): Int32Array {
  const rows = new Int32Array(present.length).fill(-1);
  ids.forEach((id, row) => {
    const at = lowerBound(present, id);
    if (present[at] === id) rows[at] = row;
  });
  return rows;
}

export function mergeHosts(all: readonly (readonly HostOfPage[])[]): HostOfPage[] {
  const sums = new Map<string, HostOfPage>();
  for (const one of all.flat()) {
    const key = `${one.page} ${one.host}`;
    sums.set(key, { ...one, times: one.times + (sums.get(key)?.times ?? 0) });
  }
  return [...sums.values()];
}
