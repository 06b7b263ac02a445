import type { Hit } from '../src/domain/stored-hit.ts';
import { attentionOf } from './attention.ts';
import { textOf } from './hits.ts';
import { crowdOf, isMissing } from './launch.ts';
import { createRandom } from './random.ts';
import { signupOf } from './signups.ts';
import { type TrafficShape, traffic } from './traffic.ts';

const SIZE = { hitsPerDay: 420, pages: 260, referrers: 40, places: 1, seed: 1 };

/** Yields the hits of each day by time: generated traffic, in which people read, sign up, and talk about version 2. */
export function* demoTraffic(about: Omit<TrafficShape, keyof typeof SIZE>): Generator<Hit[]> {
  const shape = { ...SIZE, ...about };
  const { timezone, to, until } = shape;
  let day = shape.from;
  for (const hits of traffic(shape)) {
    // Draws of its own leave those of the traffic as they are.
    const random = createRandom(shape.seed * 100_003 + to - day);
    const usual = Map.groupBy(hits.filter(isKept), ({ visitor }) => visitor).values();
    const visitors = [...usual].filter(own => !isMissing(own, to - day));
    const found = [...visitors, ...crowdOf(shape, day, to - day, random)].flatMap(own => {
      const all = [...own, ...signupOf(own, shape, random)];
      return [...all, ...attentionOf(all, timezone, random)];
    });
    yield found.filter(({ time }) => time <= until).sort((a, b) => a.time - b.time);
    day++;
  }
}

/** People sign up at the form only. */
function isKept(hit: Hit): boolean {
  return textOf(hit, 'event') !== 'Signup';
}
