import { useEffect, useRef } from 'preact/hooks';
import { useNearness } from '../parts/nearness.ts';
import { Crawlers } from './crawlers.tsx';
import { Funnels } from './funnels.tsx';
import { Journeys } from './journeys.tsx';
import { CameBack } from './returns.tsx';
import { useTurns } from './turn.ts';

const PARTS = [Funnels, Journeys, CameBack, Crawlers];

/**
 * What few readers look at every day, such as what needs single visits: read once the reader is close to it. It counts as
 * drawn as long as that is far away.
 */
export function Paths({ onDrawn }: { readonly onDrawn: (isDrawn: true) => void }) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNearness(frame);
  const { turnOf, areDrawn } = useTurns(PARTS.length, isNear === true);
  useEffect(() => {
    if (isNear === false || areDrawn) onDrawn(true);
  }, [isNear, areDrawn, onDrawn]);
  return (
    <div class="paths" ref={frame}>
      {PARTS.map((Part, at) => (
        <Part key={Part.name} turn={turnOf(at)} />
      ))}
    </div>
  );
}
