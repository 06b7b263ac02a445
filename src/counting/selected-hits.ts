import type { Numbers, Part } from './columns.ts';
import type { HitFilter } from './id-filter.ts';
import { wantedOf } from './id-set.ts';
import { loop } from './loop.ts';
import { hitsMeeting } from './properties.ts';
import { lookUp, type Selection } from './selection.ts';

/** Returns 1 for each pageview, or each event, of the selected visits that the filter matches. */
export function selectedHits(part: Part, { visits }: Selection, filter: HitFilter): Uint8Array {
  const kind = filter.hit === 'event' ? 'event' : 'pageview';
  const counts = part.column('visit', kind === 'event' ? 'triggers' : 'pages').values;
  const { values, ids } = part.column(kind, filter.hit);
  const wanted = wantedOf(ids as Uint32Array, filter);
  const meeting = hitsMeeting(part, kind, filter);
  const found = new Uint8Array(part.count[kind]);
  if (visits.length === part.count.visit) lookUp(found, values, wanted);
  else lookUpSelected(visits, counts, values, wanted, found);
  if (meeting) for (let at = 0; at < found.length; at++) found[at]! &= meeting[at] as number;
  return found;
}

const lookUpSelected = loop(
  (visits: Uint32Array, counts: Numbers, values: Numbers, wanted: Uint8Array, found: Uint8Array): void => {
    let visit = 0;
    let hit = 0;
    for (let at = 0; at < visits.length; at++) {
      const selected = visits[at] as number;
      while (visit < selected) hit += counts[visit++] as number;
      for (const end = hit + (counts[visit++] as number); hit < end; hit++)
        found[hit] = wanted[values[hit] as number] as number;
    }
  },
);
