import type { Part } from './columns.ts';
import { addFrequencies, type Frequencies, FrequencyCounter } from './frequencies.ts';
import { Scratch } from './scratch.ts';
import type { Selection } from './selection.ts';

export interface ReturnCounts {
  /** How many visitors had how many visits on their day. */
  readonly visits: Frequencies;
  /** The seconds from the last hit of a visit to the first of the visitor's next; 0 if a late hit made them overlap. */
  readonly pauses: Frequencies;
}

/** Counts how often the visitors of the selected visits came back within the day. */
export function countReturns(part: Part, { visits, isNew }: Selection): ReturnCounts {
  const times = new FrequencyCounter();
  const pauses = new FrequencyCounter();
  const start = memory.start.copy(part.column('visit', 'start').values);
  const pages = memory.pages.copy(part.column('visit', 'pages').values);
  const triggers = memory.triggers.copy(part.column('visit', 'triggers').values);
  const gap = part.column('pageview', 'gap').values;
  const eventGap = part.column('event', 'gap').values;
  let visit = 0;
  let page = 0;
  let event = 0;
  for (let at = 0; at < visits.length; ) {
    let end = at + 1;
    while (end < visits.length && isNew[end] === 0) end++;
    times.add(end - at);
    // Only visitors who came back have pauses, and they are few.
    if (end - at > 1) {
      const spans: Span[] = [];
      for (; at < end; at++) {
        for (const selected = visits[at] as number; visit < selected; visit++) {
          page += pages[visit] as number;
          event += triggers[visit] as number;
        }
        const first = start[visit] as number;
        let last = first;
        for (const pageEnd = page + (pages[visit] as number); page < pageEnd; page++) last += gap[page] as number;
        // Events are in the order of time.
        event += triggers[visit] as number;
        if (triggers[visit] !== 0) last = Math.max(last, first + (eventGap[event - 1] as number));
        spans.push({ first, last });
        visit++;
      }
      addPauses(spans, pauses);
    }
    at = end;
  }
  return { visits: times.frequencies(), pauses: pauses.frequencies() };
}

/** When a visit began and ended, in seconds. */
interface Span {
  readonly first: number;
  readonly last: number;
}

function addPauses(spans: Span[], pauses: FrequencyCounter): void {
  // A late hit can begin a visit before another one of the same visitor.
  spans.sort((a, b) => a.first - b.first);
  for (let at = 1; at < spans.length; at++)
    pauses.add(Math.max(0, (spans[at] as Span).first - (spans[at - 1] as Span).last));
}

/** Returns the counts of all parts. The visits of a visitor on one day are in one part. */
export function mergeReturns(all: readonly ReturnCounts[]): ReturnCounts {
  return {
    visits: addFrequencies(all.map(({ visits }) => visits)),
    pauses: addFrequencies(all.map(({ pauses }) => pauses)),
  };
}

/** A thread counts one part at a time. */
const memory = { start: new Scratch(), pages: new Scratch(), triggers: new Scratch() };
