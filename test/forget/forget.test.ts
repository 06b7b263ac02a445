import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { dateOf, dayNumber } from '../../src/domain/calendar.ts';
import type { ForgetChoice } from '../../src/domain/forget.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { packWebsite } from '../../src/fold/pack.ts';
import { verify } from '../../src/fold/verify.ts';
import { preview, registerForget } from '../../src/forget/forgets.ts';
import { runForget, runForgets } from '../../src/forget/running.ts';
import { beginUndo } from '../../src/imports/imports.ts';
import { removeOldHits } from '../../src/jobs/retention.ts';
import { createStatsLoader, openReading, type Reading } from '../../src/stats/loader.ts';
import { findWebsite } from '../../src/websites/access.ts';
import { auditsOf } from '../../src/websites/audit.ts';
import type { Website } from '../../src/websites/website.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { choiceOf, forgetKilled } from '../support/forget.ts';
import { databaseWithWebsites, foldAll, type HitParts, hitOf } from '../support/hits.ts';
import { generateHits } from '../support/import-files.ts';
import { dump, Importing, NOW, runKilled } from '../support/imports.ts';

const TODAY = dayNumber('2026-03-10');
const ALL = { from: TODAY - 300, to: TODAY };
const at = (text: string) => Date.parse(`2026-03-${text}Z`);

/** Visits of three visitors on two days, and hits of nobody. */
function hits(): Hit[] {
  const [a, b, c] = ['00000000000000aa', '10000000000000bb', 'f0000000000000cc'];
  const of = (time: string, visitor: string | undefined, page: string, more: HitParts = {}) =>
    hitOf({ time: at(time), visitor: visitor ?? '', ...more, values: { page, country: 'DE:Germany', ...more.values } });
  const event = (name: string): HitParts => ({ kind: 'event', amount: '1.5', unit: 'EUR', values: { event: name } });
  return [
    of('09T09:00', a, '/first', { id: 'spam-1', source: 'page', properties: ['plan', 'pro'] }),
    of('09T09:01', a, '/first', event('Spam')),
    of('09T12:00', a, '/second', { properties: ['plan', 'pro'] }),
    of('09T12:01', a, '/second', event('Buy')),
    of('09T12:00', b, '/second'),
    of('09T12:30', '', '/nobody/1'),
    of('09T12:31', '', '/nobody/1', event('Spam')),
    of('09T12:40', '', '/second'),
    of('10T08:00', a, '/first', { values: { referrer: 't.co' } }),
    of('10T10:00', b, '/first'),
    of('10T11:00:00.123', c, '/second', { values: { country: 'FR:France' } }),
    of('10T15:00', c, '/third'),
    of('10T15:01', c, '/third', { kind: 'engagement', seconds: 30, depth: 50 }),
  ];
}

eachDatabase('What is forgotten', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));
  let place: Place;
  let database: Database;
  let website: Website;
  let reading: Reading;
  async function fresh(lists: readonly (readonly Hit[])[]): Promise<void> {
    place = await open();
    database = await databaseWithWebsites(place);
    opened.push(database);
    reading = openReading(database);
    await fold(lists);
    website = (await findWebsite(database, { id: 1 })) as Website;
  }
  const fold = (lists: readonly (readonly Hit[])[]) =>
    foldAll(database, place, lists, { now: () => NOW, databaseTime: () => NOW });

  /** Returns the visits and pageviews of a page, as a process that has answered before says. */
  async function counts(filter: ForgetChoice['filter'] = null) {
    const { figures } = await createStatsLoader(reading).summary({
      ...{ website: 1, timezone: 'UTC', compare: null, filter },
      ...ALL,
    });
    const { visitors, visits, pageviews, events } = figures;
    return [visitors.value, visits.value, pageviews.value, events.value];
  }

  /** Everything that counts in a database that never had these hits. */
  async function dumpWithout(isGone: (hit: Hit) => boolean, more: readonly Hit[] = []): Promise<string[]> {
    const other = await open();
    const clean = await databaseWithWebsites(other);
    opened.push(clean);
    const left = hits().filter(hit => !isGone(hit));
    await foldAll(clean, other, [left, more], { now: () => NOW, databaseTime: () => NOW });
    return dump(clean);
  }

  const pageOf = (hit: Hit) => String(hit.values[3] ?? '');
  const CHOICES: readonly [name: string, choice: Partial<ForgetChoice>, isGone: (hit: Hit) => boolean][] = [
    ['everything', {}, () => true],
    ['a day', { from: TODAY, to: TODAY }, ({ day }) => day === TODAY],
    [
      'a span of minutes',
      { from: TODAY - 1, to: TODAY, fromMinute: 12 * 60 + 1, toMinute: 10 * 60 },
      ({ time }) => time > at('09T12:01') && time < at('10T10:00'),
    ],
    [
      "a visitor's day",
      { visitorAt: at('10T11:00:00.123') },
      ({ visitor, day }) => visitor === 'f0000000000000cc' && day === TODAY,
    ],
    [
      'a country',
      { filter: { name: 'country', operator: 'IS', values: ['FR:France'] } },
      ({ visitor }) => visitor === 'f0000000000000cc',
    ],
    ['pages of a pattern, of nobody too', { page: '/no*' }, hit => pageOf(hit) === '/nobody/1' && hit.kind !== 'event'],
    [
      'an event, with its visit',
      { filter: { name: 'event', operator: 'IS', values: ['Spam'] } },
      ({ visitor, time, kind }) =>
        (time <= at('09T09:01') && visitor !== '') || (time === at('09T12:31') && kind === 'event'),
    ],
  ];
  for (const [name, choice, isGone] of CHOICES)
    it(`can be ${name}: as if it had never come, also for a process that has answered before`, async () => {
      await fresh([hits()]);
      await packWebsite(database, 1);
      const before = await counts();
      const expected = await preview(database, website, choiceOf({ ...ALL, ...choice }));
      const done = await forgetKilled(database, 1, { ...ALL, ...choice });
      assert.deepEqual([done.state, done.progress], ['done', 1]);
      const { visits, visitors, pageviews, events } = done;
      const { days, byDay, ...counted } = expected;
      assert.deepEqual({ visits, visitors, pageviews, events }, counted);
      const gone = Map.groupBy(hits().filter(isGone), ({ day }) => dateOf(day));
      assert.deepEqual([days, byDay.map(({ date }) => date)], [gone.size, [...gone.keys()].sort()]);
      for (const count of ['visits', 'visitors', 'pageviews', 'events'] as const)
        assert.equal(
          byDay.reduce((sum, day) => sum + day[count], 0),
          counted[count],
        );
      // An engagement is no hit of its own.
      for (const { date, pageviews, events } of byDay)
        assert.equal(pageviews + events, gone.get(date)?.filter(({ kind }) => kind !== 'engagement').length, date);
      const after = await counts();
      assert.deepEqual(
        after.slice(1),
        [visits, pageviews, events].map((less, index) => (before[index + 1] as number) - less),
      );
      assert.deepEqual(await dump(database), await dumpWithout(isGone));
      assert.deepEqual((await verify(database, 1)).differences, []);
      const choices = await database.forgets.findAll({ attributes: ['choice'], raw: true });
      assert.deepEqual(choices, [{ choice: '' }], 'what had to go is not kept in the choice');
      const [[entry] = []] = await auditsOf(database, [1]);
      assert.deepEqual([entry?.action, entry?.via, entry?.accountId], ['forget', 'command', null]);
      assert.doesNotMatch(entry?.details ?? '', /France/);
    });

  it('does not come back with a hit that is sent again, and further hits of its visitors count as those of others', async () => {
    await fresh([hits()]);
    const first: Partial<ForgetChoice> = { filter: { name: 'landing_page', operator: 'IS', values: ['/first'] } };
    await forgetKilled(database, 1, { ...ALL, ...first });
    const again = hits().filter(({ id }) => id !== '');
    const more = [
      hitOf({ time: at('09T12:10'), values: { page: '/more', country: 'DE:Germany' } }),
      hitOf({ time: at('09T18:00'), values: { page: '/more', country: 'DE:Germany' } }),
    ];
    await fold([again, more]);
    const isFirst = ({ time, visitor }: Hit) =>
      visitor !== '' && [at('09T09:00'), at('09T09:01'), at('10T08:00'), at('10T10:00')].includes(time);
    assert.deepEqual(await dump(database), await dumpWithout(isFirst, more));
    assert.deepEqual((await verify(database, 1)).differences, []);
  });

  it('can be forgotten while hits arrive, which stay', async () => {
    await fresh([hits()]);
    const { id } = await registerForget(database, null, website, choiceOf(ALL), NOW);
    const late = hitOf({ time: at('09T09:20'), visitor: '00000000000000aa', values: { page: '/late' } });
    let steps = 0;
    const stepped = async () => {
      if (++steps === 1) await fold([[late]]);
    };
    await runForget({ database, now: () => NOW, most: 1, stepped }, website, id);
    assert.ok(steps > 2);
    assert.deepEqual((await verify(database, 1)).differences, []);
    assert.deepEqual(await counts(), [1, 1, 1, 0]);
  });

  it('is refused for days whose hits are no longer stored, and names the first day that can be', async () => {
    await fresh([hits()]);
    await removeOldHits(database, { days: 0, now: NOW, signal: new AbortController().signal });
    const refused = registerForget(database, null, website, choiceOf(ALL), NOW);
    await assert.rejects(refused, /Hits of days before 2026-03-10 are no longer stored, .* from date of 2026-03-10/);
    await forgetKilled(database, 1, { ...ALL, from: TODAY });
    assert.deepEqual(await counts(), [2, 3, 5, 3], 'the sums of the day before stay');
  });

  it('can be a part of an import, which an undo then takes out without it; while one is at work, it waits', async () => {
    await fresh([[hitOf({ time: NOW, values: { page: '/own' } })]]);
    const before = await dump(database);
    const importing = new Importing(database, place);
    const id = await importing.add({ files: { 'hits.ndjson': generateHits(7).ndjson }, until: TODAY - 9 });
    const ofPage = { ...ALL, page: '/page/1' };
    await registerForget(database, null, website, choiceOf(ofPage), NOW);
    let isHeldBack = false;
    const stepped = async (step: string) => {
      if (isHeldBack || !step.startsWith('batch')) return;
      assert.equal(await runForgets({ database, now: () => NOW }), 0);
      isHeldBack = true;
    };
    assert.equal((await importing.run(id, { stepped })).state, 'done');
    const all = await preview(database, website, choiceOf(ALL));
    const some = await preview(database, website, choiceOf(ofPage));
    assert.equal(await runForgets({ database, now: () => NOW }), 1);
    assert.deepEqual((await verify(database, 1)).differences, []);
    const left = await preview(database, website, choiceOf(ALL));
    assert.ok(some.visits > 0 && isHeldBack);
    assert.equal(left.pageviews, all.pageviews - some.pageviews);
    await beginUndo(database, id);
    await runKilled(importing, id);
    assert.deepEqual(await dump(database), before);
    assert.deepEqual((await verify(database, 1)).differences, []);
  });
});
