import { useRef } from 'preact/hooks';
import { useNearness } from '../parts/nearness.ts';
import { Crawlers } from './crawlers.tsx';
import { Funnels } from './funnels.tsx';
import { Journeys } from './journeys.tsx';
import { CameBack } from './returns.tsx';

/** What few readers look at every day, such as what needs single visits: read once the reader is close to it. */
export function Paths() {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNearness(frame);
  return (
    <div class="paths" ref={frame}>
      <Funnels isNear={isNear} />
      <Journeys isNear={isNear} />
      <CameBack isNear={isNear} />
      <Crawlers isNear={isNear} />
    </div>
  );
}
