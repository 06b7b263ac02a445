import type { Portion } from '../../src/counting/columns.ts';
import type { Funnel } from '../../src/counting/funnel.ts';
import { chooseNodes, type Journeys, levelsOf } from '../../src/counting/journeys.ts';
import type { Meter } from '../../src/stats/budget.ts';
import type { CountingThreads } from '../../src/stats/counting-threads.ts';

const ALL = { always: true } as const;
const NODES = 10;

/** Returns a funnel through these pages, as value ids. */
export function funnelOf(pages: readonly number[]): Funnel {
  const steps = pages.map(page => ({ hit: 'page', ids: [page] }) as const);
  return { steps, order: 'IN_ORDER', unit: 'VISIT', within: null };
}

export function journeysOf(levels: number): Journeys {
  return { by: 'page', groups: null, start: null, end: null, levels };
}

/** Answers a funnel, or journeys in their two passes. */
export async function walk(
  counting: CountingThreads,
  portions: readonly Portion[],
  plan: Funnel | Journeys,
  meter: Meter,
): Promise<unknown> {
  if ('steps' in plan) return counting.answer(portions, ALL, { name: 'funnel', asked: plan }, meter);
  const nodes = await counting.answer(portions, ALL, { name: 'journeyNodes', asked: plan }, meter);
  const asked = { ...plan, chosen: chooseNodes(nodes, NODES) };
  const links = await counting.answer(portions, ALL, { name: 'journeyLinks', asked }, meter);
  return levelsOf(nodes, links, asked);
}
