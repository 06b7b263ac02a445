import type { PropertyRef } from '../../domain/filter.ts';
import type { StatName } from './__generated__/operations.ts';
import { type Condition, isGroup, isSame, type Part } from './filters.ts';

/** What a condition compares, and how; its values can be missing yet. */
export interface Compared extends Pick<Condition, 'name' | 'operator'> {
  readonly property?: PropertyRef | undefined;
}

/** More values than the API takes in one condition. */
const MOST_VALUES = 100;

/**
 * Returns the parts with a condition added. Values that a dimension is join those it already is, and so do values that
 * it is not; values that were demanded and are now denied, or the other way round, change sides.
 */
export function withCondition(parts: readonly Part[], added: Condition): readonly Part[] {
  const { operator, values } = added;
  if (!isExact(added)) return withPart(parts, added);
  const kept = parts.flatMap(part => {
    if (!isOn(part, added) || part.operator === operator || !isExact(part)) return [part];
    const others = part.values.filter(value => !values.includes(value));
    return others.length > 0 ? [{ ...part, values: others }] : [];
  });
  const joined = joinedBy(kept, added);
  if (!joined) return [...kept, added];
  const all = [...new Set([...joined.values, ...values])].slice(-MOST_VALUES);
  return kept.with(kept.indexOf(joined), { ...joined, values: all });
}

/** Returns the condition that those values join that are added; undefined if there is none. */
export function joinedBy(parts: readonly Part[], added: Compared): Condition | undefined {
  return parts.find((part): part is Condition => isOn(part, added) && part.operator === added.operator);
}

/** Returns the parts that stay as they are when a condition is added: without those that it joins or takes values from. */
export function besides(parts: readonly Part[], added: Compared): readonly Part[] {
  return isExact(added) ? parts.filter(part => !isOn(part, added) || !isExact(part)) : parts;
}

/** Returns the parts with one more that must match as well, unless it is there. */
export function withPart(parts: readonly Part[], added: Part): readonly Part[] {
  return parts.some(part => isSame(part, added)) ? parts : [...parts, added];
}

/** Joins conditions that would otherwise match nothing: a visit has one value of each of `single`. */
export function joinedParts(parts: readonly Part[], single: readonly StatName[]): readonly Part[] {
  let joined: readonly Part[] = [];
  for (const part of parts) {
    const isJoined = !isGroup(part) && part.operator === 'IS' && single.includes(part.name);
    joined = isJoined ? withCondition(joined, part) : joined.concat(part);
  }
  return joined;
}

const isExact = ({ operator }: Compared): boolean => operator === 'IS' || operator === 'IS_NOT';

function isOn(part: Part, { name, property }: Compared): part is Condition {
  return (
    !isGroup(part) &&
    part.name === name &&
    part.property?.key === property?.key &&
    part.property?.event === property?.event
  );
}
