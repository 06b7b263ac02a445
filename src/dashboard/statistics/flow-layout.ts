/** A node of a level with its visits; `key` is unique within its level. */
interface Node {
  readonly key: string;
  readonly visits: number;
}

interface Link {
  readonly from: string;
  readonly to: string;
  readonly visits: number;
}

interface Level<Of extends Node> {
  readonly nodes: readonly Of[];
  /** From the level before. */
  readonly links: readonly Link[];
}

export interface Placed<Of extends Node> {
  readonly node: Of;
  readonly level: number;
  readonly top: number;
  readonly height: number;
}

/** Every node is at least this high, so that its label fits. */
const LEAST = 26;
const GAP = 6;
const MOST_HEIGHT = 420;

/** The picture of journeys: its height in pixels, its nodes, and its links as paths in widths of 100 a level. */
export function layOut<Of extends Node>(levels: readonly Level<Of>[]) {
  const most = Math.max(1, ...levels.map(({ nodes }) => nodes.length));
  const height = Math.max(MOST_HEIGHT, most * (LEAST + GAP));
  const total = Math.max(1, ...levels.map(({ nodes }) => nodes.reduce((sum, { visits }) => sum + visits, 0)));
  // What is left of the height once every node has its least is divided by visits, on the same scale at every level.
  const perVisit = Math.min(...levels.map(({ nodes }) => height - nodes.length * (LEAST + GAP))) / total;
  const placed = levels.map(({ nodes }, level) => {
    let top = 0;
    return new Map(
      nodes.map(node => {
        const one: Placed<Of> = { node, level, top, height: LEAST + node.visits * perVisit };
        top += one.height + GAP;
        return [node.key, one] as const;
      }),
    );
  });
  const links = levels.flatMap((level, at) => (at === 0 ? [] : ribbons(level.links, placed[at - 1], placed[at])));
  return { height, nodes: placed.flatMap(level => [...level.values()]), links };
}

export interface Ribbon {
  readonly link: Link;
  readonly level: number;
  /** Between 0 on the left and 100 on the right. */
  readonly path: string;
}

function ribbons<Of extends Node>(
  links: readonly Link[],
  before: ReadonlyMap<string, Placed<Of>> = new Map(),
  after: ReadonlyMap<string, Placed<Of>> = new Map(),
): Ribbon[] {
  const used = { from: new Map<string, number>(), to: new Map<string, number>() };
  const topOf = (key: string) => before.get(key)?.top ?? 0;
  // In this order, links of one node do not cross each other.
  const sorted = links.toSorted(
    (a, b) => topOf(a.from) - topOf(b.from) || (after.get(a.to)?.top ?? 0) - (after.get(b.to)?.top ?? 0),
  );
  return sorted.flatMap(link => {
    const from = before.get(link.from);
    const to = after.get(link.to);
    if (!from || !to) return [];
    const [a, b] = part(from, used.from, link.from, link.visits);
    const [c, d] = part(to, used.to, link.to, link.visits);
    const path = `M0,${a} C50,${a} 50,${c} 100,${c} L100,${d} C50,${d} 50,${b} 0,${b} Z`;
    return [{ link, level: to.level, path }];
  });
}

/** Returns the next part of a node's height, in proportion to the visits. */
function part<Of extends Node>(
  { top, height, node }: Placed<Of>,
  used: Map<string, number>,
  key: string,
  visits: number,
): [number, number] {
  const before = used.get(key) ?? 0;
  used.set(key, before + visits);
  const at = (share: number) => Math.round((top + (height * share) / Math.max(1, node.visits)) * 10) / 10;
  return [at(before), at(before + visits)];
}
