import { type FourCounts, gOf, logTail } from '../domain/significance.ts';
import { LEAST_FREEDOM, MaskTable, type RangeSums, type Spread } from './mask-table.ts';
import type { Trait } from './traits.ts';

/** A cause: the visits that have all of its traits (one or two positions) and belong to no cause before it. */
export interface FoundCause {
  readonly traits: readonly number[];
  readonly before: number;
  readonly after: number;
}

export interface CauseQuestion {
  /** With how coarse their statistics are: the number of different values that they have. */
  readonly traits: readonly (Pick<Trait, 'kind' | 'column'> & { readonly values: number })[];
  readonly before: RangeSums;
  readonly after: RangeSums;
  /** Further days that show what is usual; null if those of both ranges suffice. */
  readonly reference: RangeSums | null;
  /** How many values and how many pairs could have been found, including those that `traits` leaves out. */
  readonly values: number;
  readonly pairs: number;
}

const MOST_CAUSES = 5;
/** The least share of all visits of both ranges that a cause has, and the least share that it moves beyond the rest. */
export const LEAST_SHARE = 0.01;
/** The probability of any cause being told when nothing but chance was at work. */
const FALSE_CAUSES = 0.01;
/** How many degrees of freedom the dispersion that is usual for other values counts for. */
const USUAL_FREEDOM = 16;
/** Of several causes whose scores differ by less than this factor, which say the same, the coarsest is told. */
const SAME = 0.95;

interface Candidate extends FourCounts {
  readonly traits: readonly number[];
  readonly mask: number;
  readonly score: number;
  readonly g: number;
}

/**
 * Finds the causes of a change one after another: each is the value, or the pair of values, whose share of the visits
 * that are left has changed most clearly. A cause is told if that is unlikely to be chance, given how much its share
 * varies between blocks of the same range, and although the clearest of all values and pairs was chosen.
 */
export function findCauses(question: CauseQuestion): FoundCause[] {
  const table = new MaskTable(question.before, question.after, question.reference);
  const [before, after] = table.totals();
  const least = LEAST_SHARE * (before + after);
  const moved = LEAST_SHARE * Math.max(before, after);
  // Values and pairs share the probability equally: there are far more pairs.
  const limits = [question.values, question.pairs].map(count => Math.log(FALSE_CAUSES / 2 / Math.max(1, count)));
  const limitOf = ({ traits }: Candidate) => limits[traits.length - 1] as number;
  const usual = usualDispersion(table, question.traits.length);
  const causes: FoundCause[] = [];
  while (causes.length < MOST_CAUSES) {
    const candidates = candidatesOf(table, question)
      .filter(one => one.before + one.after >= least && Math.abs(beyondOf(one)) >= moved)
      .filter(one => logTail(one.g, Number.MAX_SAFE_INTEGER) <= limitOf(one))
      .sort((a, b) => b.score - a.score);
    const best = candidates.find(one => isTold(one, table, usual, limitOf(one)));
    if (!best) break;
    const same = candidates.filter(one => one.score >= SAME * best.score && isTold(one, table, usual, limitOf(one)));
    const told = same.reduce((one, other) => (coarseness(other, question) < coarseness(one, question) ? other : one));
    causes.push({ traits: told.traits, before: told.before, after: told.after });
    table.remove(told.mask);
  }
  return causes;
}

/** Returns how far a cause went beyond the change of everything else. */
function beyondOf({ before, after, otherBefore, otherAfter }: FourCounts): number {
  return otherBefore === 0 ? after - before : after - (before * otherAfter) / otherBefore;
}

/** Every trait and every pair of traits of different statistics. */
function candidatesOf(table: MaskTable, { traits }: CauseQuestion): Candidate[] {
  const [allBefore, allAfter] = table.totals();
  const sums = table.pairs();
  const candidates: Candidate[] = [];
  for (let one = 0; one < traits.length; one++)
    for (let other = one; other < traits.length; other++) {
      if (other > one && nameOf(traits[one]) === nameOf(traits[other])) continue;
      const [before, after] = sums(one, other);
      const counts = { before, after, otherBefore: allBefore - before, otherAfter: allAfter - after };
      const g = gOf(counts);
      const own = Math.abs(Math.log((after + 1) / (before + 1)));
      const rest = Math.abs(Math.log((counts.otherAfter + 1) / (counts.otherBefore + 1)));
      // Of a value and all others, that one is the cause which did not stay as it was.
      const lean = own + rest === 0 ? 0.5 : 0.5 + own / (own + rest) / 2;
      const of = other === one ? [one] : [one, other];
      candidates.push({ traits: of, mask: (1 << one) | (1 << other), ...counts, g, score: g * lean });
    }
  return candidates;
}

function nameOf(trait: CauseQuestion['traits'][number] | undefined): string {
  return `${trait?.kind}.${trait?.column}`;
}

/** Pairs are finer than values; a value is finer if its statistic has more of them. */
function coarseness({ traits }: Candidate, question: CauseQuestion): number {
  const values = traits.map(at => question.traits[at]?.values ?? 0);
  return traits.length * 1e9 + Math.max(...values);
}

/**
 * Whether the change is more than noise. How much noise there is follows from how the share differs between the days of
 * the earlier range, of the later one, or of both: what happened on some days of one makes that one a poor measure. As
 * few days say little, what is usual for other values counts as well.
 */
function isTold({ mask, g }: Candidate, table: MaskTable, usual: number, limit: number): boolean {
  const spreads = table.spreadsOf(mask).filter(({ freedom }) => freedom >= LEAST_FREEDOM);
  return spreads.some(spread => {
    const freedom = spread.freedom + USUAL_FREEDOM;
    const dispersion = (spread.squares + usual * USUAL_FREEDOM) / freedom;
    return logTail(g / Math.max(1, dispersion), freedom) <= limit - Math.log(spreads.length);
  });
}

/** Returns the dispersion that half of the traits exceed; at least 1, that of independent visits. */
function usualDispersion(table: MaskTable, count: number): number {
  const found = Array.from({ length: count }, (_, trait) => table.spreadsOf(1 << trait)[0] as Spread)
    .filter(({ freedom }) => freedom > 0)
    .map(({ squares, freedom }) => squares / freedom)
    .sort((a, b) => a - b);
  return Math.max(1, found[Math.floor(found.length / 2)] ?? 1);
}
