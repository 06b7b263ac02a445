import { type AmountOf, type AmountsBy, mergeAmountsBy, sumAmountsBy } from './amounts-by.ts';
import { byKind, type Part, type Portion } from './columns.ts';
import { count } from './count.ts';
import { type Funnel, type FunnelCounts, mergeFunnels } from './funnel.ts';
import { countFunnel } from './funnel-walk.ts';
import { countGoals, type GoalCounts } from './goal-counts.ts';
import { countHosts, type HostOfPage, type HostsAsked, mergeHosts } from './hosts-of-pages.ts';
import type { HitFilter, IdFilter } from './id-filter.ts';
import { countLinks, countNodes } from './journey-walk.ts';
import {
  type ChosenJourneys,
  type Journeys,
  type LinkCounts,
  mergeLinks,
  mergeNodes,
  type NodeCounts,
} from './journeys.ts';
import {
  countKeys,
  countProperty,
  type KeyCounts,
  mergeKeys,
  mergeProperty,
  type PropertyAsked,
} from './property-counts.ts';
import { countReturns, mergeReturns, type ReturnCounts } from './returns.ts';
import type { RollupQuery } from './rollups.ts';
import { type Selection, select } from './selection.ts';
import { countTraits, mergeTraits, type TraitSums, type Traits } from './traits.ts';
import { addVectors, type Vector } from './vector.ts';

/** What can be asked about visits: plain data, so that any thread can answer it. */
export interface Asked {
  /** Rollup queries, whose ranges are ignored. */
  readonly sums: readonly RollupQuery[];
  readonly amountsBy: AmountsBy;
  /** The filters that visits match when they have reached each goal. */
  readonly goals: readonly IdFilter[];
  readonly property: PropertyAsked;
  /** The hits whose properties are listed. */
  readonly propertyKeys: HitFilter;
  readonly hostsOfPages: HostsAsked;
  readonly funnel: Funnel;
  /** Journeys are two questions about the same visits: the largest nodes are known only once all parts are counted. */
  readonly journeyNodes: Journeys;
  readonly journeyLinks: ChosenJourneys;
  readonly returns: null;
  readonly traits: Traits;
}

/** The answers, which are plain data as well. */
export interface Answers {
  /** What the rollups would hold if no other visits existed: one vector for each query. */
  readonly sums: readonly Vector[];
  readonly amountsBy: readonly AmountOf[];
  readonly goals: GoalCounts;
  readonly property: Vector;
  readonly propertyKeys: readonly KeyCounts[];
  readonly hostsOfPages: readonly HostOfPage[];
  readonly funnel: FunnelCounts;
  readonly journeyNodes: NodeCounts;
  readonly journeyLinks: LinkCounts;
  readonly returns: ReturnCounts;
  readonly traits: TraitSums;
}

export type QuestionName = keyof Asked;

/** A question by its name. */
export interface Question<Name extends QuestionName = QuestionName> {
  readonly name: Name;
  readonly asked: Asked[Name];
}

/** How a question is answered. */
interface Answering<Name extends QuestionName> {
  /** Answers for the selected visits of a part. */
  answer(part: Part, selection: Selection, asked: Asked[Name]): Answers[Name];
  /** Returns the answer for all parts from those for each of them; no visit is in two parts. */
  merge(answers: readonly Answers[Name][], asked: Asked[Name]): Answers[Name];
}

const QUESTIONS: { readonly [Name in QuestionName]: Answering<Name> } = {
  sums: {
    answer: count,
    merge: (answers, asked) =>
      asked.map(({ metrics }, at) => {
        const vectors = answers.map(vectorsOf => vectorsOf[at] as Vector);
        return vectors.length > 0
          ? addVectors(vectors)
          : { metrics, ids: [], columns: metrics.map(() => new Float64Array()) };
      }),
  },
  goals: {
    answer: countGoals,
    merge: (answers, goals) => ({
      visits: answers.reduce((sum, { visits }) => sum + visits, 0),
      of: goals.map((_, at) => answers.reduce((sum, { of }) => sum + (of[at] as number), 0)),
    }),
  },
  amountsBy: { answer: sumAmountsBy, merge: mergeAmountsBy },
  property: { answer: countProperty, merge: mergeProperty },
  propertyKeys: { answer: countKeys, merge: mergeKeys },
  hostsOfPages: { answer: countHosts, merge: mergeHosts },
  funnel: { answer: countFunnel, merge: mergeFunnels },
  journeyNodes: { answer: countNodes, merge: mergeNodes },
  journeyLinks: { answer: countLinks, merge: mergeLinks },
  returns: { answer: countReturns, merge: mergeReturns },
  traits: { answer: countTraits, merge: mergeTraits },
};

/** Answers a question for the visits of a portion that match the filter. */
export function answerPart<Name extends QuestionName>(
  portion: Portion,
  filter: IdFilter,
  question: Question<Name>,
): Answers[Name] {
  const [answer] = answerEach(portion, filter, [question]);
  return answer as Answers[Name];
}

/** Answers several questions, for which the visits are selected once. */
export function answerEach(
  { part, isWanted }: Portion,
  filter: IdFilter,
  questions: readonly Question[],
): Answers[QuestionName][] {
  const selection = select(part, filter, isWanted);
  return questions.map(({ name, asked }) => QUESTIONS[name].answer(part, selection, asked as never));
}

/** Returns the columns that a question reads, as `kind.name`, for a filter with any ids. */
export function columnsOf(filter: IdFilter, question: Question): Set<string> {
  const columns = new Set<string>();
  const recorder: Part = {
    firstDay: 0,
    days: 0,
    count: byKind(() => 0),
    amounts: [''],
    column(kind, name) {
      columns.add(`${kind}.${name}`);
      return { values: new Uint8Array(), ids: new Uint32Array() };
    },
  };
  answerPart({ part: recorder, isWanted: new Uint8Array() }, filter, question);
  return columns;
}

export function mergeAnswers<Name extends QuestionName>(
  answers: readonly Answers[Name][],
  { name, asked }: Question<Name>,
): Answers[Name] {
  return QUESTIONS[name].merge(answers, asked);
}

/** Does the same for several questions; `all` has the answers to each of them for each part. */
export function mergeEach(
  all: readonly (readonly Answers[QuestionName][])[],
  questions: readonly Question[],
): Answers[QuestionName][] {
  return questions.map((question, at) =>
    mergeAnswers(
      all.map(answers => answers[at] as never),
      question,
    ),
  );
}
