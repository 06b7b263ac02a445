import { useRef } from 'preact/hooks';
import { useNearness } from '../parts/nearness.ts';
import { Funnels } from './funnels.tsx';
import { Journeys } from './journeys.tsx';
import { CameBack } from './returns.tsx';

/** What needs single visits: each section is read once the reader is close to it, since it costs a pass over them. */
export function Paths() {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNearness(frame);
  return (
    <div class="paths" ref={frame}>
      <Funnels isNear={isNear} />
      <Journeys isNear={isNear} />
      <CameBack isNear={isNear} />
    </div>
  );
}
