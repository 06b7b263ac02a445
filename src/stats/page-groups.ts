import { pageGrouper } from '../domain/page-groups.ts';
import { ownText } from '../domain/text.ts';
import type { Meter } from './budget.ts';
import type { Dictionary } from './dictionary.ts';

/** The groups of all pages of a website. */
export interface PageGroups {
  /** The id of the group at the value id of each page: the lowest id of its pages, which never changes. */
  readonly of: Uint32Array;
  readonly names: ReadonlyMap<number, string>;
}

/** Returns the groups of all pages by the rules of the website. */
export async function readPageGroups(
  dictionary: Dictionary,
  website: number,
  rules: readonly string[],
  meter: Meter,
): Promise<PageGroups> {
  const groupOf = pageGrouper(rules);
  const ids = new Map<string, number>();
  const groups: number[] = [];
  const look = (id: number, text: string) => {
    const group = groupOf(text);
    let known = ids.get(group);
    if (known === undefined) {
      known = id;
      meter.hold(BYTES + 2 * group.length);
      ids.set(ownText(group), id);
    }
    groups[id] = known;
  };
  const last = await dictionary.pass(website, meter, look, 1 + rules.length);
  meter.hold(4 * last);
  return {
    of: Uint32Array.from(groups, group => group ?? 0),
    names: new Map([...ids].map(([name, id]) => [id, name])),
  };
}

/** What an entry of the map takes beside its text, roughly. */
const BYTES = 80;
