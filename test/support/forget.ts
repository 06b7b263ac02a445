import type { Database } from '../../src/db/open.ts';
import type { Filter } from '../../src/domain/filter.ts';
import { type ForgetChoice, isOfHits } from '../../src/domain/forget.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { type Forget, forgetsOf, registerForget } from '../../src/forget/forgets.ts';
import { runForget } from '../../src/forget/running.ts';
import { findWebsite } from '../../src/websites/access.ts';
import { Killed } from './imports.ts';
import type { RecountedVisit } from './metric-rows.ts';
import { matches, valuesOf } from './recount.ts';

/** Returns a choice of everything on some days but for what is given. */
export function choiceOf(parts: Pick<ForgetChoice, 'from' | 'to'> & Partial<ForgetChoice>): ForgetChoice {
  return { fromMinute: null, toMinute: null, visitorAt: null, page: null, filter: null, ...parts };
}

/** Makes a website forget; the first attempt is killed after its first step, the second after its second, and so on. */
export async function forgetKilled(
  database: Database,
  website: number,
  parts: Parameters<typeof choiceOf>[0],
): Promise<Forget> {
  const found = await findWebsite(database, { id: website });
  if (!found) throw new Error(`There is no website ${website}.`);
  const { id } = await registerForget(database, null, found, choiceOf(parts), Date.now());
  for (let kills = 0; ; kills++) {
    let steps = 0;
    const stepped = () => {
      if (++steps > kills) throw new Killed();
    };
    try {
      await runForget({ database, now: Date.now, most: 2, stepped }, found, id);
      const [[forget] = []] = await forgetsOf(database, [website]);
      return forget as Forget;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
}

/** Returns what is left of hits and visits when those that match are gone; a hit without a visit stands for itself. */
export function withoutForgotten<Visit extends RecountedVisit>(
  hits: readonly Hit[],
  visits: readonly Visit[],
  filter: Filter,
): [Hit[], Visit[]] {
  const left = visits.filter(visit => !matches(filter, visit));
  const kept = new Set(left.flatMap(visit => visit.hits));
  const ofVisits = new Set(visits.flatMap(visit => visit.hits));
  const isGone = (hit: Hit) => {
    if (ofVisits.has(hit)) return !kept.has(hit);
    const alone = { day: hit.day, visitor: hit.visitor, hour: hit.hour, values: valuesOf(hit), hits: [hit], lastAt: 0 };
    return isOfHits(filter) && hit.kind !== 'engagement' && matches(filter, alone);
  };
  return [hits.filter(hit => !isGone(hit)), left];
}
