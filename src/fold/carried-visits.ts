import type { Visit } from '../counting/visit.ts';
import type { Visits } from './visits.ts';

/*
 * A visitor who has more hits on a day than a batch of an import takes is in several batches, one after the other. Each
 * hands the visits on as they are at its end; days that are too old to be stored have them nowhere else.
 */

/** A visit as JSON; its ids are those of the dictionary. */
export type CarriedVisit = readonly [day: number, visitor: string, visit: Visit];

/** Adds visits, also of visitors without a hit in this batch: a later one can have some. */
export function addCarried(visits: Visits, carried: readonly CarriedVisit[]): void {
  for (const [day, visitor, visit] of carried) {
    const ofDay = visits.get(day) ?? new Map<string, Visit[]>();
    visits.set(day, ofDay);
    const mine = ofDay.get(visitor);
    if (mine) mine.push(visit);
    else ofDay.set(visitor, [visit]);
  }
}

/** Returns the visits to hand on. */
export function carriedOf(visits: Visits, idOf: (id: number) => number): CarriedVisit[] {
  return [...visits].flatMap(([day, ofDay]) =>
    [...ofDay].flatMap(([visitor, mine]) =>
      mine.map((visit): CarriedVisit => {
        const ids = Array.from(visit.ids, id => idOf(id ?? 0));
        return [day, visitor, { ...visit, ids, isNew: false, changed: false }];
      }),
    ),
  );
}
