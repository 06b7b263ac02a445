import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import type { Funnel } from '../../src/counting/funnel.ts';
import { packColumns } from '../../src/db/columns/pack.ts';
import { openColumnStore } from '../../src/db/columns/store.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { addAmounts } from '../../src/domain/amount.ts';
import type { Filter } from '../../src/domain/filter.ts';
import { FUNNEL_ORDERS, FUNNEL_UNITS } from '../../src/domain/funnel.ts';
import { STATISTICS } from '../../src/domain/statistics.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { localDay } from '../../src/domain/time-zone.ts';
import { packWebsite } from '../../src/fold/pack.ts';
import { rebuild, verify } from '../../src/fold/verify.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { forgetKilled, withoutForgotten } from '../support/forget.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import type { RecountedVisit } from '../support/metric-rows.ts';
import { visitsOfFolds } from '../support/naive-folds.ts';
import { naiveFunnel } from '../support/naive-funnel.ts';
import { naiveJourneys } from '../support/naive-journeys.ts';
import { naivePages } from '../support/naive-pages.ts';
import { naiveReturns } from '../support/naive-returns.ts';
import type { NaiveVisit } from '../support/naive-visits.ts';
import { arbitraryFilter } from '../support/random-filters.ts';
import { arbitrarySentHits, EXCLUDED, HOSTS, KNOWN, type SentHit } from '../support/random-site.ts';
import { recount, valuesOf } from '../support/recount.ts';

const RUNS = Number(process.env.RUNS ?? 2);
const DAYS = 3;
/** Days around a clock change or the end of a month, in local time. */
const SCENES = [
  { timezone: 'Europe/Berlin', start: '2026-03-27T23:00:00Z' },
  { timezone: 'America/New_York', start: '2026-10-31T04:00:00Z' },
  { timezone: 'Asia/Kathmandu', start: '2026-05-30T18:15:00Z' },
] as const;
const COUNTED = STATISTICS.filter(({ name, scope }) => scope === 'day' || scope === 'hour' || KNOWN.includes(name));
const FIGURES = ['visitors', 'visits', 'pageviews', 'events', 'bounces', 'seconds'] as const;
const LIST = { website: 1, search: null, sortBy: 'COUNT', sort: 'DESC', perPage: 100, page: 1 } as const;
const PATTERNS = [
  { kind: 'PAGE', pattern: '/' },
  { kind: 'PAGE', pattern: '/blog/*' },
  { kind: 'EVENT', pattern: 'Go/' },
] as const;

eachDatabase('Random websites', open => {
  let place: Place;
  let gateway: TestGateway;
  let database: Database;
  beforeAll(async () => {
    place = await open();
    gateway = await startTestGateway(place);
    database = openDatabase(place.url);
  });
  afterAll(async () => {
    await database.close();
    await gateway.stop();
  });

  async function create(timezone: string): Promise<number> {
    const [domain, ...hosts] = HOSTS;
    const input = { domain, hosts, timezone, excludeParams: EXCLUDED };
    const { createWebsite } = await gateway.graphql<{ createWebsite: { id: string } }>(
      'mutation ($input: CreateWebsiteInput!) { createWebsite(input: $input) { id } }',
      { input },
    );
    return Number(createWebsite.id);
  }

  async function send(hits: readonly SentHit[]): Promise<void> {
    const answer = await fetch(`${gateway.url}/api/event/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ hits: hits.map(({ sent }) => sent) }),
    });
    const { accepted, results } = (await answer.json()) as { accepted: number; results: unknown };
    assert.equal(accepted, hits.length, JSON.stringify(results));
    await gateway.drain();
  }

  it('are counted as their hits say, though hits come late: from rows, from packed days, after a rebuild, and after some were forgotten', {
    timeout: 300_000,
  }, async () => {
    const scene = fc.constantFrom(...SCENES).chain(({ timezone, start }) =>
      fc.record({
        timezone: fc.constant(timezone),
        from: fc.constant(localDay(Date.parse(start), timezone).day),
        // The hits of a list are folded together, and those of the next one came late.
        folds: fc.array(arbitrarySentHits(Date.parse(start), timezone, DAYS), { minLength: 2, maxLength: 3 }),
        filters: fc.tuple(arbitraryFilter, arbitraryFilter),
        forgotten: arbitraryFilter,
        packsAgain: fc.boolean(),
        order: fc.constantFrom(...FUNNEL_ORDERS),
        unit: fc.constantFrom(...FUNNEL_UNITS),
      }),
    );
    await fc.assert(
      fc.asyncProperty(scene, async ({ timezone, from, folds, filters, forgotten, packsAgain, order, unit }) => {
        const website = await create(timezone);
        for (const hits of folds) await send(hits);
        let stored = folds.flatMap(hits => hits.map(hit => hit.stored));
        let visits = visitsOfFolds(folds.map(hits => hits.map(hit => hit.stored)));
        const range = { from, to: from + DAYS - 1 };
        const ofPro = { property: { key: 'plan', event: null }, operator: 'IS', values: ['pro'] } as const;
        for (const state of ['rows', 'packed', 'rebuilt', 'forgotten']) {
          if (state === 'rebuilt') await rebuild(database, website);
          if (state === 'forgotten') {
            await forgetKilled(database, website, { ...range, filter: forgotten });
            [stored, visits] = withoutForgotten(stored, visits, forgotten);
          }
          if (state === 'packed' || (state === 'forgotten' && packsAgain)) {
            await packWebsite(database, website);
            const store = await openColumnStore(database, place.dataDir);
            await packColumns({ dialect: database.dialect, store, mostVisits: 5 });
          }
          assert.deepEqual((await verify(database, website)).differences, []);
          for (const filter of [null, ofPro, ...filters]) {
            const expected = recount(stored, filter, range.from, range.to, visits);
            const matching = visits.filter(visit => expected.visits.includes(visit));
            const asked = { website, timezone, ...range, filter, order, unit };
            const found = await answersOf(asked);
            const told = `${state}, ${JSON.stringify(filter)}`;
            for (const [at, { name }] of COUNTED.entries())
              assert.deepEqual(found.rows[at], expected.rows(name), `${name}: ${told}`);
            const counts = expected.counts({ visit: () => true, hit: () => true });
            assert.deepEqual(found.amounts, amountsOf(expected.events), told);
            for (const name of FIGURES) assert.equal(found.figures[name], counts[name], `${name}: ${told}`);
            assert.deepEqual(found.pages, naivePages(matching, expected.rows('page')), told);
            assert.deepEqual(found.paths, pathsOf(expected.visits, asked), told);
          }
        }
        await gateway.graphql('mutation ($id: ID!) { deleteWebsite(id: $id) }', { id: String(website) });
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  async function answersOf({ order, unit, ...range }: Asked) {
    const loader = createStatsLoader(openReading(database, { dataDir: place.dataDir }));
    const period = { ...range, compare: null };
    const steps = PATTERNS.map(step => ({ ...step, conditions: [] }));
    const [summary, funnel, journeys, returns, ...lists] = await Promise.all([
      loader.summary({ ...period, amounts: true }),
      loader.funnel({ ...period, steps, order, unit, within: null }),
      loader.journeys({ ...period, by: 'PAGE', start: null, end: null, pageGroups: [], levels: 4, perLevel: 50 }),
      loader.returns(period),
      ...COUNTED.map(({ name }) => loader.load({ ...LIST, ...range, name, exits: true, sums: name === 'page' })),
    ]);
    return {
      figures: Object.fromEntries(FIGURES.map(name => [name, summary.figures[name].value])),
      amounts: summary.amounts.map(({ unit: of, sum }) => `${of} ${sum}`),
      pages: Object.fromEntries(
        (lists[COUNTED.findIndex(({ name }) => name === 'page')]?.rows ?? []).map(
          ({ value, exitRate, timeOnPage, scrollDepth }) => [value, { exitRate, timeOnPage, scrollDepth }],
        ),
      ),
      rows: lists.map(({ rows }) => Object.fromEntries(rows.map(({ value, count }) => [value, count]))),
      paths: {
        funnel: funnel.steps.map(({ reached, dropped, medianSeconds, p90Seconds, amounts }) => ({
          ...{ reached, dropped, medianSeconds, p90Seconds },
          amounts: amounts.map(({ unit: of, sum }) => `${of} ${sum}`),
        })),
        journeys: journeys.levels.map(({ nodes, links }) => ({
          nodes: nodes.map(({ value, visits }) => `${value} ${visits}`).sort(),
          links: links.map(({ from, to, visits }) => `${from} ${to} ${visits}`).sort(),
        })),
        returns: {
          rows: returns.rows.map(({ visits, visitors }) => `${visits} ${visitors}`),
          median: returns.medianMinutes,
        },
      },
    };
  }
});

interface Asked {
  readonly website: number;
  readonly timezone: string;
  readonly from: number;
  readonly to: number;
  readonly filter: Filter | null;
  readonly order: Funnel['order'];
  readonly unit: Funnel['unit'];
}

/** Returns funnel, journeys and returns as the slow and obvious loops count them. */
function pathsOf(visits: readonly RecountedVisit[], { order, unit }: Asked) {
  const texts: string[] = [''];
  const idOf = (text: string) => (texts.includes(text) ? texts.indexOf(text) : texts.push(text) - 1);
  const naive = visits.map(({ day, visitor, hits }): NaiveVisit => {
    const counted = hits.filter(({ kind }) => kind !== 'engagement').sort((a, b) => a.time - b.time);
    const paths = counted.map(hit => {
      const { page = '', event = '' } = valuesOf(hit);
      const ids = { page: idOf(page), event: hit.kind === 'event' ? idOf(event) : 0, unit: idOf(hit.unit) };
      return { second: hit.time / 1000, ...ids, amount: hit.amount ?? '' };
    });
    return { day, visitor, hits: paths };
  });
  const steps = PATTERNS.map(({ kind, pattern }) => ({
    hit: kind === 'PAGE' ? ('page' as const) : ('event' as const),
    ids: texts.flatMap((text, id) =>
      (
        kind === 'EVENT'
          ? text === pattern
          : text.split('?')[0] === pattern || (pattern.endsWith('*') && text.startsWith(pattern.slice(0, -1)))
      )
        ? [id]
        : [],
    ),
  }));
  const counts = naiveFunnel(naive, { steps, order, unit, within: null });
  const { visits: times, pauses } = naiveReturns(naive);
  const named = (text: string) => text.replace(/\d+(?= )/g, id => texts[Number(id)] ?? '').replace('END', '(end)');
  const median = nearestRank(pauses, 0.5);
  return {
    funnel: steps.map((_, at) => {
      const seconds = (counts.seconds[at] ?? []).flatMap(text => {
        const [number = 0, count = 0] = text.split(' ').map(Number);
        return Array.from({ length: count }, () => number);
      });
      return {
        ...{ reached: counts.reached[at], dropped: counts.dropped[at] },
        ...{ medianSeconds: nearestRank(seconds, 0.5), p90Seconds: nearestRank(seconds, 0.9) },
        amounts: at === steps.length - 1 ? counts.amounts.map(named) : [],
      };
    }),
    journeys: naiveJourneys(naive, { by: 'page', groups: null, start: null, end: null, levels: 4 }, 50).map(level => ({
      nodes: level.nodes.map(named).sort(),
      links: level.links.map(named).sort(),
    })),
    returns: {
      rows: [...Map.groupBy(times, count => count)]
        .sort(([a], [b]) => a - b)
        .map(([count, some]) => `${count} ${some.length}`),
      median: median === null ? null : median / 60,
    },
  };
}

function amountsOf(events: readonly Hit[]): string[] {
  const amounts = events.flatMap(({ amount }) => amount ?? []);
  return amounts.length === 0 ? [] : [`EUR ${amounts.reduce(addAmounts)}`];
}

function nearestRank(numbers: readonly number[], share: number): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
}
