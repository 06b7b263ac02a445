import type { Meter } from './budget.ts';
import type { Dictionary } from './dictionary.ts';

/** The groups of all pages of a website. */
export interface PageGroups {
  /** The id of the group at the value id of each page: the lowest id of its pages, which never changes. */
  readonly of: Uint32Array;
  readonly names: ReadonlyMap<number, string>;
}

/** Returns the group of a page: its first path segment, such as `/blog` of `/blog/2026?page=2`; `/` if it has none. */
export function groupOf(page: string): string {
  return /^\/[^/?]*/.exec(page)?.[0] ?? page;
}

/** Returns the groups of all pages. */
export async function readPageGroups(dictionary: Dictionary, website: number, meter: Meter): Promise<PageGroups> {
  const ids = new Map<string, number>();
  const groups: number[] = [];
  const last = await dictionary.pass(website, meter, (id, text) => {
    const group = groupOf(text);
    let known = ids.get(group);
    if (known === undefined) {
      known = id;
      meter.hold(BYTES + 2 * group.length);
      ids.set(group, id);
    }
    groups[id] = known;
  });
  meter.hold(4 * last);
  return {
    of: Uint32Array.from(groups, group => group ?? 0),
    names: new Map([...ids].map(([name, id]) => [id, name])),
  };
}

/** What an entry of the map takes beside its text, roughly. */
const BYTES = 80;
