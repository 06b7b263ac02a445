import type { Portion } from '../../src/counting/columns.ts';
import type { Funnel } from '../../src/counting/funnel.ts';
import { chooseNodes, type Journeys, levelsOf } from '../../src/counting/journeys.ts';
import { columnsOf } from '../../src/counting/questions.ts';
import { Budget, type Meter, type ReadCost, SERVICE } from '../../src/stats/budget.ts';
import type { CountingThreads } from '../../src/stats/counting-threads.ts';
import type { Reading } from '../../src/stats/loader.ts';
import type { VisitsCall } from './question-list.ts';

const ALL = { always: true } as const;
const NODES = 10;

/** Answers a question about every visit as the thread for reading would. */
export async function askVisits(
  { columns, counting, texts }: Reading,
  { website, from, to }: { readonly website: number; readonly from: number; readonly to: number },
  call: VisitsCall,
): Promise<{ answer: unknown; cost: ReadCost }> {
  const budget = new Budget(SERVICE);
  const ids = call.name === 'funnel' ? await texts.idsOf(website, call.pages) : new Map<string, number>();
  const question =
    call.name === 'funnel'
      ? ({ name: 'funnel', asked: funnelOf(call.pages.map(page => ids.get(page) ?? 0)) } as const)
      : ({ name: 'journeyNodes', asked: journeysOf(call.levels) } as const);
  const answer = await budget.inTurn(meter =>
    columns.read({ website, range: { from, to }, columns: columnsOf(ALL, question) }, meter, async ({ packed, rows }) =>
      walk(counting, [...packed, ...(await rows)], question.asked, meter),
    ),
  );
  return { answer, cost: budget.takeCost() };
}

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
