import { STORED_METRICS } from '../domain/metrics.ts';
import { byKind, COLUMNS, type Column, KINDS, type Numbers, type Part } from './columns.ts';
import type { Funnel } from './funnel.ts';
import type { IdFilter, IdSet } from './id-filter.ts';
import type { Journeys } from './journeys.ts';
import { type Answers, answerPart, mergeAnswers, type Question } from './questions.ts';
import { COUNTED_ROLLUPS } from './rollups.ts';
import { sumBodies } from './vector.ts';

const DAYS = 30;
const VISITS = 3_000;
const PAGEVIEWS = 2 * VISITS;
const EVENTS = VISITS / 4;
const VALUES = 200;
/** As many different amounts as a month of a shop has. */
const AMOUNTS = 2_000;
/** How often each question is asked; V8 needs a few times to see what types a loop has, and a few to compile it. */
const ROUNDS = 6;

/**
 * Answers every kind of question about made-up visits, so that V8 has compiled the loops, for numbers of every width,
 * before a question needs them: the first question about many visits would otherwise take several times as long.
 * Yields after each few milliseconds of work.
 */
export function* warmUp(): Generator<void> {
  const parts: Part[] = [];
  for (const width of [Uint8Array, Uint16Array, Uint32Array]) {
    parts.push(madePart(width));
    yield;
  }
  const isWanted = new Uint8Array(DAYS).fill(1);
  for (let round = 0; round < ROUNDS; round++)
    for (const question of QUESTIONS) {
      const answers: Answers[typeof question.name][] = [];
      for (const part of parts) {
        const filter = FILTERS[(round + parts.indexOf(part)) % FILTERS.length] as IdFilter;
        answers.push(answerPart({ part, isWanted }, filter, question));
        yield;
      }
      mergeAnswers(answers, question);
    }
  const text = Array.from({ length: VISITS }, (_, at) => `${at} ${STORED_METRICS.map(() => at % VALUES).join(' ')}`);
  for (let round = 0; round < ROUNDS; round++) {
    sumBodies([text.join()], STORED_METRICS);
    yield;
  }
}

const SOME: IdSet = { ids: [7, 11, 13] };
const OTHERS: IdSet = { ids: [7, 11, 13], allOthersUpTo: VALUES };
const FILTERS: readonly IdFilter[] = [
  {
    and: [
      { column: 'country', ...OTHERS },
      { column: 'browser', ...OTHERS },
    ],
  },
  { hit: 'page', ...OTHERS },
  {
    and: [
      {
        not: {
          or: [
            { column: 'country', ...SOME },
            { hit: 'page', ...SOME },
          ],
        },
      },
      { or: [{ always: true }, { hit: 'event', ...SOME }] },
    ],
  },
  { always: true },
  // So few visits that only their hits are looked at.
  { column: 'country', ids: Array.from({ length: VALUES / 5 }, (_, at) => at) },
];
const STEPS: Funnel['steps'] = [
  { hit: 'page', ...OTHERS },
  { hit: 'page', ...OTHERS },
  { hit: 'event', ...OTHERS },
];
const JOURNEYS: Journeys = { by: 'page', groups: null, start: null, end: null, levels: 5 };

/** All statistics at once, for which nearly all columns are read. */
export const ALL_SUMS: Question<'sums'> = {
  name: 'sums',
  asked: [...COUNTED_ROLLUPS.values()]
    .filter(({ column }) => column !== undefined)
    .map(({ rollup, ofVisit, ofHit }) => ({
      rollup,
      by: 'value' as const,
      from: 0,
      to: DAYS,
      metrics: STORED_METRICS.filter(metric => ofVisit.includes(metric) || ofHit.includes(metric)),
    })),
};

const QUESTIONS: readonly Question[] = [
  ALL_SUMS,
  { name: 'amountsBy', asked: { by: 'event' } },
  { name: 'amountsBy', asked: { by: 'filter', hits: [{ hit: 'event', ...OTHERS }] } },
  { name: 'amountsBy', asked: { by: 'visit', column: 'country', ids: SOME.ids } },
  { name: 'amountsBy', asked: { by: 'hour' } },
  {
    name: 'traits',
    asked: {
      metric: 'visits',
      traits: ['country', 'browser', 'referrer'].map(column => ({ kind: 'visit', column, ...SOME })),
      range: { from: 0, to: DAYS - 1 },
      blocks: 4,
    },
  },
  { name: 'goals', asked: FILTERS },
  { name: 'funnel', asked: { steps: STEPS, order: 'IN_ORDER', unit: 'VISIT', within: null } },
  { name: 'funnel', asked: { steps: STEPS, order: 'ANY', unit: 'VISITOR', within: 600 } },
  { name: 'funnel', asked: { steps: STEPS.slice(0, 2), order: 'IN_ORDER', unit: 'VISIT', within: null } },
  { name: 'returns', asked: null },
  { name: 'journeyNodes', asked: JOURNEYS },
  { name: 'journeyLinks', asked: { ...JOURNEYS, chosen: Array.from({ length: 5 }, () => [7, 11, 13]) } },
];

type Width = new (length: number) => Numbers;

/** Returns a part whose value ids and amounts have a width; its other numbers are as wide as they are in most parts. */
function madePart(ofIds: Width): Part {
  const count: Part['count'] = { ...byKind(() => 0), visit: VISITS, pageview: PAGEVIEWS, event: EVENTS };
  const ids = Uint32Array.from({ length: VALUES }, (_, at) => at);
  const columns = new Map<string, Column>();
  for (const kind of KINDS)
    for (const name of [...COLUMNS[kind].plain, ...COLUMNS[kind].ids]) {
      const made = MADE[`${kind}.${name}`] ?? randomly;
      const isOfIds = (COLUMNS[kind].ids as readonly string[]).includes(name);
      const Width = isOfIds || name === 'amount' ? ofIds : (WIDER[name] ?? Uint8Array);
      const values = new Width(count[kind]).map((_, at) => made(at));
      columns.set(`${kind}.${name}`, { values, ids: isOfIds ? ids : null });
    }
  const amounts = Array.from({ length: AMOUNTS }, (_, at) => (at === 0 ? '' : `${at}.5`));
  return { firstDay: 0, days: DAYS, count, amounts, column: (kind, name) => columns.get(`${kind}.${name}`) as Column };
}

function randomly(at: number): number {
  return (Math.imul(at, 2_654_435_761) >>> 16) % VALUES;
}

/** Numbers that are wider than a byte in most parts. */
const WIDER: Readonly<Record<string, Width>> = {
  start: Uint32Array,
  seconds: Uint16Array,
  engaged: Uint16Array,
  gap: Uint16Array,
};

/** What the numbers of a part must fit together in, by position; all others are random. */
const MADE: Readonly<Record<string, (at: number) => number>> = {
  'visit.day': at => Math.floor((at * DAYS) / VISITS),
  'visit.first': at => (at % 3 === 0 ? 0 : 1),
  'visit.hour': at => at % 24,
  'visit.attended': at => at % 2,
  'visit.pages': at => 1 + (at % 3),
  'visit.triggers': at => (at % 4 === 0 ? 1 : 0),
  'pageview.hour': at => at % 24,
  'event.hour': at => at % 24,
  'event.after': () => 1,
};
