import { type Frequencies, mostFrequent } from '../counting/frequencies.ts';
import type { JourneyKind, JourneysBy } from '../domain/journey.ts';
import { labelOf } from '../domain/label.ts';
import { OTHER } from '../domain/other.ts';

/** Where visits, or visitors, went. */
export interface JourneyNode {
  readonly kind: JourneyKind;
  readonly value: string;
  readonly label: string;
  readonly visits: number;
}

/** All that is not listed separately; pages that were too many for a day are among them. */
export function otherNode(visits: number): JourneyNode {
  return { kind: 'OTHER', value: OTHER, label: OTHER, visits };
}

export function endNode(visits: number, label = '(end)'): JourneyNode {
  return { kind: 'END', value: '(end)', label, visits };
}

export function nodeOf(kind: JourneysBy, value: string, visits: number): JourneyNode {
  return { kind, value, label: labelOf(kind === 'EVENT' ? 'plain' : 'page', value), visits };
}

/** Returns the most frequent ones, without the id `except`, which counts among all others. */
export function mostFrequentExcept(frequencies: Frequencies, most: number, except: number | undefined) {
  return mostFrequent(frequencies, most + 1)
    .filter(({ number }) => number !== except)
    .slice(0, most);
}
