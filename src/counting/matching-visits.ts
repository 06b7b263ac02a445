import type { Numbers, Part } from './columns.ts';
import { fillWithHit, runningTotal } from './hits-of-visits.ts';
import type { HitFilter } from './id-filter.ts';
import { wantedOf } from './id-set.ts';
import { loop } from './loop.ts';
import type { Masks } from './masks.ts';
import { hitsMeeting } from './properties.ts';
import type { Scratch } from './scratch.ts';

/** Returns 1 for each visit with a hit that matches. */
export function visitsMatching(
  { totals: memory, masks }: { readonly totals: Scratch; readonly masks: Masks },
  part: Part,
  filter: HitFilter,
): Uint8Array {
  const kind = filter.hit === 'event' ? 'event' : 'pageview';
  const counts = part.column('visit', kind === 'event' ? 'triggers' : 'pages').values;
  const { values, ids } = part.column(kind, filter.hit);
  const wanted = wantedOf(ids as Uint32Array, filter);
  const meeting = hitsMeeting(part, kind, filter);
  if (meeting) keepWanted(meeting, values, wanted);
  const totals = meeting ? runningTotal(memory, meeting, ITSELF) : runningTotal(memory, values, wanted);
  const mask = masks.take(part.count.visit);
  fillWithHit(mask, counts, totals);
  return mask;
}

const ITSELF = Uint8Array.of(0, 1);

const keepWanted = loop((mask: Uint8Array, values: Numbers, wanted: Uint8Array): void => {
  for (let hit = 0; hit < mask.length; hit++) mask[hit]! &= wanted[values[hit] as number] as number;
});
