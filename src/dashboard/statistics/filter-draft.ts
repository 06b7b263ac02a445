import type { PropertyRef } from '../../domain/filter.ts';
import type { StatName } from './__generated__/operations.ts';
import { joinedParts } from './filter-merge.ts';
import { type Condition, type Group, isGroup, type Part } from './filters.ts';

/** A condition while it is edited: it can lack values, and has what was typed but not yet taken. */
export interface Draft extends Omit<Condition, 'property'> {
  readonly id: number;
  readonly property?: PropertyRef | undefined;
  readonly typed: string;
}

/** A group while it is edited. */
export interface DraftGroup extends Pick<Group, 'match'> {
  readonly id: number;
  readonly parts: readonly DraftPart[];
}

export type DraftPart = Draft | DraftGroup;

let last = 0;

/** Returns a part as it is edited; without one, a condition on pages that lacks its values. */
export function draftOf(part: Part = { name: 'PAGE', operator: 'IS', values: [] }): DraftPart {
  const id = ++last;
  return isGroup(part)
    ? { id, match: part.match, parts: part.parts.map(one => draftOf(one)) }
    : { ...part, id, typed: '' };
}

/** Returns the conditions with a text that is not yet taken. */
export function typedIn(draft: DraftPart): readonly Draft[] {
  if ('match' in draft) return draft.parts.flatMap(typedIn);
  return draft.typed === '' ? [] : [draft];
}

/**
 * Returns the part that a draft means; null if it is not complete. `meant` returns the value of what was typed; a visit
 * has one value of each of `single`.
 */
export function partOf(
  draft: DraftPart,
  meant: (draft: Draft) => string,
  single: readonly StatName[] = [],
): Part | null {
  if ('match' in draft) {
    const all = draft.parts.map(one => partOf(one, meant, single));
    if (all.length === 0 || !all.every(part => part !== null)) return null;
    const parts = draft.match === 'all' ? joinedParts(all, single) : all;
    const [first] = parts;
    return parts.length === 1 && first && draft.match !== 'none' ? first : { match: draft.match, parts };
  }
  const { id: _, typed, name, operator, property, values } = draft;
  const all = typed === '' ? values : [...new Set([...values, meant(draft)])];
  if (all.length === 0 || property?.key === '') return null;
  // Every value contains the empty text.
  if (operator !== 'IS' && operator !== 'IS_NOT' && all.includes('')) return null;
  return { name, ...(property && { property }), operator, values: all };
}
