import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { dateOf, dayNumber } from '../../src/domain/calendar.ts';
import { verify } from '../../src/fold/verify.ts';
import { beginUndo, type Import } from '../../src/imports/imports.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { dump, Importing, NOW, runKilled } from '../support/imports.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const FIRST = dayNumber('2026-01-10');
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A pageview; some are equal, as two requests in one second are. */
interface View {
  readonly day: number;
  readonly second: number;
  readonly visitor: number;
  readonly page: string;
}

const isoOf = ({ day, second }: View) => new Date((FIRST + day) * 86_400_000 + second * 1000).toISOString();
const csv = (head: string, lineOf: (view: View) => string) => (views: readonly View[]) =>
  [head, ...views.map(lineOf)].join('\n');

/** Formats whose rows have no ids, and one whose rows have. */
const FORMATS: Readonly<Record<string, (views: readonly View[]) => string>> = {
  'access.log': views =>
    views
      .map(view => {
        const [date, time] = [isoOf(view).slice(8, 10), isoOf(view).slice(11, 19)];
        return `203.0.113.${view.visitor} - - [${date}/Jan/2026:${time} +0000] "GET ${view.page} HTTP/1.1" 200 9 "-" "${AGENT}"\n`;
      })
      .join(''),
  'hits.ndjson': views =>
    views
      .map(view => {
        const page = `https://site-1.example${view.page}`;
        return `${JSON.stringify({ time: isoOf(view), page, ip: `203.0.113.${view.visitor}`, user_agent: AGENT })}\n`;
      })
      .join(''),
  'hits.csv': csv('time,page,visitor', view => `${isoOf(view)},${view.page},${view.visitor}`),
  'goatcounter.csv': csv(
    '2Path,Title,Event,UserAgent,Browser,System,Session,Bot,Referrer,Referrer scheme,Screen size,Location,FirstVisit,Date',
    view => `${view.page},,false,,Firefox 140,Linux,s${view.visitor},0,,,,DE,false,${isoOf(view)}`,
  ),
  'website_event.csv': views => {
    // Equal views have different ids, which are the same in every file.
    const seen = new Map<string, number>();
    return csv('session_id,event_id,url_path,event_type,browser,created_at', view => {
      const key = JSON.stringify(view).replace(/\W/g, '');
      const no = seen.get(key) ?? 0;
      seen.set(key, no + 1);
      return `s${view.visitor},e${key}-${no},${view.page},1,firefox,${isoOf(view)}`;
    })(views);
  },
  'points.csv': csv(
    'added_iso,path,is_unique,browser_name',
    view => `${isoOf(view)},${view.page},true,Firefox ${view.visitor}`,
  ),
};

const views: fc.Arbitrary<View[]> = fc.array(
  fc.record({
    day: fc.integer({ min: 0, max: 2 }),
    second: fc.constantFrom(3, 40_000, 40_000, 40_001, 40_500, 86_399),
    visitor: fc.integer({ min: 1, max: 2 }),
    page: fc.constantFrom('/', '/a', '/b'),
  }),
  { minLength: 12, maxLength: 60, size: 'max' },
);
/** From where to where in the rows a file goes, in thousandths. */
const span = fc.tuple(fc.nat(1000), fc.nat(1000)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const files = fc.array(span, { minLength: 1, maxLength: 4 });

eachDatabase('Overlapping files of hits', open => {
  let place: Place;
  let database: Database;
  let importing: Importing;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place);
    importing = new Importing(database, place);
  });
  afterAll(() => database.close());

  it('count each row as often as the file with the most of it has it, in one import and in several', async () => {
    const some = fc.record({
      format: fc.constantFrom(...Object.keys(FORMATS)),
      views,
      imports: fc.array(files, { minLength: 1, maxLength: 3 }),
      isSorted: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(some, async ({ format, views: drawn, imports, isSorted }) => {
        const rows = isSorted ? drawn.toSorted((a, b) => (isoOf(a) < isoOf(b) ? -1 : 1)) : drawn;
        const held = new Map<string, number>();
        const done: Import[] = [];
        for (const [at, spans] of imports.entries()) {
          const parts = spans.map(([from, to]) => slice(rows, from, to)).filter(part => part.length > 0);
          if (parts.length === 0) continue;
          const before = new Map(held);
          for (const part of parts)
            for (const [view, count] of countsOf(part)) held.set(view, Math.max(count, held.get(view) ?? 0));
          const one = await importKilled(format, at, parts);
          // The same files as before are refused.
          if (one === null) continue;
          done.push(one);
          const counted = sumOf(held) - sumOf(before);
          const all = parts.reduce((sum, part) => sum + part.length, 0);
          const { repeated = 0, duplicate = 0 } = one.leftOutFor;
          assert.deepEqual([one.rows, one.counted, repeated + duplicate], [all, counted, all - counted]);
          const added = [...held].flatMap(([view, count]) => (count > (before.get(view) ?? 0) ? [viewOf(view)] : []));
          const said = (line: string) => one.report.find(({ name }) => name === line)?.ours;
          const pages = new Set(added.map(({ page }) => page)).size;
          assert.deepEqual(said('page') ?? { sum: 0, values: 0 }, { sum: counted, values: pages });
          const visitors = new Set(added.map(({ day, visitor }) => `${day} ${visitor}`)).size;
          // Without sessions, every point is of another visitor.
          if (format !== 'points.csv') assert.equal(said('visitors'), visitors);
          else if (isSorted) assert.equal(said('visitors'), counted);
        }
        assert.deepEqual(await answers(), recount(held));
        assert.deepEqual((await verify(database, 1)).differences, []);
        for (const { id } of done.toReversed()) {
          await beginUndo(database, id);
          await importing.run(id);
        }
        assert.deepEqual(await dump(database), []);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  /** Imports files with these rows after a dry run, killed at every step; returns null if there is the same already. */
  async function importKilled(format: string, at: number, parts: readonly View[][]): Promise<Import | null> {
    const contents = parts.map((part, no) => [`${at}-${no}-${format}`, FORMATS[format]?.(part) ?? ''] as const);
    const given = { files: Object.fromEntries(contents), until: FIRST + 9 };
    const dry = await importing.import({ ...given, dryRun: true });
    assert.equal(existsSync(join(place.dataDir, 'imports', `${dry.id}`, 'sorted.hits')), false);
    const id = await importing.add(given);
    await runKilled(importing, id);
    const one = await importing.find(id);
    if (one.error?.includes('the same content')) return null;
    assert.deepEqual([one.state, one.error], ['done', null]);
    assert.deepEqual([dry.rows, dry.counted, dry.leftOutFor], [one.rows, one.counted, one.leftOutFor]);
    assert.deepEqual(filesSay(dry), filesSay(one));
    return one;
  }

  /** Returns the pageviews of each page and of each day, as answers have them. */
  async function answers() {
    const loader = createStatsLoader(openReading(database));
    const range = { website: 1, from: FIRST, to: FIRST + 5 };
    const list = { search: null, sortBy: 'COUNT', sort: 'DESC', perPage: 500, page: 1 } as const;
    const { rows } = await loader.load({ ...range, ...list, name: 'page' });
    const period = { ...range, timezone: 'UTC', filter: null, compare: null };
    const { points } = await loader.timeseries({ ...period, interval: 'DAY', now: NOW });
    const days = points.flatMap(({ start, sums }) => (sums.pageviews > 0 ? [[start, sums.pageviews] as const] : []));
    return Object.fromEntries([...rows.map(({ value, count }) => [value, count] as const), ...days]);
  }

  function recount(held: ReadonlyMap<string, number>): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const [view, count] of held) {
      const { page, day } = viewOf(view);
      for (const value of [page, dateOf(FIRST + day)]) counts[value] = (counts[value] ?? 0) + count;
    }
    return counts;
  }
});

function slice(rows: readonly View[], from: number, to: number): View[] {
  return rows.slice(Math.floor((from * rows.length) / 1000), Math.ceil((to * rows.length) / 1000));
}

function countsOf(rows: readonly View[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(JSON.stringify(row), (counts.get(JSON.stringify(row)) ?? 0) + 1);
  return counts;
}

function sumOf(held: ReadonlyMap<string, number>): number {
  return [...held.values()].reduce((sum, count) => sum + count, 0);
}

function viewOf(json: string): View {
  return JSON.parse(json) as View;
}

function filesSay({ report }: Import) {
  return report.flatMap(({ name, file }) => (file === null ? [] : [[name, file]]));
}
