import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { dateOf } from '../../src/domain/calendar.ts';
import { EXPLAINED_METRICS } from '../../src/domain/explain.ts';
import type { Filter } from '../../src/domain/filter.ts';
import type { Compare } from '../../src/domain/range.ts';
import { beginUndo } from '../../src/imports/imports.ts';
import { createStatsLoader, openReading, type Reading } from '../../src/stats/loader.ts';
import { eachDatabase, onSqlite, type Place } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { Importing } from '../support/imports.ts';
import { FIRST_DAY, foldStory, STORY_KINDS, type Story, tell } from '../support/stories.ts';

const WEEK = { from: FIRST_DAY + 7, to: FIRST_DAY + 13 };
const LATER = (FIRST_DAY + 20) * 86_400_000;

function explain(reading: Reading, website: number, more: Record<string, unknown> = {}) {
  const query = {
    website,
    timezone: 'UTC',
    ...WEEK,
    compare: 'PREVIOUS_PERIOD' as Compare,
    metric: 'visits' as const,
    filter: null,
    now: LATER,
    registeredAt: 0,
  };
  return createStatsLoader(reading).explain({ ...query, ...more });
}

/** Returns the visits of a story that match a filter on countries. */
function matching({ visits }: Story, countries: readonly string[] | null) {
  return visits.filter(({ values }) => countries === null || countries.includes(values.country as string));
}

eachDatabase('An explanation', open => {
  const stories = [tell('bots', 1), tell('section', 2)];
  let place: Place;
  let database: Database;
  let reading: Reading;

  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place, stories.length);
    reading = openReading(database);
    for (const [at, story] of stories.entries()) await foldStory(database, at + 1, story);
  });
  afterAll(() => database.close());

  it('is about single visits: sums of an import change nothing in it', async () => {
    const before = await explain(reading, 1);
    const importing = new Importing(database, place);
    const days = Array.from({ length: 7 }, (_, day) => dateOf(FIRST_DAY + day));
    const rows = days.flatMap(date => [
      `${date},day,,90,100`,
      `${date},country,FR,80,90`,
      `${date},browser,Opera,80,90`,
    ]);
    const csv = ['date,statistic,value,visitors,visits', ...rows].join('\n');
    const id = await importing.add({ files: { 'sums.csv': csv }, until: FIRST_DAY + 30 });
    const done = await importing.run(id, { databaseTime: () => LATER });
    assert.deepEqual([done.state, done.error, done.counted], ['done', null, rows.length]);
    assert.deepEqual(await explain(reading, 1), before);
    await beginUndo(database, done.id);
    await importing.run(done.id);
  });

  it('divides the change exactly: each visit belongs to the first cause that it matches, or to the rest', async () => {
    let causes = 0;
    for (const [at, story] of stories.entries())
      for (const countries of [null, ['DE:Germany', 'FR:France', 'SG:Singapore']])
        for (const metric of EXPLAINED_METRICS) {
          const filter: Filter | null = countries && { name: 'country', operator: 'IS', values: countries };
          const found = await explain(reading, at + 1, { metric, filter });
          const parts = found.causes.map(({ conditions }) => ({ conditions, before: 0, after: 0 }));
          const rest = { before: 0, after: 0 };
          for (const { day, values, pages, hasEvent } of matching(story, countries)) {
            const has: Readonly<Record<string, string>> = {
              ...values,
              landing_page: pages[0] as string,
              event: hasEvent ? 'Signup' : '',
            };
            const cause = parts.find(({ conditions }) =>
              conditions.every(({ name, operator, value }) =>
                operator === 'IS' ? has[name] === value : has[name]?.startsWith(value),
              ),
            );
            const count = { visits: 1, visitors: 1, pageviews: pages.length, events: hasEvent ? 1 : 0 }[metric];
            (cause ?? rest)[day < WEEK.from ? 'before' : 'after'] += count;
          }
          assert.deepEqual(
            found.causes.map(({ conditions, before, after }) => ({ conditions, before, after })),
            parts,
          );
          assert.deepEqual(found.rest, rest);
          const { figures } = await createStatsLoader(reading).summary({
            website: at + 1,
            timezone: 'UTC',
            ...WEEK,
            filter,
            compare: 'PREVIOUS_PERIOD',
          });
          assert.deepEqual([found.after, found.before], [figures[metric].value, figures[metric].previous]);
          const all = [...found.causes, found.rest];
          assert.equal(
            all.reduce((sum, { before }) => sum + before, 0),
            found.before,
          );
          assert.equal(
            all.reduce((sum, { after }) => sum + after, 0),
            found.after,
          );
          causes += found.causes.length;
        }
    assert.ok(causes >= 6, `${causes} causes`);
  });

  it('says what happened, how far it goes beyond the rest, and which days it compares', async () => {
    const { causes, rest, earlier, from, to } = await explain(reading, 2);
    const [cause] = causes;
    assert.ok(cause && stories[1]?.isPlanted(cause.conditions));
    assert.equal(cause.beyond, Math.round((cause.after - (cause.before * rest.after) / rest.before) * 100) / 100);
    const [{ name, operator, label } = assert.fail()] = cause.conditions;
    assert.deepEqual([cause.metric, name, operator, cause.after], ['visits', 'landing_page', 'STARTS_WITH', 0]);
    assert.match(label, /^\/\w+\/$/);
    assert.deepEqual(cause.rest, rest);
    assert.deepEqual({ from, to, earlier }, { ...WEEK, earlier: { from: FIRST_DAY, to: FIRST_DAY + 6 } });
  });

  it('leaves out days that are not over, and those whose earlier day was not counted', async () => {
    const days = async (more: Record<string, unknown>) => {
      const { from, to, earlier } = await explain(reading, 1, more);
      return [from, to, earlier.from, earlier.to].map(day => day - FIRST_DAY);
    };
    const during = (day: number) => (FIRST_DAY + day) * 86_400_000 + 3_600_000;
    assert.deepEqual(await days({ now: during(12) }), [7, 11, 0, 4]);
    const weekdays = { compare: 'PREVIOUS_WEEKDAYS', from: FIRST_DAY + 10, to: FIRST_DAY + 12 };
    assert.deepEqual(await days(weekdays), [10, 12, 3, 5]);
    assert.deepEqual(await days({ from: FIRST_DAY + 5, compare: 'PREVIOUS_PERIOD' }), [9, 13, 0, 4]);
    assert.deepEqual(await days({ registeredAt: during(0) }), [8, 13, 1, 6]);
    const midnight = (FIRST_DAY + 7) * 86_400_000;
    for (const more of [{ now: midnight }, { compare: 'PREVIOUS_YEAR' }, { from: FIRST_DAY, to: FIRST_DAY + 2 }])
      await assert.rejects(explain(reading, 1, more), {
        code: 'BAD_USER_INPUT',
        message: /^No change can be explained for /,
      });
  });

  it('compares today alone up to its last full hour, with the same part of the earlier day', async () => {
    for (const [at, story] of stories.entries())
      for (const hour of [1, 9, 17]) {
        const [day, before] = [FIRST_DAY + 13, FIRST_DAY + 6];
        const found = await explain(reading, at + 1, {
          from: day,
          compare: 'PREVIOUS_WEEKDAYS',
          now: day * 86_400_000 + hour * 3_600_000 + 1_500_000,
        });
        const count = (of: number) =>
          story.visits.filter(visit => visit.day === of && visit.second < hour * 3_600).length;
        assert.deepEqual([found.until, found.from, found.to], [hour, day, day]);
        assert.deepEqual(found.earlier, { from: before, to: before });
        assert.deepEqual([found.before, found.after], [count(before), count(day)]);
        const all = [...found.causes, found.rest];
        assert.equal(
          all.reduce((sum, one) => sum + one.after, 0),
          found.after,
        );
      }
  });
});

onSqlite('Generated stories', open => {
  const count = Number(process.env.RUNS ?? 6);
  const quiet = Number(process.env.RUNS ?? 4);

  it('are explained by what happened in them, and quiet weeks by nothing', { timeout: 600_000 }, async () => {
    const database = await databaseWithWebsites(await open(), count + quiet);
    const reading = openReading(database);
    const wrong: string[] = [];
    for (let at = 0; at < count + quiet; at++) {
      const kind = at < count ? (STORY_KINDS[at % STORY_KINDS.length] as (typeof STORY_KINDS)[number]) : 'quiet';
      const story = tell(kind, at);
      await foldStory(database, at + 1, story);
      const { causes } = await explain(reading, at + 1);
      const isRight = kind === 'quiet' ? causes.length === 0 : causes[0] && story.isPlanted(causes[0].conditions);
      if (!isRight) wrong.push(`${kind} ${at}: ${JSON.stringify(causes[0] ?? 'nothing')}`);
    }
    await database.close();
    assert.ok(wrong.length <= Math.ceil(count / 20), wrong.join('\n'));
  });

  it('of one day are explained in a range of few days, too, by the days before', async () => {
    const database = await databaseWithWebsites(await open(), 3);
    for (let website = 1; website <= 3; website++) {
      const story = tell('quiet', 7_000 + website);
      const more = story.visits
        .filter(({ day }, at) => day === FIRST_DAY + 9 && at % 5 > 0)
        .map(visit => ({ ...visit, values: { ...visit.values, referrer: 'launch.example', campaign: '' } }));
      await foldStory(database, website, { ...story, visits: [...story.visits, ...more] });
      const { causes } = await explain(openReading(database), website, { from: FIRST_DAY + 10, to: FIRST_DAY + 13 });
      assert.deepEqual(
        causes[0]?.conditions.map(({ name, value }) => [name, value]),
        [['referrer', 'launch.example']],
      );
      assert.deepEqual([causes[0]?.before, causes[0]?.after], [more.length, 0]);
    }
    await database.close();
  });
});
