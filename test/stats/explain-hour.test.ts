import assert from 'node:assert/strict';
import { it } from 'vitest';
import { createRandom } from '../../seeds/random.ts';
import type { CauseCondition } from '../../src/domain/explain.ts';
import type { Filter } from '../../src/domain/filter.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const DAY = 20_758;
const AT = 9;
const USUAL = [[DAY - 7], [DAY - 7, DAY - 21], [DAY - 1, DAY - 2, DAY - 14]];

interface Visit {
  readonly day: number;
  readonly hour: number;
  readonly values: Readonly<Record<string, string>>;
}

/** Returns visits of a month; today, the hour lost a browser, and got as many visits from a new source. */
function visitsOf(seed: number): Visit[] {
  const random = createRandom(seed);
  const one = (list: readonly string[]) => list[Math.floor(random() * list.length)] as string;
  const visits: Visit[] = [];
  for (let day = DAY - 30; day <= DAY; day++)
    for (let hour = AT - 1; hour <= AT + 1; hour++)
      for (let at = Math.floor(60 + random() * 30); at > 0; at--) {
        const values = {
          source: one(['Google', '', 'Bing', 'GitHub']),
          country: one(['DE:Germany', 'FR:France', 'PT:Portugal']),
          browser: one(['Chrome', 'Chrome', 'Safari', 'Firefox']),
          landing_page: one(['/', '/pricing', '/blog/one', '/blog/two']),
        };
        const isChanged = day === DAY && hour === AT;
        if (isChanged && values.browser === 'Safari') continue;
        visits.push({ day, hour, values });
        if (isChanged && random() < 0.4) visits.push({ day, hour, values: { ...values, source: 'Hacker News' } });
      }
  return visits;
}

eachDatabase('An explained hour', open => {
  const count = Number(process.env.RUNS ?? 2);

  it('is divided exactly, like a naive recount of that hour', { timeout: 600_000 }, async () => {
    const place = await open();
    const database = await databaseWithWebsites(place, count);
    const stats = () => createStatsLoader(openReading(database));
    let causes = 0;
    for (let website = 1; website <= count; website++) {
      const visits = visitsOf(website);
      const hits = visits.map(({ day, hour, values }, at) =>
        hitOf({
          website,
          time: (day * 24 + hour) * 3_600_000 + (at % 3_000) * 1_000,
          visitor: (website * 1e6 + at).toString(16).padStart(16, '0'),
          values: { ...values, page: values.landing_page as string },
        }),
      );
      await foldAll(database, place, [hits.sort((a, b) => a.time - b.time)], { now: () => (DAY + 1) * 86_400_000 });
      for (const [at, usual] of USUAL.entries()) {
        const countries = at === 0 ? null : ['DE:Germany', 'FR:France'];
        const filter: Filter | null = countries && { name: 'country', operator: 'IS', values: countries };
        const found = await stats().explainHour({ website, filter, day: DAY, hour: AT, usual });
        const parts = [...found.causes.map(({ conditions }) => conditions), []];
        const before = parts.map(() => 0);
        const after = parts.map(() => 0);
        for (const { day, hour, values } of visits) {
          if (hour !== AT || (countries && !countries.includes(values.country as string))) continue;
          const part = parts.findIndex(conditions => conditions.every(condition => isMet(condition, values)));
          if (day === DAY) after[part]!++;
          else if (usual.includes(day)) before[part]!++;
        }
        const all = [...found.causes, found.rest];
        assert.deepEqual(
          all.map(one => one.after),
          after,
        );
        const sum = before.reduce((a, b) => a + b, 0);
        assert.equal(found.before, Math.round(sum / usual.length));
        assert.equal(
          all.reduce((whole, one) => whole + one.before, 0),
          found.before,
        );
        for (const [index, cause] of found.causes.entries())
          assert.equal(cause.before, Math.round((before[index] as number) / usual.length));
        causes += found.causes.length;
      }
    }
    await database.close();
    assert.ok(causes >= 3 * count, `${causes} causes`);
  });
});

function isMet({ name, operator, value }: CauseCondition, values: Visit['values']): boolean {
  return operator === 'IS' ? values[name] === value : (values[name] ?? '').startsWith(value);
}
